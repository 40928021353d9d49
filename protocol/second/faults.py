"""What goes wrong, and what it takes from whom (ARBITER.md sections 5 and 7; EXTENSIONS.md section 5)."""

from . import course as K
from . import envelope as E, record as R, terms
from .wrong import Wrong

ILLEGAL, MALFORMED, BAD_SIGNATURE, BAD_CUT, WRONG_SEAT, UNASKED, TIMEOUT, NO_START, WITHHELD, CRASHED, RESOURCES, \
    PROTESTED, OUT_OF_ORDER, KEY_AGAIN = range(1, 15)
ARBITER = 100
NOTED, REFUSED, GAME, MATCH, DEFAULT_ACTION, VOID, STOPPED = range(7)
BY_FAULT, BY_VOID, BY_STOP = 1, 3, 5                          # outcomes, and reasons of GAME_END
ANOTHER_BOOT, GIVEN_UP = 3, 6
FORGOTTEN = ANOTHER_BOOT, GIVEN_UP                           # nothing of such a match counts


def fault(c, p, number, a, b, table=0):
    """A fault with an effect: FAULT and all that follows at once."""
    if c.state == K.OVER or p.lost:
        return
    if c.state == K.HELLO:
        p.clock.dues = []
        c.early.setdefault(p.number, (number, a, b))
        maybe_start(c)
        return
    if p.number >= c.offer.seats:
        cutter_fault(c, p, number, a, b)
        return
    p.faults += 1
    if decided_for(c, p):
        p.lost, p.clock.dues = True, []
        tell(c, table, p.number, number, NOTED, a, b)
        return
    game = number == ILLEGAL or number == TIMEOUT and p.timeouts < 3
    tell(c, table, p.number, number, GAME if game else MATCH, a, b)
    if game:
        c.tables[table].forfeit(p.number)
    else:
        lose_match(c, p, number, a, b, table)


def tell(c, table, seat, number, effect, a, b):
    c.expect(255, R.FAULT, table, seat, number, effect, a, b)


def decided_for(c, p):
    """Every table has told its last GAME_END, and the seat owes no cut: nothing can be taken from it (ARBITER.md section 5)."""
    return c.state == K.PLAY and c.all_played() and not p.clock.find_any(E.CUT)


def lose_match(c, p, number, a, b, table):
    t = c.tables[table]
    winner = t.winner_without([p.number])
    winner = t.nobody if winner is None else winner
    end_all(c, winner, BY_FAULT, p.number)
    c.make_result(BY_FAULT, winner, number, p.number, a, b)


def end_all(c, winner, reason, seat):
    """What is open at every table ends with the match, in their order."""
    c.cut_short = True
    tell_cutters(c)
    for t in c.tables:
        if t.game_open:
            t.end_game(winner, reason, seat)
        if t.hand_open:
            t.close_hand(asked=False)


def timeout(c, p, t, budget, used):
    p.timeouts += 1
    t.used[p.number], p.back[t.number] = 0, t.requests_made[p.number]
    if p.timeouts == 3 or c.offer.on_timeout == 0:
        fault(c, p, TIMEOUT, budget, used, t.number)
        return
    p.faults += 1
    tell(c, t.number, p.number, TIMEOUT, DEFAULT_ACTION, budget, used)
    p.clock.drop(E.ANSWER, t.number)
    t.charge_all(p.number)
    t.default(p.number)


def illegal(c, p, t, request, error):
    """REFUSED twice a game; the third loses it. Which of several reasons is told is not judged here, except of signs."""
    t.illegals[p.number] += 1
    p.kept.hurried = p.there
    told = K.Either(lambda e: isinstance(e, int) and (e in terms.RULE_ERRORS if error is True else e == error),
                    "the error of the rules" if error is True else "the error %d" % error)
    if t.illegals[p.number] == 3:
        fault(c, p, ILLEGAL, told, 3, t.number)
        return
    p.faults += 1
    c.expect(R.party_bit(p.number), R.REFUSED, t.number, request, told,
             lambda: terms.RULE_ERRORS.get(R.message(c.at)[3]))


