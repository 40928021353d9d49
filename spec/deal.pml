/* deal.pml: a match from OFFER to REVEAL, for spin to walk through whole (`make model`).
 *
 * One honest seat plays with an arbiter that does what it likes.  Every other party is the arbiter's friend, so here the
 * arbiter is those parties too.  The seat may be killed once, anywhere; then it knows what its folder keeps, is told the match
 * from its beginning, and says nothing before it has heard what it was told before.  At any time the arbiter may stop and hand in any record that it can make; an auditor judges
 * it, alone and beside what the seat kept.
 *
 * Hashes are free constructors: a value stands for the one thing that was hashed, and nobody goes back from it.  Nobody
 * signs for another.  So a number is enough for each:
 *   OPEN       1 or 2: the chain of cuts that the others bind themselves to
 *   SEAL       1 or 2: the pack that follows from seed 1 or seed 2; OFFER committed to seed 1
 *   DEAL       1 or 2: the others' cut is of chain 1 or 2, mine is mine; 3: mine is another one
 *   CARD       1 or 2: a card and its salt that hash to the commitment in pack 1 or 2, in the slot that all cuts give
 *   ACT        1 or 2: what another party did, which is its own affair (in hand 1 alone, so that there is less to walk through)
 *   HANDS_END  1: names the P that the seat was told; 2: another P
 *   P          the public chain: everything that was told so far, as digits to the base 4
 * A message of another type than the one that is due is refused for its type and is not in here.
 *
 * What must hold, each at the assertions of its name (DEAL.md section 1 has the claims):
 *   CUT        the arbiter knows the seat's cut of a hand only after its signatures bind the pack and the others' cuts, and
 *              no other pack or cut is ever dealt with it
 *   AGREEMENT  a valid record with the seat's signature of a hand is what the seat was told up to there
 *   CULPRIT    no breach is laid on the seat, it protests only where the arbiter lied, and a record with other cards than
 *              were sealed and cut convicts the arbiter
 *   SEED       the packs of a valid record follow from the seed that OFFER committed to
 *   HIDDEN     the seat can try out no card that was not opened to it
 * PLANT_... is a mistake in the protocol, and breaks one of them.  SEEN_... denies something that can happen, and fails
 * because it does: else everything would hold only because nothing happens.  tests/model.sh runs them all. */

#define HANDS 2

hidden byte CUT, AGREEMENT, CULPRIT, SEED, HIDDEN, SEEN; /* always 0: what an assertion is about */

mtype = { OPEN, SEAL, DEAL, CARD, ACT, HANDS_END, REVEAL, STOPPED };
chan tell = [0] of { byte, bit }; /* the value of the message that is due, and whether the arbiter signed it */

/* --- what the arbiter has of the seat --- */
bool known[HANDS + 2];        /* x[h] */
int signs[2 * (HANDS + 1)];   /* its signature of hand h in its first or second life: over this P; 0 none */
int protest;                  /* its PROTEST: over P with the message that it objects to; 0 none, -1 over no record's P */

/* --- the seat's folder (sdk/ledger.h): how many messages it was told, and P after them; the arbiter's signatures --- */
byte kept_have, kept_open;
int kept_p;
byte proof_open, proof_pack[HANDS + 1]; /* bit v: of value v */

/* --- the seat's memory --- */
mtype due = OPEN; /* STOPPED: it has protested */
byte hand = 1, have, salts; /* salts: bit per salt that it was shown */
byte now_open, now_pack;
int p;

/* --- for the assertions alone --- */
bool killed, lied;
int told[2 * (HANDS + 1)];                         /* P when the hand was signed, in either life */
byte bound_open[HANDS + 2], bound_pack[HANDS + 2]; /* what was signed when the cut of the hand was first given */
byte first_open, first_pack[HANDS + 1], first_act; /* what the arbiter told first */

/* Two slots of a hand: the seat's and one that stays closed.  Each has a salt of its own. */
#ifdef PLANT_ONE_SALT
#define SALT(h, slot) (1 << (h))
#else
#define SALT(h, slot) (1 << (2 * (h) + (slot)))
#endif

/* CUT: the arbiter gets x[h], and by hashing every link before it. */
inline give_cut(h)
{
    known[h] = true;
#ifdef PLANT_CHAIN_FORWARD
    known[h + 1] = true; /* the chain is used from its other end */
#endif
    assert(CUT || !known[1] || (proof_open && proof_pack[1]));
    assert(CUT || !known[2] || (proof_open && proof_pack[2]));
    if
    :: !bound_open[h] -> bound_open[h] = now_open; bound_pack[h] = now_pack
    :: else
    fi
}

/* HAND_SIGN over P. */
inline sign(h)
{
    told[2 * h + killed] = p;
#ifdef PLANT_SIGN_NOT_P
    signs[2 * h + killed] = 1;
#else
    signs[2 * h + killed] = p;
#endif
}

