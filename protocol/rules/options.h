/* options: every option of every variant, with its values, meaning and source.
 *
 * A variant is nothing but a value for each of these: the engine asks for options, never for the
 * name of a preset.  The first value is the default; a preset's row names those that differ.
 * Sources: [0]..[4] are the seed documents, "ruling" one of spec/RULES.md.
 * The constants that name an option's values in code stand in values.h, in their order here. */
#ifndef FIEL_OPTIONS_H
#define FIEL_OPTIONS_H

/* X(NAME, "name", "value|value|..." or "#low-high", default of a number, "presets", "source", "meaning")
 * presets: letters of the presets (FIEL_PRESETS below) in which the option means something; elsewhere it is
 * refused.  The letters are a argentino, f argentino-flor, u uruguayo, v venezolano, p paulista,
 * l paulista-limpo, m mineiro, g gauderio, t truc-y-flou.  An option with none is one that only a preset's
 * own row sets, or that waits for the table sizes it is about. */
#define FIEL_OPTIONS(X) \
    FIEL_OPTIONS_GAME(X) \
    FIEL_OPTIONS_TRICKS(X) FIEL_OPTIONS_STAKE(X) FIEL_OPTIONS_ENVIDO(X) FIEL_OPTIONS_FLOR(X) FIEL_OPTIONS_TEAMS(X)

#define FIEL_OPTIONS_GAME(X) \
    X(TARGET, "target", "#1-99", 30, "afuvplmgt", "[3 s2] [2]", "points that win a game (chico)") \
    X(CHICOS, "chicos_to_win", "#1-9", 2, "afuvplmgt", "[3 s2]", "games that win a partida") \
    X(END_CHECK, "end_check", "immediate|end_of_hand", 0, "afuvplmgt", "[2]", \
      "when the target is looked at: at every point, or at the end of the hand (both past it: the " \
      "higher wins, equal: another hand)") \
    X(DECK, "deck", "dirty|clean", 0, "pl", "[1] [2]", "forty cards, or twenty-four: Q J K A 2 3") \
    X(RANKS, "ranks", "fixed|muestra|vira|manilha|mineiro", 0, "", "[3 s5] [3 s21] [2] [1]", \
      "order of the cards: the fixed one, with piezas, with perico and perica, with manilhas, or " \
      "the fixed manilhas of Minas") \
    X(TABLE_SIZES, "table_sizes", "2-4-6-8|2-4|6|2-4-6|2-3-4-6-8", 0, "", "[3 s3] [4] [0] [3 s20]", \
      "how many seats may play") \
    X(NAMES, "names", "spanish|french|gascon", 0, "afuvplmgt", "[1] [3 s8] [0]", \
      "words in text: 1e, quiero, no-quiero, mazo; or AS, accept, run, concede; or 1e, yes, no; all " \
      "are understood") \
    X(WILD, "wild", "none|periques", 0, "", "[0]", "cards that stand for any other in declarations")

#define FIEL_OPTIONS_TRICKS(X) \
    X(ALL_TIED, "all_tied", "mano|none|dealer", 0, "afuvplmgt", "[2] [3 s14] [1]", \
      "who takes a hand of three tied tricks") \
    X(TIE_LEAD, "tie_lead", "mano|trick_leader|first_tied|last_tied", 0, "afuvplmgt", "[2] [3 s14]", \
      "who leads after a tied trick") \
    X(PARTNER_TIE, "partner_tie", "win|spoiled", 0, "afuvplmgt", "[2] [3 s14] [0]", \
      "partners tie for the best card: their side takes it, or nobody") \
    X(PARTNER_TIE_LEAD, "partner_tie_lead", "first|last", 0, "afuvplmgt", "ruling", \
      "which of two partners who tied for best leads next") \
    X(EQUAL_CARDS, "equal_cards", "parda|mano_wins", 0, "u", "[3 s14] [3 s21]", \
      "equal cards tie, or the one nearest the leader takes the trick") \
    X(PRIMERA_PARDA, "primera_parda", "sequential|stacked", 0, "v", "manual", \
      "after a tied first trick: two more tricks, or both cards at once, the higher on top") \
    X(PARDA_SHOWS, "parda_shows_highest", "off|on", 0, "m", "ruling", \
      "after a tied first trick each plays its highest card to the second, face up") \
    X(FACE_DOWN, "face_down", "allowed|forbidden", 0, "afuvplmg", "[2] [3 s14]", \
      "whether a card may be played face down, where it counts for nothing") \
    X(FACE_DOWN_FIRST, "face_down_first", "yes|no|all", 0, "afuvplmg", "ruling", \
      "whether it may be in the first trick; all: who does plays the others face down too") \
    X(BONUS, "bonus", "none|on_play|if_trick_won", 0, "t", "[0] ruling", \
      "when the ace of swords (2) and of clubs (1) pay the side that plays them: never, at once, or when " \
      "the side takes the trick")

