"""From hand to hand: the mano, the gallo, pico a pico (RULES.md 1, 3)."""


def gallo_of(p, mano):
    if p.seats != 3:
        return None
    if p.o["gallo"] == "fijo":
        return 0
    return mano if p.o["gallo_seat"] == "mano" else (mano - 1) % 3


def pica_limit(p):
    """Points at which only redondos are played (`pica_end`)."""
    rule = p.o["pica_end"]
    if rule == "half":
        return p.target // 2
    return p.target - (30 - int(rule))


def pico_of(p):
    """Whether the coming hand is pico a pico: 0 no, 1 yes; with pica_redeal=yes 1, 2, 3."""
    if p.seats != 6 or p.o["pica"] != "on" or p.hand == 0 or p.game_over:
        return 0
    if p.o["pica_redeal"] == "yes" and p.pico in (1, 2):
        return p.pico + 1
    if p.pico:
        return 0
    if max(p.score) < int(p.o["pica_start"]) or max(p.score) >= pica_limit(p):
        return 0
    return 1


def upcoming(p, mano=None):
    """(mano, gallo, pico, cards each seat gets) of the next hand."""
    if mano is None:
        mano = (p.first + 1) % p.seats
    gallo = gallo_of(p, mano)
    return mano, gallo, pico_of(p), [4 if s == gallo else 3 for s in range(p.seats)]


def turn_page(p):
    """A game that is over gives way to the next: scores begin anew, after a partida the chicos too."""
    if not p.game_over:
        return
    p.game += 1
    p.score = [0] * p.scorers
    if p.partida_winner is not None:
        p.chicos = [0] * p.scorers


def needs_vira(p):
    return p.o["ranks"] in ("muestra", "vira", "manilha")
