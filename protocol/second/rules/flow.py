"""Who is asked what, and what an answer does: the order of a hand (RULES.md 2 to 8)."""

from . import actions as A
from . import declare, envido, flor, stake, tricks, truc
from .state import Illegal
from .. import cards as C


def deal(p, mano, gallo, pico, hands, vira):
    """Opens a hand; returns what the rules did by themselves."""
    p.open_hand(mano, gallo, pico, hands, vira)
    p.eleven, p.eleven_side = stake.eleven_due(p)
    news = []
    advance(p, news)
    return news


def apply(p, seat, code):
    """One decision. Returns (value told with its ACT, place of a card or None, what the rules did after it)."""
    if seat != p.turn or code not in p.legal:
        raise Illegal("seat %d may not do %d" % (seat, code))
    news = []
    value, place = do(p, seat, A.kind(code), A.arg(code))
    advance(p, news)
    return value, place, news


# ---- the question ------------------------------------------------------------------------------

def advance(p, news):
    """Goes on until a seat is to decide or the hand is over."""
    while True:
        asked = question(p, news)
        if asked is None:
            continue
        p.phase, p.turn, codes = asked
        p.legal = sorted(codes, key=lambda c: (A.kind(c), rank_in_list(p, c)))
        return


def rank_in_list(p, code):
    """Cards stand as dealt, other args ascending."""
    if A.kind(code) in (A.PLAY, A.PLAY_DOWN, A.DISCARD):
        for hand in p.dealt:
            if A.arg(code) in hand:
                return hand.index(A.arg(code))
    return A.arg(code)


def question(p, news):
    """(phase, seat, legal) of the next decision; None when something was done and the question is to be put again."""
    if p.hand_over:
        return A.NONE, None, []
    if p.gallo is not None and p.discard is None:
        return A.P_DISCARD, p.gallo, [A.code(A.DISCARD, c) for c in p.dealt[p.gallo]]
    if p.eleven == 1:
        return ask_eleven(p)
    if p.paid:
        return after_the_hand(p)
    if p.flor_state == A.WANTED and not truc.on(p) and not p.declaring:
        seat = flor.chances(p, news, p.flor_first)            # who had no chance yet still sings or passes
        if seat is not None:
            return A.P_FLOR, seat, flor.legal_chance(p, seat)
        declare.start(p)
    if p.flor_state == A.WANTED or p.envido_state == A.WANTED:
        return ask_declaring(p, news)
    if flor.on(p):
        asked = ask_flor(p, news)
        if asked is not False:
            return asked
    if truc.on(p):
        asked = truc.question(p)
        if asked is not False:
            return asked
    if p.envido_state == A.CALLED and not truc.on(p):
        return ask_answer(p, A.P_ENVIDO, p.envido_seat, p.envido_last)
    if p.closing:
        return finish_hand(p, news)
    if p.stake_called:
        return ask_answer(p, A.P_STAKE, p.stake_seat, p.stake_called)
    return ask_play(p, news)


def ask_eleven(p):
    members = [s for s in p.from_seat(p.mano) if p.side(s) == p.eleven_side]
    if p.o["speaker"] == "captain":
        members = members[-1:]
    members = [s for s in members if s not in p.passed]
    if not members:
        run_from_eleven(p)
        return None
    codes = [A.code(A.ELEVEN_PLAY), A.code(A.ELEVEN_RUN)] + give_up_codes(p, members[0])
    if len([s for s in p.playing if p.side(s) == p.eleven_side]) > 1 and p.o["speaker"] == "any":
        codes.append(A.code(A.PASS))
    return A.P_ELEVEN, members[0], codes


def ask_flor(p, news):
    """The questions of flor; False when there is none now."""
    if p.o["flor_timing"] == "hand_start" and not p.flor_opened and p.flor_gave_way is None:
        seat = flor.chances(p, news, (p.mano - 1) % p.seats)
        if seat is not None:
            return A.P_FLOR, seat, flor.legal_chance(p, seat)
        p.flor_opened = True
        return None
    if p.flor_state == A.CALLED:
        if p.flor_gave_way is not None:
            flor.settle(p, 1 - p.flor_gave_way, p.flor_unwanted)
            return None
        seat = flor.chances(p, news, p.flor_first)
        if seat is not None:
            return A.P_FLOR, seat, flor.legal_chance(p, seat)
        asked = flor.pending(p)
        if asked is not None:
            return (A.P_FLOR,) + asked
        resolve_flor(p)
        return None
    if p.flor_state == A.POSSIBLE and p.trick == 0:
        after = caller(p)
        if after is not None:
            seat = flor.chances(p, news, after)
            if p.flor_state == A.CALLED:
                return None
            if seat is not None:
                return A.P_FLOR, seat, flor.legal_chance(p, seat)
    return False