#define FIEL_OPTIONS_STAKE(X) \
    X(LADDER, "ladder", "2-3-4|3-6-9-game|3-6-9-12|4-6-10-12|4-6-9-12|2-3-4-6-game", 0, "afuvplmgt", \
      "[3 s14] [4] [1] [0]", "what the steps of truco are worth") \
    X(TRUCO_TURN, "truco_turn", "own_turn|any_time", 0, "afuvplmg", "[4] [1] [3 s14]", \
      "raises on one's own turn, or after every public event each seat that has the right is asked " \
      "(two seats only)") \
    X(IMPLICIT_QUIERO, "implicit_quiero", "off|on", 0, "afuvplmg", "[3 s14] [2]", \
      "playing a card instead of an answer accepts") \
    X(QUIERO_MAZO, "quiero_mazo", "off|on", 0, "afuvg", "ruling", \
      "one answer may accept a stake and give the hand up for it in the same breath") \
    X(RAISE_CAP, "raise_cap", "none|needed", 0, "plm", "ruling", \
      "no raise of a hand that already gives the weaker side the game") \
    X(LATE_RAISE, "tf_late_raise", "yes|no", 0, "t", "[0]", \
      "whether the side that accepted a truc may raise it later, or plays at that level") \
    X(MAZO_SCOPE, "mazo_scope", "player|team|paso", 0, "afuvg", "[3 s14] [2] ruling", \
      "whether a seat that gives up leaves its partners in play, takes them along, or has two words: " \
      "paso for itself, mazo for its side") \
    X(MAZO_OPEN_ENVIDO, "mazo_open_envido", "1|2|forbidden_for_mano", 0, "afuvg", "[3 s14] ruling", \
      "giving up in the first trick with nothing called: pays 1, or 2, or the mano may not") \
    X(CONCEDE, "concede", "allowed|no", 0, "plm", "ruling", \
      "whether a side may give the hand up at any decision of its own, for what the hand is worth") \
    X(ELEVEN_HAND, "eleven_hand", "off|on", 0, "", "[1] [2]", \
      "whether a side that one plain hand makes win looks first and chooses") \
    X(ELEVEN, "truco_in_eleven", "illegal|loses_hand|loses_game", 0, "plm", "[1] [2]", \
      "asking for truco where one plain hand makes a side win") \
    X(ELEVEN_VIEW, "eleven_view", "own_side|both", 0, "plm", "[1] [2]", \
      "which side sees its partners' cards where one plain hand makes it win: the one that decides, or each its own") \
    X(FERRO_BLIND, "ferro_blind", "no|yes", 0, "plm", "ruling", \
      "whether the iron hand is played by places, unseen, one's own cards included") \
    X(TEN_RUN, "ten_run", "2|1", 0, "m", "[2] ruling", "what running from the hand of ten pays")