/* What DEAL.md section 8 has a bot check. */
#ifdef PLANT_UNSIGNED_SEAL
#define HOLDS_SEAL true
#else
#define HOLDS_SEAL by
#endif
#define HOLDS_OPEN (by && (!kept_open || v == kept_open))
#ifdef PLANT_CUTS_UNBOUND
#define HOLDS_DEAL (v != 3)
#else
#define HOLDS_DEAL (v == now_open)
#endif
#define HOLDS_CARD (v == now_pack)
#define HOLDS_END (by && v == 1)

/* It was told the same before it was killed, as far as that went. */
#ifdef PLANT_RESUME_COUNTS
#define SAME_AGAIN true
#else
#define SAME_AGAIN (have < kept_have || p == kept_p)
#endif
#define SPEAKS (have >= kept_have)

inline take()
{
    have++;
    if
    :: due == OPEN -> now_open = v; kept_open = v; p = v; proof_open = proof_open | (1 << v)
    :: due == SEAL -> now_pack = v; p = 4 * p + v; proof_pack[hand] = proof_pack[hand] | (by << v)
    :: due == DEAL || due == CARD || due == ACT -> p = 4 * p + v
    :: due == HANDS_END
    fi;
    if
    :: have == kept_have && !SAME_AGAIN -> object_again()
    :: else -> go_on()
    fi
}

/* What is new is kept before anything is said. */
inline go_on()
{
    if
    :: have > kept_have -> kept_have = have; kept_p = p
    :: else
    fi;
    if
    :: due == OPEN -> due = SEAL;
#ifdef PLANT_CUT_BEFORE_SEAL
        give_cut(1)
#endif
    :: due == SEAL -> due = DEAL;
        if
        :: SPEAKS -> give_cut(hand)
        :: else
        fi
    :: due == DEAL -> due = CARD;
        assert(CUT || !SPEAKS || (v == bound_open[hand] && now_pack == bound_pack[hand]))
    :: due == CARD ->
        if
        :: hand == 1 -> due = ACT
        :: else -> due = HANDS_END
        fi;
        salts = salts | SALT(hand, 0);
        assert(HIDDEN || !(salts & SALT(hand, 1)));
        assert(HIDDEN || hand == HANDS || !(salts & (SALT(HANDS, 0) | SALT(HANDS, 1))))
    :: due == ACT -> due = HANDS_END
    :: due == HANDS_END ->
        if
        :: SPEAKS -> sign(hand)
        :: else
        fi;
        if
        :: hand < HANDS -> hand++; due = SEAL
        :: else -> due = REVEAL
        fi
    fi
}

/* PROTEST, over P with the message that it objects to, which is kept with its signature. */
inline object()
{
    assert(CULPRIT || lied);
    if
    :: due == OPEN && by -> proof_open = proof_open | (1 << v); p = v; object_again()
    :: due == SEAL && by -> proof_pack[hand] = proof_pack[hand] | (1 << v); protest = 4 * p + v
    :: due == HANDS_END || !by -> protest = -1 /* P would hold what the arbiter did not sign */
    :: else -> protest = 4 * p + v
    fi;
    due = STOPPED
}

/* It is told otherwise than before it was killed.  Its PROTEST is over both tellings: over one of them the arbiter could show a record
 * of that one, and the seat's own signature would say that it protested against nothing. */
inline object_again()
{
    assert(CULPRIT || lied);
    protest = -1;
#ifdef PLANT_PROTEST_RETOLD
    protest = p;
#endif
#ifdef PLANT_PROTEST_FIRST
    protest = kept_p;
#endif
    due = STOPPED
}

/* Its process is ended and started again. */
inline kill()
{
    killed = true; due = OPEN; hand = 1; have = 0; p = 0; now_open = 0; now_pack = 0; salts = 0;
#ifdef PLANT_RESUME_REDEALS
    kept_have = 0; kept_p = 0; kept_open = 0; /* its folder keeps the keys alone */
#endif
#ifdef PLANT_OPEN_UNPROVED
    proof_open = 0; /* it keeps that it was opened, not the signature */
#endif
}

/* What an honest one would not have told. */
inline note_lie()
{
    if
    :: due == OPEN && !first_open -> first_open = v
    :: due == OPEN && first_open -> lied = lied || v != first_open
    :: due == SEAL && !first_pack[hand] -> first_pack[hand] = v
    :: due == SEAL && first_pack[hand] -> lied = lied || v != first_pack[hand]
    :: due == DEAL -> lied = lied || v != first_open
    :: due == CARD -> lied = lied || v != first_pack[hand]
    :: due == ACT && !first_act -> first_act = v
    :: due == ACT && first_act -> lied = lied || v != first_act
    :: due == HANDS_END -> lied = lied || v != 1
    :: else
    fi;
    lied = lied || !by
}

active proctype Seat()
{
    byte v;
    bit by;
end:
    do
    :: atomic {
        tell ? v, by ->
        note_lie();
        if
        :: (due == OPEN && HOLDS_OPEN) || (due == SEAL && HOLDS_SEAL) || (due == DEAL && HOLDS_DEAL) ||
           (due == CARD && HOLDS_CARD) || (due == ACT && v != 3) || (due == HANDS_END && HOLDS_END) -> take()
        :: else -> object()
        fi;
        v = 0; by = 0
        }
    :: due != STOPPED && !killed -> atomic { kill() }
    od
}