def caller(p):
    """The seat whose call (envido, truco, giving up) waits while the others may still sing."""
    if p.envido_state == A.CALLED:
        return p.envido_seat
    if p.closing and p.gave_up is not None:
        return p.gave_up
    if p.stake_called:
        return p.stake_seat
    return None


def resolve_flor(p):
    sides = flor.sides_sang(p)
    if p.flor_last != A.FLOR and not p.flor_quiero:           # a bet that everybody passed on is refused
        flor.settle(p, p.side(p.flor_seat), p.flor_unwanted)
        return
    if len(sides) == 1:
        flor.settle(p, sides.pop(), 3 * len(p.sang))
        flor_ended(p)
        return
    p.flor_state = A.WANTED


def flor_ended(p):
    """`flor_ends`: what a settled flor ends (RULES.md 5.1)."""
    rule = p.o["flor_ends"]
    if rule == "nothing" or p.game_over or p.closing:
        return
    if rule == "hand":
        p.closing, p.gave_up = (2, 0), None
        p.stake_called = 0
    else:
        p.trick_winner[p.trick] = 2
        p.trick += 1
        if p.envido_state == A.POSSIBLE:
            p.envido_state = A.CLOSED


def ask_declaring(p, news):
    if p.o["declare"] == "auto":
        declare.automatic(p, news)
        end_declaring(p)
        return None
    seat = declare.next_speaker(p)
    if seat is None:
        end_declaring(p)
        return None
    return A.P_DECLARE, seat, declare.legal(p, seat)


def end_declaring(p):
    """The comparison is over: who leads has it."""
    winner = declare.leading(p)
    side = p.side(winner)
    if p.flor_state == A.WANTED:
        if truc.on(p):
            truc.end_flor(p, side)
            return
        flor.pay(p, side)
        flor_ended(p)
        return
    if truc.on(p):
        truc.end_declaring(p, winner)
        return
    p.envido_state, p.envido_winner = A.SETTLED, winner
    value, made = C.envido_cards(p.o, p.vira, p.cards(winner))
    p.show(winner, made)
    points, partida = envido.pays(p, side)
    p.credit(side, points, "envido")
    if partida:
        finish_partida(p, side)


def finish_partida(p, side):
    if not p.game_over:
        p.end_game(p.scorer_of(side), True)
    else:
        p.partida_winner = p.game_winner


def ask_answer(p, phase, after, word):
    """The members of the challenged side in playing order from the caller; all passing is a refusal."""
    p.about(phase, after, word)
    side = 1 - p.side(after)
    members = p.members(side, after)
    if p.o["speaker"] == "captain":
        members = [s for s in p.from_seat(p.mano) if p.side(s) == side][-1:]
    waiting = [s for s in members if s not in p.passed]
    if not waiting:
        refuse(p, phase)
        return None
    seat = waiting[0]
    codes = [A.code(A.QUIERO), A.code(A.NO_QUIERO)] + give_up_codes(p, seat)
    if len(members) > 1:
        codes.append(A.code(A.PASS))
    if phase == A.P_ENVIDO:
        codes += envido.raises(p, seat)
    else:
        codes += answers_to_truco(p, seat)
    return phase, seat, codes


def answers_to_truco(p, seat):
    codes = []
    if stake.may_answer_raise(p):
        codes.append(stake.raise_code(p))
    if p.o["envido"] not in ("embit", "none") and p.stake_called == 1 and envido.may_open(p, seat):
        codes += envido.openings(p)
    if p.o["quiero_mazo"] == "on" and p.held(seat):
        codes.append(A.code(A.QUIERO_MAZO))
    if p.o["implicit_quiero"] == "on" and tricks.to_play(p) == seat:
        codes += tricks.legal(p, seat)
    return codes


def ask_play(p, news):
    seat = tricks.to_play(p)
    if seat is None:
        end_trick(p)
        return None
    if p.o["truco_turn"] == "any_time" and p.eleven not in (2, 4):
        for other in p.playing:
            if other != seat and other not in p.waived and stake.may_raise(p, other):
                if flor.on(p) and flor.own_turn(p, news, other):
                    return None
                codes = [stake.raise_code(p), A.code(A.PASS)]
                if flor.on(p) and flor.still(p, other) and flor.holds(p, other):
                    codes.append(A.code(A.FLOR))
                return A.P_RAISE, other, codes
    if flor.on(p) and flor.own_turn(p, news, seat):
        return None
    codes = tricks.legal(p, seat) + give_up_codes(p, seat)
    if stake.may_raise(p, seat):
        codes.append(A.code(A.RAISE, 1) if p.eleven else stake.raise_code(p))
    if p.o["envido"] not in ("embit", "none") and envido.may_open(p, seat):
        codes += envido.openings(p)
    if flor.on(p) and flor.still(p, seat) and flor.holds(p, seat):
        codes.append(A.code(A.FLOR))
    if truc.on(p):
        codes += truc.declarations(p, seat)
    return A.P_PLAY, seat, codes