#define FIEL_OPTIONS_ENVIDO(X) \
    X(ENVIDO, "envido", "words|numeric|stones|embit|none", 0, "", "[3 s13] [3 s25] [0]", \
      "how envido is bet; embit: the embit and the flor of truc y flou") \
    X(ENVIDO_CHAIN, "envido_chain", "ascending|strict|free", 0, "afg", "[2] [3 s13]", \
      "which envido may answer which: never a lower one; two envidos and one real envido at most; any") \
    X(FALTA_ENVIDO, "falta_envido", "leader_needs|loser_needs|winner_takes_game|malas_buenas", 0, "afuvg", \
      "[3 s13] [4]", "what falta envido is worth") \
    X(ENVIDO_OVER_TRUCO, "envido_over_truco", "suspend|cancel", 0, "afug", "[2] [3 s13]", \
      "envido said over a truco: the truco waits, or is wiped") \
    X(ENVIDO_CALLERS, "envido_callers", "any_before_own_card|pies", 0, "afg", "[3 s13] [2]", \
      "who may open envido in games of four and more: anybody, or the last player of each side") \
    X(TRUCO_FORFEITS, "truco_forfeits_envido", "player|team", 0, "afuvg", "[3 s16]", \
      "who loses the right to open envido by saying truco") \
    X(TRUCO_BARS, "truco_bars_envido", "off|on", 0, "u", "[3 s13]", \
      "a seat that said truco may not raise an envido either") \
    X(ENVIDO_TIE, "envido_tie", "first_seat|declaration|mano_team", 0, "afuvg", "[2] [3 s13] [4]", \
      "who wins equal values") \
    X(DECLARE, "declare", "manual|auto", 0, "afuvgt", "[2] [3 s13]", \
      "seats speak their values in turn, or the arbiter settles it") \
    X(SON_BUENAS, "son_buenas", "side|player", 0, "afuvg", "[2] [3 s12]", \
      "who gives way by son buenas in envido (in flor the player alone)") \
    X(FALTA_LOWER, "ve_falta_may_lower", "yes|no", 0, "v", "manual", \
      "whether a falta may be less than what it answers") \
    X(PICO_FALTA_CAP, "pico_falta_cap", "6|10", 0, "u", "[3 s3] [3 s25]", \
      "what falta envido is worth in a pico a pico, and the most that may be bet") \
    X(UY_CAP_TWO, "uy_cap_two", "ten|lesser", 0, "u", "[3 s25] ruling", \
      "what falta envido is worth at a table of two, and the most that may be bet: 10, or what the leader needs " \
      "where that is less") \
    X(EMBIT_BASE, "embit_base", "1|2", 0, "t", "[0]", "what a sung embit pays besides its raise or its rest") \
    X(TF_REST, "tf_rest", "speaker|bidder", 0, "t", "[0]", \
      "whose shortfall the rest said over an embit is: the side's that says it, or the bidders'")

#define FIEL_OPTIONS_FLOR(X) \
    X(FLOR, "flor", "off|on", 0, "afuvg", "[2] [3 s12]", "whether a flor counts") \
    X(FLOR_POLICY, "flor_policy", "auto|manual_seed002|manual_seed003|optional", 0, "afuvg", "[2] [3 s12] [4]", \
      "a flor is sung by itself, or may be hidden under a penalty, or need not " \
      "be sung") \
    X(FLOR_TIMING, "flor_timing", "own_turn|hand_start", 0, "afuv", "[3 s11]", "when flores are sung") \
    X(FLOR_TABLE, "flor_table", "seed003|per_flor|modern|seed004|envite", 0, "afg", "[3 s12] [2] [4] [3 s24]", \
      "what flores pay; envite: the bets of envido con flor, on top of 3 for each flor") \
    X(RESTO, "resto", "leader_plus_flores|leader|winner_takes_game|loser_needs", 0, "afg", "[3 s12] [4]", \
      "what contraflor al resto is worth") \
    X(UY_FLOR_DUTY, "uy_flor_duty", "all|suit_only", 0, "u", "[3 s24]", "which flores must be sung") \
    X(UY_RESTO, "uy_resto", "falta_plus_flores|falta|winner_takes_game", 0, "u", "[3 s24]", \
      "what contra flor al resto is worth") \
    X(ESTAR_CANTANDO, "estar_cantando", "off", 0, "v", "ruling", \
      "the auction of a side that needs one point: off until a source gives it whole") \
    X(GA_QUIERO, "ga_quiero", "9|per_flor", 0, "g", "[4]", \
      "what an accepted flor pays in flor_table=seed004: 9, and 3 more for each further quiero; or 3 " \
      "for each flor") \
    X(FLOR_ENDS, "flor_ends", "nothing|trick|hand", 0, "g", "[4]", \
      "what a flor ends once it is settled: nothing, the trick in play, or the hand") \
    X(TF_SUNG, "tf_sung", "5|3|6", 0, "t", "[0] ruling", "what the better flor pays when it is sung")

