"""Hands, games and the match end: FAULT, GAME_END, HAND_END, HANDS_END, SIGNED, RESULT, REVEAL (P5, P9, D8)."""

from .cards import pack
from .checks import (
    HAND_END_SIGNATURE, HEAD, LOG, ORDER, PACK, RESULT, RESULT_SIGNATURE, SCORE, SEED,
    SIGNED_SIGNATURE, CheckFailed, check)
from .deal import deck_of, list_hash, seed_commit, shuffled_pack, view_key
from .messages import DEFAULT_ACTION, END_VOID, GAME, MATCH, STOPPED, VOID
from .notation import NOBODY, ZERO32, hash32, pieces, signature_holds
from .offer import REVEAL_PAIR, read_result, read_score
from .signed import hands_end_bytes, result_bytes
from .wire import WireError

ILLEGAL = 1  # the third of a game, where FAULT tells it (P9.3)


class Ending:
    """The part of a Party that ends things, and what is owed between two hands."""

    def on_fault(self, message):
        self.stopped = self.stopped or message.effect in (MATCH, VOID)
        self.last = self.last or message.effect == STOPPED
        if message.seat == self.seat and message.effect == DEFAULT_ACTION:
            self.t.untold, self.t.timed_out = [], True
            self.t.forced = self.t.request is not self.t.round
            self.end_round()
        if message.effect in (GAME, MATCH, VOID):
            self.t.untold = []
        if message.seat == self.seat and message.fault == ILLEGAL and self.t.request:
            self.unsaid.append((self.t.number, "ANSWER", self.seat, self.t.request.request))

    def on_game_end(self, message):
        check(message.game == len(self.t.game_winners) + 1 and not self.t.game_ended, SCORE,
              "game %d ends out of turn" % message.game)
        check(message.winner <= self.offer.scorers, SCORE, "scorer %d wins" % message.winner)
        self.t.game_ended = self.grown(message.score)
        self.t.game_winners.append(message.winner)
        self.games_ended.add(self.t.number)
        self.bot.game_end(message.winner)

    def grown(self, score):
        """A score after this hand, which cannot be below the one before."""
        score = read_score(score, self.offer.scorers)
        check(all(now >= before for now, before in zip(score, self.t.score or score)), SCORE,
              "points were lost")
        return score

    def on_hand_end(self, message):
        check(message.hand == self.t.dealt == self.t.ended + 1, ORDER, "the end of another hand")
        self.t.score = self.grown(message.score)
        check(self.t.game_ended in (None, self.t.score), SCORE, "GAME_END says another score")
        self.t.ended, self.t.request, self.t.forced = message.hand, None, False
        self.ended_at_once += not self.t.acted
        self.bot.hand_end(self.t.score)

    def on_hands_end(self, message):
        """Everything that was told so far is signed, by the arbiter and then by every party (P5, D6)."""
        newer = message.hands > (self.hands_end.hands if self.hands_end else 0)
        check(newer and message.hands == self.ended_everywhere(), ORDER, "so many hands are not over, or are signed already")
        views = pieces(message.views, 32)
        check(len(message.views) == 32 * self.offer.parties and views[self.seat] == self.view.head, HEAD,
              "my view is another than I was told")
        check(message.seq == self.public.links and message.head == self.public.head, HEAD,
              "another transcript than I was told")
        check(message.checkpoint == self.checkpoint, LOG, "another checkpoint than OPEN's")
        check(self.arbiter_signed(self.hands_end_bytes(NOBODY, message), message), HAND_END_SIGNATURE,
              "the end of hands is not signed by the arbiter")
        self.hands_end, self.games_ended, self.ended_at_once = message, set(), 0

    def signed_enough(self):
        """May a hand be dealt, or is a HAND_SIGN or a HANDS_END to come first (P5)? Hands that ended as they were dealt
        are counted behind the deals that come together with theirs."""
        done = self.hands_end.hands if self.hands_end else 0
        since = self.ended_everywhere() - done - self.ended_at_once
        if done > self.passed_on:
            return since < self.offer.sign_every - 1
        at, plays = self.t, []
        for self.t in self.tables:
            plays += [self.t.number] if self.follows() or self.t.dealt > self.t.ended else []
        self.t = at
        due = since >= max(self.offer.sign_every, len(self.tables)) or self.games_ended >= set(plays)
        return since == 0 or not due

    def hands_end_bytes(self, signer, end=None):
        """What is signed of the newest HANDS_END (D6)."""
        return hands_end_bytes(self.match_id, signer, end or self.hands_end)

    def on_signed(self, message):
        check(self.hands_end and message.hand == self.hands_end.hands, ORDER, "SIGNED early")
        check(message.seat < self.offer.parties, ORDER, "SIGNED of no party")
        signed = self.hands_end_bytes(message.seat)
        check(signature_holds(self.offer.keys[message.seat], signed, message.signature),
              SIGNED_SIGNATURE, "the signature of party %d does not hold" % message.seat)
        if message.seat == self.seat:
            self.passed_on = message.hand

    def on_result(self, message):
        check(all(table.dealt == table.ended for table in self.tables), ORDER, "RESULT while a hand is open")
        check(self.arbiter_signed(result_bytes(self.offer.match_id, message.result), message),
              RESULT_SIGNATURE, "the result is not signed by the arbiter")
        try:
            result = read_result(message.result)
        except WireError as error:
            raise CheckFailed(RESULT, str(error)) from error
        winners = [winner for table in self.tables for winner in table.game_winners]
        games = [winners.count(winner) for winner in range(self.offer.scorers + 1)]
        check(result.match_id == self.offer.match_id, RESULT, "the result of another match")
        check(result.head == self.public.head, HEAD, "another transcript than I was told")
        check(result.games == games and result.hands == sum(table.dealt for table in self.tables), RESULT, "games or hands")
        done = self.hands_end.hands if self.hands_end else 0
        check(result.outcome == END_VOID or done == self.ended_everywhere(), RESULT, "hands that ended are not signed")
        self.over = True
        self.bot.match_end(result.winner, self.match.side if not self.cutter else NOBODY)

    def on_reveal(self, message):
        offer = self.offer
        check(self.over, ORDER, "REVEAL before RESULT")
        check(seed_commit(message.seed, offer.nonce) == offer.seed_commit, SEED,
              "the seed is not the one committed to")
        check(view_key(message.seed, offer.match_id, self.seat) == self.view_key, SEED,
              "my view key does not follow from the seed")
        deck = deck_of(len(pack(offer.rules)))
        for table in self.tables:
            all_lists = ZERO32
            for hand in range(1, table.sealed + 1):
                shuffled = shuffled_pack(message.seed, table.deal_M, hand, deck)
                listed = list_hash(table.deal_M, hand, [sealed for _, _, sealed in shuffled])
                check(table.lists.get(hand, listed) == listed, PACK, "hand %d was not shuffled from the seed" % hand)
                all_lists = hash32(all_lists + listed)
            check(all_lists == table.all_lists, PACK, "one of hands 1 to %d was not shuffled from the seed" % table.sealed)
        self.revealed = True

    def cut_due(self):
        """The hand that my cut is owed for: the next, or at a first leg's end T; 0 none."""
        last = self.offer.hands_max
        if self.follows():
            return self.t.ended + 1 if self.t.chain and self.t.ended + 1 in self.t.lists else 0
        top = self.offer.reveal == REVEAL_PAIR and not self.last
        return last if top and self.t.ended < last else 0
