#!/usr/bin/env python3
"""cards.py: draws the two decks into cards.svg, one <symbol> a card, by the names the replays use: 7e, 12o, AS, 5D.

    python3 ladder/web/cards.py > ladder/web/cards.svg

Spanish: the frame's gaps tell the suit at a glance, as on printed cards (la pinta): oros none, copas one, espadas two,
bastos three.  French: index and pips.  Everything is drawn here; nothing is traced.
"""
import sys

WIDTH, HEIGHT = 100, 154

SPANISH = {
    'o': ('oros', '#b8860b', 0),
    'c': ('copas', '#a32020', 1),
    'e': ('espadas', '#1f4f8b', 2),
    'b': ('bastos', '#2f6b2f', 3),
}
FRENCH = {'S': ('spades', '#111'), 'C': ('clubs', '#111'), 'H': ('hearts', '#b3161b'), 'D': ('diamonds', '#b3161b')}

# Pips, drawn around 0,0 and about 20 wide.
PIPS = {
    'o': '<circle r="10" fill="#f4c430" stroke="#8a6508" stroke-width="1.6"/>'
         '<circle r="6.6" fill="none" stroke="#8a6508" stroke-width="1"/>'
         '<path d="M0-5.4L1.5-1.5 5.4 0 1.5 1.5 0 5.4-1.5 1.5-5.4 0-1.5-1.5Z" fill="#c0392b"/>',
    'c': '<path d="M-8-10H8C8-2 5 2 1.8 3V7.2L6 10H-6L-1.8 7.2V3C-5 2-8-2-8-10Z" fill="#d9382b" stroke="#7a1512" '
         'stroke-width="1.3" stroke-linejoin="round"/><path d="M-8-10H8L7.6-7.4H-7.6Z" fill="#f4c430"/>'
         '<circle cy="5.2" r="1.8" fill="#f4c430"/>',
    'e': '<path d="M0-13L2.2-9V4.4H-2.2V-9Z" fill="#8fb4dd" stroke="#1f3f6b" stroke-width="1.1" stroke-linejoin="round"/>'
         '<path d="M-7 4.2H7V6.6H-7Z" fill="#f4c430" stroke="#8a6508" stroke-width=".8"/>'
         '<path d="M-1.4 6.6H1.4V11H-1.4Z" fill="#7a1512"/><circle cy="12" r="1.9" fill="#f4c430"/>',
    'b': '<path d="M-3.4-12C1.6-14.4 6-10.6 4.6-6.4 6.8-3.6 4 0 3 3L1.6 12.4H-2.4L-2.6 3C-4.8.6-5.4-3-3.6-5.2-6-7.4-5.6-10.6'
         '-3.4-12Z" fill="#5e9c3f" stroke="#2a4d1c" stroke-width="1.3" stroke-linejoin="round"/>'
         '<circle cx="-.8" cy="-8" r="1.4" fill="#b5552b"/><circle cx="1.4" cy="-2.4" r="1.2" fill="#b5552b"/>',
    'S': '<path d="M0-11C3-6 10-2.4 10 3.4 10 8 4.4 8.6 1.6 5.4L3.4 11H-3.4L-1.6 5.4C-4.4 8.6-10 8-10 3.4-10-2.4-3-6 0-11Z" '
         'fill="#111"/>',
    'C': '<path d="M0-11A4.8 4.8 0 0 1 3.4-2.6 4.8 4.8 0 1 1 1.6 5.2L3.4 11H-3.4L-1.6 5.2A4.8 4.8 0 1 1-3.4-2.6 4.8 4.8 0 0 1 '
         '0-11Z" fill="#111"/>',
    'H': '<path d="M0 11C-4 5-10 1.4-10-4.4-10-10-2.6-11 0-5.6 2.6-11 10-10 10-4.4 10 1.4 4 5 0 11Z" fill="#c81d25"/>',
    'D': '<path d="M0-11L7.6 0 0 11-7.6 0Z" fill="#c81d25"/>',
}