#define FIEL_OPTIONS_TEAMS(X) \
    X(SPEAKER, "speaker", "any|captain", 0, "afuvplmg", "[3 s14] [2]", \
      "who answers for a side: its members in order, or its last player") \
    X(GALLO, "gallo", "turno|fijo", 0, "af", "[3 s3]", \
      "with three seats: each in turn alone against two, with a score for each; or always seat 0, with two") \
    X(GALLO_SEAT, "gallo_seat", "dealer|mano", 0, "af", "[3 s3] ruling", "which seat is the gallo by turn") \
    X(PICA, "pica", "on|off", 0, "afu", "[3 s3] [2]", \
      "with six seats: every other hand is pico a pico, or all are redondos") \
    X(PICA_START, "pica_start", "0|5", 0, "afu", "[3 s3] [2]", "points a side needs before pico a pico is played") \
    X(PICA_END, "pica_end", "25|20|15|half", 0, "afu", "[3 s3] [2] ruling", \
      "points of 30 at which only redondos are played; of another target 5, 10, 15 less than it; or half " \
      "the target") \
    X(PICA_CAP, "pica_envido_cap", "none|6", 0, "af", "[3 s3] [2]", "most that envido pays in a pico a pico") \
    X(PICA_REDEAL, "pica_redeal", "no|yes", 0, "af", "[3 s3]", \
      "whether each duel is a hand of its own, with new cards") \
    X(SIGNS, "signs", "off|on", 0, "afuvplmgt", "[3 s16] [2] [4] [0]", \
      "whether partners may make signs (four seats and more): a round of them after the deal, then with any " \
      "answer") \
    X(SIGN_WORDS, "sign_words", "cards|low_high|piezas|manilhas|truc", 0, "", "[3 s16] [4] [2] [0]", \
      "which signs there are: those of the cards; with two for envido; with the piezas; the manilhas; " \
      "those of truc y flou") \
    X(SIGN_SEEN, "sign_seen", "#0-256", 64, "afuvplmgt", "ruling", "each rival sees a sign with this chance in 256") \
    X(SIGNS_DECISION, "signs_per_decision", "#0-3", 1, "afuvplmgt", "ruling", "most signs that one answer carries") \
    X(SIGNS_HAND, "signs_per_hand", "#0-9", 3, "afuvplmgt", "ruling", "most signs of a seat in one hand")

enum option {
#define X(name, text, values, number, presets, source, meaning) OPT_##name,
    FIEL_OPTIONS(X)
#undef X
        OPT_COUNT
};
enum { OPT_ROOM = 79 }; /* an option of a later release goes to the end: older bots know these by number */