def end_trick(p):
    if p.trick == 0 and p.envido_state == A.POSSIBLE and not truc.on(p):
        p.envido_state = A.CLOSED
    if p.trick == 0 and p.flor_state == A.POSSIBLE and not truc.on(p):
        p.flor_state = A.CLOSED
    first = p.trick == 0
    decided = tricks.finish(p)
    if truc.on(p) and first:
        truc.first_trick_over(p)
    if p.game_over:
        return
    if decided:
        winner = tricks.outcome(p)
        p.hand_winner = winner
        p.closing, p.gave_up = (winner, 0 if winner == 2 else stake.worth(p)), None


# ---- giving up ---------------------------------------------------------------------------------

def give_up_codes(p, seat):
    """`mazo`, and `paso` where it is another word."""
    if p.o["concede"] == "no" or truc.on(p):
        return []
    if p.o["mazo_open_envido"] == "forbidden_for_mano" and seat == p.mano and nothing_called(p):
        return []
    codes = [A.code(A.MAZO)]
    if p.o["mazo_scope"] == "paso" and len(p.members(p.side(seat), seat)) > 1:
        codes.append(A.code(A.PASO))
    return codes


def nothing_called(p):
    return p.trick == 0 and p.envido_state == A.POSSIBLE and not p.stake and not p.stake_called


def give_up(p, seat, whole):
    side = p.side(seat)
    if whole:
        leaving = [s for s in p.playing if p.side(s) == side and s not in p.out]
    else:
        leaving = [seat]
    nothing = nothing_called(p)
    p.out |= set(leaving)
    if p.members(side, seat):
        return
    close_given_up(p, seat, side, nothing)


def close_given_up(p, seat, side, nothing):
    """The whole side is gone: the others are paid (RULES.md 2.5)."""
    if p.envido_state == A.CALLED:
        envido.refuse(p)
        if p.game_over:
            return
    points = p.ladder[1] if p.eleven == 2 else p.ladder[p.stake]
    p.open_envido_given_up = nothing and p.o["mazo_open_envido"] == "2"
    p.closing, p.gave_up = (1 - side, points), seat


# ---- the end of a hand -------------------------------------------------------------------------

def finish_hand(p, news):
    """Pays the hand, then asks for hidden flores, then the next duel or the end."""
    winner, points = p.closing
    if truc.on(p):
        truc.hand_ends(p, news)
        if p.game_over:
            return None
    p.paid = True
    if winner != 2:
        p.hand_winner = winner
    if points is None:
        points = p.needs(winner)
    if p.open_envido_given_up and p.envido_state == A.POSSIBLE:
        p.credit(winner, 1, "envido")                         # for the envido given up, unless a flor annulled it
    if winner != 2:
        p.credit(winner, points, "truco")
    if p.eleven == 4 and winner != 2 and not p.game_over and p.o["end_check"] == "immediate":
        p.end_game(p.scorer_of(winner))
    if not p.game_over and flor.on(p) and p.o["flor_policy"].startswith("manual"):
        p.accusers, p.passed = p.from_seat(p.mano, whole=True), set()
    return None


def after_the_hand(p):
    while p.accusers:
        seat = p.accusers[0]
        rivals = [s for s in p.playing if p.side(s) != p.side(seat) and s not in p.sang | p.accused]
        if rivals:
            return A.P_ACCUSE, seat, [A.code(A.PIDO, s) for s in rivals] + [A.code(A.PASS)]
        p.accusers.pop(0)
    end_duel(p)
    return None


def accuse(p, seat, target):
    """A hidden flor is paid to the accuser, a false accusation to the accused (RULES.md 2.4)."""
    p.accused.add(target)
    side, other = p.side(seat), p.side(target)
    third = p.o["flor_policy"] == "manual_seed003"
    if flor.holds(p, target):
        p.show(target, p.cards(target))
        points = 3
        if third:
            points += sum(p.points[k][other] - p.before[k][other] for k in p.points)
        p.credit(side, points, "flor")
        return
    plain = [c for c in p.cards(target) if C.piece_rank(p.o, p.vira, c) is None]
    first = plain[0]                                          # a pieza would prove nothing
    another = [c for c in plain if C.suit_of(c) != C.suit_of(first)]
    p.show(target, [first] + another[:1])
    p.credit(other, 3 if third else 1, "flor")