# Where the pips of a card stand, by their number; the size goes with it.
PLACES = {
    1: [(50, 77)],
    2: [(50, 42), (50, 112)],
    3: [(50, 38), (50, 77), (50, 116)],
    4: [(33, 44), (67, 44), (33, 110), (67, 110)],
    5: [(33, 42), (67, 42), (50, 77), (33, 112), (67, 112)],
    6: [(33, 39), (67, 39), (33, 77), (67, 77), (33, 115), (67, 115)],
    7: [(33, 36), (67, 36), (50, 57), (33, 80), (67, 80), (33, 118), (67, 118)],
}
SIZE = {1: 2.5, 2: 1.7, 3: 1.45, 4: 1.4, 5: 1.3, 6: 1.2, 7: 1.1}


def pip(suit, x, y, size):
    return f'<use href="#pip-{suit}" transform="translate({x} {y}) scale({size})"/>'


def paper():
    return '<rect x="1" y="1" width="98" height="152" rx="7" fill="#fffdf5" stroke="#6b6350" stroke-width="1.2"/>'


def frame(colour, gaps):
    """Top and bottom edge with as many gaps as the suit's pinta, between two whole sides."""
    parts, left, right, gap = gaps + 1, 9, 91, 7
    width = (right - left - gap * gaps) / parts
    edges = ''.join(f'M{left + i * (width + gap):.1f} {y}h{width:.1f}' for y in (9, 145) for i in range(parts))
    return f'<path d="{edges}M9 9V145M91 9V145" fill="none" stroke="{colour}" stroke-width="1.5"/>'


def corners(text, colour, family='serif'):
    index = (f'<text x="15" y="25" font-family="{family}" font-size="16" font-weight="bold" text-anchor="middle" '
             f'fill="{colour}">{text}</text>')
    return index + f'<g transform="rotate(180 50 77)">{index}</g>'


def sota(colour):
    """A page who stands, in a cap."""
    return (f'<path d="M38 122V100L32 72Q50 60 68 72L62 100V122H53V102H47V122Z" fill="{colour}"/>'
            '<path d="M34 122H48V128H30Q30 123 34 122ZM52 122H66Q70 123 70 128H52Z" fill="#4a3520"/>'
            '<circle cx="50" cy="53" r="10" fill="#f1c9a0" stroke="#6b4a2b" stroke-width=".8"/>'
            f'<path d="M38 50Q38 37 52 38 63 39 62 50Q50 44 38 50Z" fill="{colour}"/>'
            '<path d="M60 42Q70 34 68 26" fill="none" stroke="#f4c430" stroke-width="2.4" stroke-linecap="round"/>'
            '<path d="M36 84H64V89H36Z" fill="#f4c430"/>')


def caballo(colour):
    """A rider on a horse that walks to the left."""
    return ('<path d="M30 84Q22 80 18 88L15 97Q19 101 24 97L30 96Q30 106 34 110L30 128H36L42 111H62L66 128H72L70 108Q76 100 73 '
            '88Q80 94 81 106Q87 96 78 86 68 80 54 82 40 84 36 78L33 72Z" fill="#7a5230" stroke="#3f2a17" stroke-width="1"/>'
            '<circle cx="24" cy="89" r="1.2" fill="#fff"/>'
            f'<path d="M42 84L40 66Q52 56 62 66L62 84Q58 96 60 106L52 106Q50 94 48 86Z" fill="{colour}"/>'
            '<circle cx="51" cy="50" r="9" fill="#f1c9a0" stroke="#6b4a2b" stroke-width=".8"/>'
            f'<path d="M40 48Q40 36 53 37 63 38 61 48Q50 43 40 48Z" fill="{colour}"/>'
            '<path d="M36 78Q44 76 50 84" fill="none" stroke="#f4c430" stroke-width="1.6"/>')


