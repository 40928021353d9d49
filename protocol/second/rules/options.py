"""The presets and their options (RULES.md sections 1 to 10; `fiel rules PRESET` tells a preset's own values).

An option that RULES.md does not offer in a preset is a fact of it: `ranks` (what the turned card does), `envido`
(words, numeric, stones, embit, none), `wild`, `eleven_hand`, `sizes`.
"""

DEFAULTS = {
    "target": 30, "chicos_to_win": 2, "end_check": "immediate", "deck": "dirty", "names": "spanish",
    "all_tied": "mano", "tie_lead": "mano", "partner_tie": "win", "partner_tie_lead": "first", "equal_cards": "parda",
    "primera_parda": "sequential", "parda_shows_highest": "off", "face_down": "allowed", "face_down_first": "yes",
    "bonus": "none", "ladder": "2-3-4", "truco_turn": "own_turn", "implicit_quiero": "off", "quiero_mazo": "off",
    "raise_cap": "none", "tf_late_raise": "yes", "mazo_scope": "player", "mazo_open_envido": "1",
    "concede": "allowed", "truco_in_eleven": "illegal", "eleven_view": "own_side", "ferro_blind": "no",
    "ten_run": "2", "envido_chain": "ascending", "falta_envido": "leader_needs", "envido_over_truco": "suspend",
    "envido_callers": "any_before_own_card", "truco_forfeits_envido": "player", "truco_bars_envido": "off",
    "envido_tie": "first_seat", "declare": "manual", "son_buenas": "side", "ve_falta_may_lower": "yes",
    "pico_falta_cap": "6", "embit_base": "1", "tf_rest": "speaker", "flor": "off", "flor_policy": "auto",
    "flor_timing": "own_turn", "flor_table": "seed003", "resto": "leader_plus_flores", "uy_flor_duty": "all",
    "uy_resto": "falta_plus_flores", "uy_cap_two": "ten", "estar_cantando": "off", "ga_quiero": "9",
    "flor_ends": "nothing", "tf_sung": "5", "speaker": "any", "gallo": "turno", "gallo_seat": "dealer", "pica": "on",
    "pica_start": "0", "pica_end": "25", "pica_envido_cap": "none", "pica_redeal": "no", "signs": "off",
    "sign_seen": 64, "signs_per_decision": 1, "signs_per_hand": 3,
    # facts of a preset
    "ranks": "fixed", "envido": "words", "wild": "none", "eleven_hand": "off",
    "sizes": "2-3-4-6-8", "family": "argentino",
}

_PAULISTA = {
    "target": 12, "chicos_to_win": 1, "names": "french", "all_tied": "none", "tie_lead": "first_tied",
    "face_down_first": "no", "ladder": "3-6-9-12", "ranks": "manilha", "envido": "none", "eleven_hand": "on",
    "sizes": "2-4-6-8", "family": "paulista", "mazo_scope": "team", "pica": "off",
}

PRESETS = {
    "argentino": {},
    "argentino-flor": {"flor": "on"},
    "uruguayo": {"target": 40, "equal_cards": "mano_wins", "flor": "on", "flor_table": "envite", "pica_end": "half",
                 "ranks": "muestra", "envido": "numeric", "sizes": "2-4-6",
                 "family": "uruguayo"},
    "venezolano": {"target": 24, "primera_parda": "stacked", "face_down_first": "all", "ladder": "3-6-9-game",
                   "mazo_open_envido": "2", "flor": "on", "flor_table": "envite", "ranks": "vira",
                   "envido": "stones", "sizes": "2-4", "family": "uruguayo"},
    "paulista": dict(_PAULISTA),
    "paulista-limpo": dict(_PAULISTA, deck="clean", sizes="2-4-6"),
    "mineiro": dict(_PAULISTA, ladder="4-6-10-12", ranks="mineiro"),
    "gauderio": {"target": 24, "chicos_to_win": 1, "all_tied": "none", "tie_lead": "trick_leader",
                 "envido_chain": "strict", "falta_envido": "loser_needs", "envido_tie": "mano_team", "flor": "on",
                 "flor_policy": "optional", "flor_table": "seed004", "resto": "loser_needs", "sizes": "2-4",
                 "family": "gauderio"},
    "truc-y-flou": {"target": 25, "names": "gascon", "tie_lead": "trick_leader", "partner_tie": "spoiled",
                    "bonus": "on_play", "ladder": "2-3-4-6-game", "tf_late_raise": "no", "face_down": "forbidden",
                    "concede": "no", "flor": "on", "flor_policy": "optional", "ranks": "fixed", "envido": "embit",
                    "wild": "periques", "sizes": "6", "pica": "off", "family": "truc"},
}

# Other ways to write an option: (option, value) -> what it stands for.
ALIASES = {
    ("hidden", "from_trick2"): {"face_down": "allowed", "face_down_first": "no"},
    ("hidden", "never"): {"face_down": "forbidden"},
    ("hidden", "always"): {"face_down": "allowed", "face_down_first": "yes"},
    ("all_tied", "mao"): {"all_tied": "mano"}, ("tie_lead", "mao"): {"tie_lead": "mano"},
    ("tf_all_tied", "eldest"): {"all_tied": "mano"}, ("tf_all_tied", "none"): {"all_tied": "none"},
    ("ve_truco", "3/6/9/game"): {"ladder": "3-6-9-game"}, ("ve_truco", "2/3/4"): {"ladder": "2-3-4"},
}
NUMBERS = ("target", "chicos_to_win", "sign_seen", "signs_per_decision", "signs_per_hand")


class BadRules(ValueError):
    """The text names no preset or no option of it."""


def parse(text):
    """Rules text, `preset,option=value,...`, to a dictionary of options."""
    parts = text.split(",")
    if parts[0] not in PRESETS:
        raise BadRules("%r is no preset" % parts[0])
    options = dict(DEFAULTS, **PRESETS[parts[0]])
    options["preset"] = parts[0]
    for part in parts[1:]:
        key, sign, value = part.partition("=")
        if not sign:
            raise BadRules("%r is no option=value" % part)
        if key == "mineiro_ladder":
            key = "ladder"
        if key == "truco_in_ten":
            key = "truco_in_eleven"
        if (key, value) in ALIASES:
            options.update(ALIASES[key, value])
        elif key in DEFAULTS:
            options[key] = int(value) if key in NUMBERS else value
        else:
            raise BadRules("%r is no option" % key)
    return options


LADDERS = {
    "2-3-4": (1, 2, 3, 4), "3-6-9-game": (1, 3, 6, 9, None), "3-6-9-12": (1, 3, 6, 9, 12),
    "4-6-10-12": (2, 4, 6, 10, 12), "4-6-9-12": (2, 4, 6, 9, 12), "2-3-4-6-game": (1, 2, 3, 4, 6, None),
}


def ladder(options):
    """Worth of the hand by steps accepted, the plain hand first; None is the game."""
    return LADDERS[options["ladder"]]
