"""Cards: numbers (CLIENT.md section 6) and names (RULES.md 1), what beats what and what counts (2.1, 2.3, 4.2, 6, 7, 8)."""

FACE_DOWN = 254
NOBODY = 255

SUITS = "eboc"                     # espadas, bastos, oros, copas
RANKS = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)
FRENCH_SUITS = {"S": 0, "C": 1, "D": 2, "H": 3}
FRENCH_RANKS = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "Q": 10, "J": 11, "K": 12}


def card(rank, suit):
    """The number of a card: 10 * suit + rank index."""
    return 10 * suit + RANKS.index(rank)


def rank_of(number):
    return RANKS[number % 10]


def suit_of(number):
    return number // 10


def parse(name):
    """Reads `7e` or `7S`; both namings are understood everywhere (RULES.md 4.1)."""
    suit = name[-1]
    if suit in SUITS:
        return card(int(name[:-1]), SUITS.index(suit))
    return card(FRENCH_RANKS[name[:-1]], FRENCH_SUITS[suit])


def name(number):
    return "%d%s" % (rank_of(number), SUITS[suit_of(number)])


def deck(options):
    """The pack, ascending: forty cards, or the twenty-four of the clean deck (DEAL.md 5)."""
    if options["deck"] == "clean":
        return [c for c in range(40) if c % 10 in (0, 1, 2, 7, 8, 9)]
    return list(range(40))


# ---- strength in tricks ------------------------------------------------------------------------

BRAVAS = (card(1, 0), card(1, 1), card(7, 0), card(7, 2))
COMMON = (4, 5, 6, 7, 10, 11, 12, 1, 2, 3)                     # weakest first, [3 s5]
CYCLE = (4, 5, 6, 7, 10, 11, 12, 1, 2, 3)                      # the turned card's cycle, [2]
CLEAN_CYCLE = (10, 11, 12, 1, 2, 3)
ZAP_ORDER = (1, 3, 0, 2)                                       # clubs, hearts, spades, diamonds
MINEIRO = (card(4, 1), card(7, 3), card(1, 0), card(7, 2))     # 4C 7H AS 7D


def _plain(number):
    return 1 + COMMON.index(rank_of(number))


def _spanish(number):
    if number in BRAVAS:
        return 20 - BRAVAS.index(number)
    return _plain(number)


def piece_rank(options, vira, number):
    """The rank as which a card is a pieza (its own, or the one a 12 stands for); None when it is none."""
    ranks = {"muestra": (2, 4, 5, 11, 10), "vira": (11, 10)}.get(options["ranks"], ())
    if not ranks or vira is None or suit_of(number) != suit_of(vira) or number == vira:
        return None
    rank = rank_of(number)
    if rank in ranks:
        return rank
    if rank == 12 and rank_of(vira) in ranks:
        return rank_of(vira)
    return None


def strength(options, vira, number):
    """How high a card is in a trick; equal numbers tie. Face down is below every card: 0."""
    kind = options["ranks"]
    if kind in ("muestra", "vira"):
        piece = piece_rank(options, vira, number)
        if piece is not None:
            return 40 - (2, 4, 5, 11, 10).index(piece)
        return _spanish(number)
    if kind == "manilha":
        cycle = CLEAN_CYCLE if options["deck"] == "clean" else CYCLE
        if vira is not None:
            up = cycle[(cycle.index(rank_of(vira)) + 1) % len(cycle)]
            if rank_of(number) == up:
                return 40 - ZAP_ORDER.index(suit_of(number))
        return _plain(number)
    if kind == "mineiro":
        if number in MINEIRO:
            return 40 - MINEIRO.index(number)
        return _plain(number)
    return _spanish(number)


# ---- values in declarations --------------------------------------------------------------------

PERIQUES = (card(10, 2), card(11, 1))
PIECE_POINTS = {"muestra": {2: 30, 4: 29, 5: 28, 11: 27, 10: 27}, "vira": {11: 30, 10: 29}}


def index(number):
    """Ranks 1 to 7 count their number, figures nothing [3 s6]."""
    rank = rank_of(number)
    return rank if rank < 10 else 0


def _pieces(options, vira, held):
    """(points, card) of the piezas in held, the best first."""
    points = PIECE_POINTS.get(options["ranks"])
    if not points:
        return []
    found = [(points[r], c) for c in held for r in (piece_rank(options, vira, c),) if r is not None]
    return sorted(found, key=lambda pair: -pair[0])


def envido_cards(options, vira, held):
    """(value, the cards that make it) of an envido, RULES.md 2.3, 6.3, 7.3, 8.2."""
    if options["wild"] == "periques":
        return _embit(held)
    pieces = _pieces(options, vira, held)
    if pieces:
        if options["ranks"] == "vira" and len(pieces) == 2:
            return 39, [pieces[0][1], pieces[1][1]]              # both pieces where no flor counts [table]
        best = pieces[0][1]
        others = [c for c in held if c != best]
        other = max(others, key=index) if others else None       # the first of the highest as dealt
        if other is None or not index(other):
            return pieces[0][0], [best]
        return pieces[0][0] + index(other), [best, other]
    best, cards = -1, []
    for i, a in enumerate(held):
        for b in held[i + 1:]:
            if suit_of(a) == suit_of(b) and 20 + index(a) + index(b) > best:
                best, cards = 20 + index(a) + index(b), [a, b]
    if best < 0 and held:
        top = max(held, key=index)
        best, cards = index(top), [top]
    return best, cards


def _embit(held):
    """A pair of one suit, the périques standing for a seven of any; 0 without one [0]."""
    wild = [c for c in held if c in PERIQUES]
    plain = [c for c in held if c not in PERIQUES]
    best, cards = 0, []

    def better(value, pair):
        nonlocal best, cards
        if value > best:
            best, cards = value, pair
    for i, a in enumerate(plain):
        for b in plain[i + 1:]:
            if suit_of(a) == suit_of(b):
                better(20 + index(a) + index(b), [a, b])
    if len(wild) == 2:
        better(34, list(wild))
    if wild:
        for a in plain:
            better(27 + index(a), [a, wild[0]])
    return best, cards


def envido_value(options, vira, held):
    return envido_cards(options, vira, held)[0]


def has_flor(options, vira, held):
    """Whether three cards are a flor, RULES.md 2.4, 6.4, 7.2, 8.3."""
    if len(held) != 3:
        return False
    if options["wild"] == "periques":
        return len({suit_of(c) for c in held if c not in PERIQUES}) <= 1
    pieces = [c for _, c in _pieces(options, vira, held)]
    if len(pieces) >= 2:
        return True
    rest = [c for c in held if c not in pieces]
    return len({suit_of(c) for c in rest}) == 1


def suited(held):
    """Three cards of one suit, the only flor that uy_flor_duty=suit_only makes one sing."""
    return len(held) == 3 and len({suit_of(c) for c in held}) == 1


def reservada(options, vira, held):
    """Both pieces of the Venezuelan game: it beats every other flor."""
    return options["ranks"] == "vira" and len(_pieces(options, vira, held)) == 2


def flor_value(options, vira, held):
    if options["wild"] == "periques":
        return 20 + sum(7 if c in PERIQUES else index(c) for c in held)
    pieces = _pieces(options, vira, held)
    rest = sum(index(c) for c in held if c not in [x for _, x in pieces])
    if pieces:
        return pieces[0][0] + sum(points - 20 for points, _ in pieces[1:]) + rest
    return 20 + rest