def end_duel(p):
    if p.pico == 1 and p.seats == 6 and p.o["pica_redeal"] == "no":
        p.dueled |= set(p.playing)
        if p.envido_winner is not None:
            p.duel_envido.add(p.envido_winner)
        p.duel_flor |= {s for s in p.sang if p.side(s) == p.flor_winner}
    if p.pico == 1 and p.seats == 6 and p.o["pica_redeal"] == "no" and len(p.dueled) < 6:
        p.open_duel()
        return
    p.hand_over = True
    if p.o["end_check"] == "end_of_hand":
        best = [p.side_score(0), p.side_score(1)]
        if max(best) >= p.target and best[0] != best[1]:
            p.end_game(p.winner_at_target(0 if best[0] > best[1] else 1))


def refuse(p, phase):
    """no-quiero, said or by everybody passing."""
    if phase == A.P_ENVIDO:
        envido.refuse(p)
        return
    winner = p.side(p.stake_seat)
    points = p.ladder[p.stake]                                # None is the game, worked out when it is paid
    p.closing, p.gave_up = (winner, points), None


def run_from_eleven(p):
    p.eleven = 3
    p.closing, p.gave_up = (1 - p.eleven_side, stake.run_pays(p)), None


# ---- what an answer does -----------------------------------------------------------------------

def do(p, seat, kind, arg):
    """Applies a legal decision; (value told, place of the card)."""
    phase = p.phase
    if phase != A.P_RAISE or kind != A.PASS:
        p.waived = set()
    declares = truc.on(p) and kind not in (A.PLAY,)           # truc.say marks it
    if not declares and p.trick == 0 and (phase == A.P_PLAY or kind in (A.RAISE, A.ENVIDO, A.REAL, A.FALTA, A.MAZO, A.PASO, A.QUIERO_MAZO)):
        p.asked.add(seat)
    if kind == A.DISCARD:
        place = p.dealt[seat].index(arg)
        discard(p, seat, place)
        return 0, place
    if kind in (A.PLAY, A.PLAY_DOWN, A.PLAY_BLIND):
        if phase == A.P_STAKE:
            stake.accept(p)
        place = tricks.lay(p, seat, kind, arg)
        return (p.table[p.trick][seat] if kind == A.PLAY_BLIND else 0), place
    if kind in (A.DECLARE, A.SILENT, A.SON_BUENAS):
        return declare.speak(p, seat, kind), None
    if kind == A.PIDO:
        p.accusers.pop(0)
        p.passed.add(seat)
        accuse(p, seat, arg)
        return 0, None
    if kind in (A.MAZO, A.PASO):
        whole = kind == A.MAZO and (p.o["mazo_scope"] != "player" or p.eleven == 1)
        if p.eleven == 1:                                     # thrown in: what a plain hand is worth
            p.eleven = 3
            p.closing, p.gave_up = (1 - p.eleven_side, stake.plain(p)), None
        else:
            give_up(p, seat, whole)
        return 0, None
    if truc.on(p) and truc.say(p, seat, kind, arg):
        return 0, None
    say(p, seat, kind, arg, phase)
    return 0, None


def say(p, seat, kind, arg, phase):
    if phase == A.P_FLOR or kind == A.FLOR:
        p.asked.discard(seat) if phase == A.P_PLAY else None
        flor.say(p, seat, kind, arg)
    elif kind == A.PASS:
        if phase == A.P_RAISE:
            p.waived.add(seat)
        elif phase == A.P_ACCUSE:
            p.accusers.pop(0)
            p.passed.add(seat)
        else:
            p.passed.add(seat)
    elif kind == A.RAISE:
        if p.eleven:
            raised_in_eleven(p, seat)
        else:
            stake.call(p, seat)
    elif kind in (A.ENVIDO, A.REAL, A.FALTA):
        envido.call(p, seat, kind, arg)
    elif kind == A.QUIERO:
        if phase == A.P_ENVIDO:
            p.envido_state = A.WANTED
            declare.start(p)
        else:
            stake.accept(p)
    elif kind == A.NO_QUIERO:
        refuse(p, phase)
    elif kind == A.QUIERO_MAZO:
        stake.accept(p)
        give_up(p, seat, p.o["mazo_scope"] != "player")
    elif kind == A.ELEVEN_PLAY:
        p.eleven, p.passed = 2, set()
    elif kind == A.ELEVEN_RUN:
        run_from_eleven(p)
    else:
        raise Illegal("kind %d in phase %d" % (kind, phase))


def raised_in_eleven(p, seat):
    """`truco_in_eleven`: the hand, or the game, is lost."""
    other = 1 - p.side(seat)
    if p.o["truco_in_eleven"] == "loses_game":
        p.credit(other, p.needs(other), "truco")
        p.end_game(p.scorer_of(other))                        # whatever end_check says
        return
    p.closing, p.gave_up = (other, stake.worth(p)), None


def discard(p, seat, place):
    """The gallo's card lies away; his fourth stands in its place from now on (view.schema.json, `discard`)."""
    cards = p.dealt[seat]
    cards[place], cards[3] = cards[3], cards[place]
    p.discard = place
    p.gone[seat].add(3)