/* X(NAME, "name", letter, "what differs from the defaults", "what it is") */
#define FIEL_PRESETS(X) \
    X(ARGENTINO, "argentino", 'a', "table_sizes=2-3-4-6-8", "the Argentine game without flor, to 30") \
    X(ARGENTINO_FLOR, "argentino-flor", 'f', "table_sizes=2-3-4-6-8,flor=on", "the Argentine game with flor, to 30") \
    X(URUGUAYO, "uruguayo", 'u', \
      "target=40,table_sizes=2-4-6,ranks=muestra,equal_cards=mano_wins,envido=numeric," \
      "flor=on,flor_table=envite,pica_end=half,sign_words=piezas", \
      "the Uruguayan game with the muestra, its piezas and envido by numbers, to 40") \
    X(PAULISTA, "paulista", 'p', FIEL_BRAZIL "ranks=manilha,ladder=3-6-9-12", \
      "the game of Sao Paulo with forty cards, a turned card and its manilhas, to 12") \
    X(PAULISTA_LIMPO, "paulista-limpo", 'l', FIEL_BRAZIL "deck=clean,ranks=manilha,ladder=3-6-9-12", \
      "the same with the clean deck of twenty-four, to 12") \
    X(MINEIRO, "mineiro", 'm', FIEL_BRAZIL "ranks=mineiro,ladder=4-6-10-12", \
      "the game of Minas Gerais with fixed manilhas, to 12") \
    X(GAUDERIO, "gauderio", 'g', \
      "target=24,chicos_to_win=1,table_sizes=2-4,all_tied=none,tie_lead=trick_leader," \
      "envido_chain=strict,falta_envido=loser_needs,envido_tie=mano_team,flor=on," \
      "flor_policy=optional,flor_table=seed004,resto=loser_needs,sign_words=low_high", \
      "the gaucho game for two pairs, flor sung at will, to 24") \
    X(VENEZOLANO, "venezolano", 'v', \
      "target=24,table_sizes=2-4,ranks=vira,primera_parda=stacked,face_down_first=all," \
      "ladder=3-6-9-game,mazo_open_envido=2,envido=stones,flor=on,flor_table=envite,pica=off,sign_words=piezas", \
      "the Venezuelan game with the vira, its perico and perica, to 24") \
    X(TRUC_Y_FLOU, "truc-y-flou", 't', \
      "target=25,table_sizes=6,names=gascon,wild=periques,tie_lead=trick_leader,partner_tie=spoiled," \
      "face_down=forbidden,bonus=on_play,ladder=2-3-4-6-game,tf_late_raise=no,concede=no," \
      "envido=embit,flor=on,flor_policy=optional,pica=off,sign_words=truc", \
      "the game of the Pyrenees for three against three, embit and flor, a round to 25")

/* What the Brazilian games share. */
#define FIEL_BRAZIL \
    "target=12,chicos_to_win=1,names=french,envido=none,all_tied=none,tie_lead=first_tied," \
    "face_down_first=no,mazo_scope=team,eleven_hand=on,pica=off," \
    "sign_words=manilhas,"

enum preset {
#define X(name, text, letter, row, meaning) PRESET_##name,
    FIEL_PRESETS(X)
#undef X
        PRESET_COUNT
};

/* Second names: X("name", "value", "presets", "what it stands for").  The seeds' readers know these. */
#define FIEL_ALIASES(X) \
    X("hidden", "from_trick2", "plm", "face_down=allowed,face_down_first=no") \
    X("hidden", "never", "plm", "face_down=forbidden") \
    X("hidden", "always", "plm", "face_down=allowed,face_down_first=yes") \
    X("all_tied", "mao", "plm", "all_tied=mano") \
    X("tie_lead", "mao", "plm", "tie_lead=mano") \
    X("truco_in_ten", "illegal", "m", "truco_in_eleven=illegal") \
    X("truco_in_ten", "loses_hand", "m", "truco_in_eleven=loses_hand") \
    X("truco_in_ten", "loses_game", "m", "truco_in_eleven=loses_game") \
    X("ve_truco", "3/6/9/game", "v", "ladder=3-6-9-game") \
    X("ve_truco", "2/3/4", "v", "ladder=2-3-4") \
    X("tf_all_tied", "eldest", "t", "all_tied=mano") \
    X("tf_all_tied", "none", "t", "all_tied=none") \
    X("mineiro_ladder", "4-6-10-12", "m", "ladder=4-6-10-12") \
    X("mineiro_ladder", "4-6-9-12", "m", "ladder=4-6-9-12")

#define X(name, value, presets, meaning) +1
enum { ALIAS_COUNT = 0 FIEL_ALIASES(X) };
#undef X

#endif