/* --- the arbiter: what it tells, and the record that it hands in --- */

mtype = { NOBODY, ARBITER, SEAT };
#define OTHER(v) (1 << (3 - (v)))

/* The signature of hand h that the record holds, and what the auditor makes of it. */
inline audit_sign()
{
    if
    :: signs[2 * h] -> over = signs[2 * h]
    :: signs[2 * h + 1] -> over = signs[2 * h + 1]
    fi;
    if
#ifndef PLANT_SIGN_NOT_P
    :: over != r ->
#ifdef PLANT_CULPRIT_SWAPPED
        alone = SEAT
#else
        alone = ARBITER /* it does not hold, and is written down as if it did */
#endif
#endif
    :: else ->
        assert(AGREEMENT || r == told[2 * h] || r == told[2 * h + 1]);
        r_signed = h
    fi
}

/* The auditor goes through the record message by message, as the arbiter writes it; a breach ends it. */
inline audit()
{
    select(open : 1 .. 2);
    r = open; h = 1; at = SEAL;
    if
    :: proof_open & OTHER(open) -> beside = ARBITER /* two OPENs that differ */
    :: else
    fi;
    do
    :: at == SEAL && alone == NOBODY ->
        select(say : 1 .. 2);
        if
        :: proof_pack[h] & OTHER(say) -> beside = ARBITER /* two SEALs that differ */
        :: else
        fi;
        r_pack[h] = say; r = 4 * r + say; at = DEAL
    :: at == DEAL && known[h] -> /* no other x hashes to the one before */
        select(say : 1 .. 3);
#ifndef PLANT_CUTS_UNBOUND
        if
        :: say != open -> alone = ARBITER
        :: else
        fi;
#endif
        r = 4 * r + say; r_dealt = h; at = CARD
    :: at == CARD && alone == NOBODY ->
        select(say : 1 .. 2);
        if
        :: say != r_pack[h] -> alone = ARBITER
        :: else
        fi;
        r = 4 * r + say;
        if
        :: h == 1 -> at = ACT
        :: else -> at = HANDS_END
        fi
    :: at == ACT && alone == NOBODY ->
        select(say : 1 .. 2);
        r = 4 * r + say; at = HANDS_END
    :: at == HANDS_END && alone == NOBODY && (signs[2 * h] || signs[2 * h + 1]) ->
        audit_sign();
        if
        :: h < HANDS -> h++; at = SEAL
        :: else -> at = REVEAL
        fi
    :: break
    od;
    select(seed : 0 .. 2); /* 0: the record reveals none */
    if
#ifndef PLANT_ANY_SEED
    :: seed == 2 -> alone = ARBITER
#endif
    :: seed && ((r_pack[1] && r_pack[1] != seed) || (r_pack[2] && r_pack[2] != seed)) -> alone = ARBITER
    :: else
    fi;
    if
    :: alone == ARBITER -> beside = ARBITER
    :: else
    fi
}

/* Of a record in which nothing is wrong, beside what the seat kept. */
inline hold_valid()
{
    assert(CULPRIT || r_dealt < 1 || (r_pack[1] == bound_pack[1] && open == bound_open[1]));
    assert(CULPRIT || r_dealt < 2 || (r_pack[2] == bound_pack[2] && open == bound_open[2]));
    assert(SEED || !seed || r_dealt < 1 || r_pack[1] == 1);
    assert(SEED || !seed || r_dealt < 2 || r_pack[2] == 1);
    /* A protest over this very P would lay the match's end on the seat, by its own signature; over another P it is two
     * words against each other, and nobody is blamed. */
    assert(CULPRIT || protest != r)
}

active proctype Arbiter()
{
    byte say, open, h, r_dealt, r_signed, seed, r_pack[HANDS + 1];
    bit own;
    int r, over;
    mtype at, alone = NOBODY, beside = NOBODY;
    do
    :: due != STOPPED && due != REVEAL -> atomic {
        select(say : 1 .. 3);
        own = 1;
        if
        :: due == OPEN || due == SEAL || due == HANDS_END -> own = 0 /* not signed */
        :: true
        fi;
        if
        :: say < 3 || due == DEAL -> tell ! say, own
        :: else
        fi;
        say = 0; own = 0
        }
    :: atomic {
        audit();
        assert(CULPRIT || alone != SEAT);
        if
        :: beside == NOBODY -> hold_valid()
        :: else
        fi;
#ifdef SEEN_PLAYED
        assert(SEEN || !(beside == NOBODY && seed && r_signed == HANDS && !killed && !lied));
#endif
#ifdef SEEN_KILLED
        assert(SEEN || !(beside == NOBODY && seed && r_signed == HANDS && killed && !lied));
#endif
#ifdef SEEN_ALONE
        assert(SEEN || alone != ARBITER);
#endif
#ifdef SEEN_BESIDE
        assert(SEEN || alone == ARBITER || beside != ARBITER);
#endif
#ifdef SEEN_PROTEST
        assert(SEEN || !protest);
#endif
        break
        }
    od
}