def silence(c, r):
    number, fault_, left, now = R.numbers(r.payload, 1, 1, 8, 8)
    c.nothing_due()
    p = c.party(number)
    if now > r.time or now < left:
        raise Wrong("a silence until %d is written down at %d" % (now, r.time))
    if c.state == K.OVER or p.lost or not p.clock.dues:
        raise Wrong("A14 party %d owed nothing, its silence is no fault" % number)
    p.clock.stand(r.time)
    p.clock.told(left, now)
    p.kept.hurried = p.there
    due = p.clock.first_over()
    what = {E.HELLO: NO_START, E.JOIN: NO_START, E.ANSWER: TIMEOUT}.get(due.kind, WITHHELD)
    if fault_ != what:
        raise Wrong("the silence is called fault %d, it is %d" % (fault_, what))
    if now < due.over_at:
        raise Wrong("A14 party %d still had time" % number)
    if what == TIMEOUT:
        timeout(c, p, c.tables[due.table], due.limit, now - due.asked)
    elif what == NO_START:
        fault(c, p, NO_START, due.limit, 0)
    else:
        fault(c, p, WITHHELD, due.number, due.limit, due.table)
    c.end_of_input()


# ---- cutters -------------------------------------------------------------------------------------

def cutter_fault(c, p, number, a, b):
    t = c.tables[0]
    p.lost, p.fault = True, (number, a, b)
    p.clock.dues = []
    c.late_faults.append(p.number)
    if t.hand_open:
        return
    tell_cutters(c)
    if c.stopping:
        if t.game_open:
            t.end_game(t.nobody, BY_STOP, p.number)
        stop_now(c)


def tell_cutters(c):
    """FAULT of every cutter whose fault waited, in the order of the parties."""
    for number in sorted(c.late_faults):
        fault_, a, b = c.parties[number].fault
        needed = not c.cut_short and not c.stopping and c.tables[0].cut_needed()
        tell(c, 0, number, fault_, STOPPED if needed else NOTED, a, b)
        if needed:
            c.stopping = (fault_, number, a, b)
    c.late_faults = []


def stop_now(c):
    fault_, number, a, b = c.stopping
    c.make_result(BY_STOP, c.tables[0].stopped_winner(), fault_, number, a, b)


# ---- the start, and what is void -----------------------------------------------------------------

def maybe_start(c):
    """The OFFERs, when every party has said HELLO; before it a fault waits until every other has, or is at fault too."""
    if not all(p.said_hello or p.number in c.early for p in c.parties):
        return
    c.make_offers()
    if not c.early:
        return
    seats = [n for n in sorted(c.early) if n < c.offer.seats]
    for place, n in enumerate(sorted(c.early)):
        number, a, b = c.early[n]
        effect = MATCH
        if n >= c.offer.seats:
            effect = STOPPED if not seats and not place else NOTED
            c.parties[n].lost = True
        else:
            c.parties[n].faults += 1
        tell(c, 0, n, number, effect, a, b)
    first = seats[0] if seats else sorted(c.early)[0]
    number, a, b = c.early[first]
    t = c.tables[0]
    winner = t.winner_without(seats) if seats else None
    c.make_result(BY_FAULT if seats else BY_STOP, t.nobody if winner is None else winner, number, first, a, b)


def void(c, r):
    a, = R.numbers(r.payload, 4)
    if not 1 <= a <= 6:
        raise Wrong("there is no failure %d of the arbiter" % a)
    if c.state == K.OVER and not (c.due and a in FORGOTTEN and result_due(c)):
        raise Wrong("the match is over, and void now")
    c.log_waits = False
    if a in FORGOTTEN:
        c.due.clear()
    else:
        c.nothing_due()
    if c.state == K.HELLO or not any(p.told for p in c.parties):
        c.make_offers()                       # also where the HELLOs had brought them, and none was made
    end_void(c, a)


def result_due(c):
    return any(d[1] == R.RESULT for d in c.due)


def end_void(c, a):
    t = c.tables[0]
    if a not in FORGOTTEN:
        tell(c, 0, 255, ARBITER, VOID, a, 0)
        end_all(c, t.nobody, BY_VOID, 255)
    c.make_result(BY_VOID, t.nobody, ARBITER, 255, a, 0, counted=a not in FORGOTTEN)