def rey(colour):
    """A king in a robe, crowned."""
    return (f'<path d="M36 74Q50 62 64 74L72 126H28Z" fill="{colour}"/>'
            '<path d="M44 70H56L60 126H40Z" fill="#f3e6c4"/><path d="M47 74H53V126H47Z" fill="#f4c430"/>'
            '<path d="M28 126H72V130H28Z" fill="#f3e6c4"/>'
            '<circle cx="50" cy="54" r="10" fill="#f1c9a0" stroke="#6b4a2b" stroke-width=".8"/>'
            '<path d="M41 57Q43 71 50 72 57 71 59 57 50 63 41 57Z" fill="#8b6b48"/>'
            '<path d="M38 46L36 30 43 38 50 27 57 38 64 30 62 46Z" fill="#f4c430" stroke="#8a6508" stroke-width="1"/>')


FIGURES = {10: sota, 11: caballo, 12: rey}


def spanish(rank, suit):
    name, colour, gaps = SPANISH[suit]
    body = paper() + frame(colour, gaps) + corners(rank, colour)
    if rank in FIGURES:
        return body + FIGURES[rank](colour) + pip(suit, 77, 46, 1.05)
    return body + ''.join(pip(suit, x, y, SIZE[rank]) for x, y in PLACES[rank])


def french(rank, suit):
    name, colour = FRENCH[suit]
    body = paper() + corners(rank, colour, 'sans-serif') + pip(suit, 15, 36, .55)
    body += f'<g transform="rotate(180 50 77)">{pip(suit, 15, 36, .55)}</g>'
    if rank in 'JQK':
        crown = '' if rank == 'J' else '<path d="M36 52L33 36 42 44 50 33 58 44 67 36 64 52Z" fill="#f4c430" stroke="#8a6508"/>'
        return (body + f'<rect x="27" y="24" width="46" height="106" rx="4" fill="#f7eed6" stroke="{colour}"/>' + crown +
                f'<text x="50" y="92" font-family="serif" font-size="46" font-weight="bold" text-anchor="middle" '
                f'fill="{colour}">{rank}</text>' + pip(suit, 50, 112, 1.1))
    count = 1 if rank == 'A' else int(rank)
    return body + ''.join(pip(suit, x, y, SIZE[count] * .9) for x, y in PLACES[count])


def back():
    lines = ''.join(f'M{x} 10L{x - 134} 144' for x in range(22, 226, 12)) + ''.join(f'M{x} 10L{x + 134} 144' for x in range(-122, 90, 12))
    return (paper() + '<clipPath id="inside"><rect x="8" y="8" width="84" height="138" rx="4"/></clipPath>'
            '<rect x="8" y="8" width="84" height="138" rx="4" fill="#24476b"/>'
            f'<path d="{lines}" clip-path="url(#inside)" stroke="#5d86b3" stroke-width="1.4" fill="none"/>'
            '<circle cx="50" cy="77" r="17" fill="#24476b" stroke="#cdd9e8" stroke-width="1.6"/>'
            '<path d="M50 64L53 74 63 77 53 80 50 90 47 80 37 77 47 74Z" fill="#cdd9e8"/>')


def main():
    out = ['<svg xmlns="http://www.w3.org/2000/svg">', '<defs>']
    out += [f'<g id="pip-{suit}">{shape}</g>' for suit, shape in PIPS.items()]
    out.append('</defs>')
    cards = [(f'{rank}{suit}', spanish(rank, suit)) for suit in SPANISH for rank in (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)]
    cards += [(f'{rank}{suit}', french(rank, suit)) for suit in FRENCH for rank in ('A', '2', '3', '4', '5', '6', '7', 'J', 'Q', 'K')]
    cards.append(('back', back()))
    out += [f'<symbol id="card-{name}" viewBox="0 0 {WIDTH} {HEIGHT}">{body}</symbol>' for name, body in cards]
    out.append('</svg>')
    sys.stdout.write('\n'.join(out) + '\n')


if __name__ == '__main__':
    main()
