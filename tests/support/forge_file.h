/* forge_file: what the forger of forge.h keeps, and the records of its file. */
#ifndef TESTS_FORGE_FILE_H
#define TESTS_FORGE_FILE_H

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "course/course.h"
#include "support/owned.h"
#include "log/proof.h"
#include "record/deal.h"
#include "record/header.h"
#include "record/inputs.h"
#include "record/replay.h"
#include "record/transcript.h"
#include "wire/codec.h"

#include "kept.h"

#define FORGE __attribute__((unused)) static

enum { FORGE_SEATS = 2, FORGE_TWISTS = 128, FORGE_CHAIN = 1024, FORGE_PACKS = 16 };

enum twist_kind {
    TWIST_NONE,
    TWIST_ILLEGAL,       /* an action that is not legal, then a legal one */
    TWIST_SILENCE,       /* nothing comes */
    TWIST_LATE,          /* the answer comes after the time is over */
    TWIST_UNASKED,       /* an answer to an old request comes first */
    TWIST_TWICE,         /* the answer comes twice in one envelope */
    TWIST_WRONG_SEAT,    /* answers as the other seat */
    TWIST_GARBAGE,       /* bytes that are no envelope */
    TWIST_PROTEST,       /* the bot stops */
    TWIST_PROTEST_OTHER, /* the bot stops and signs another head than the record's */
    TWIST_COMES_BACK,    /* connects anew with what it has, then answers */
    TWIST_STARTS_ANEW,   /* connects anew with nothing, then answers */
    TWIST_BAD_ACTION_SIGNATURE,
    TWIST_OTHER_TALKS, /* the seat that is not asked answers */
    TWIST_VOID,        /* the arbiter gives up */
    TWIST_PAUSE,       /* time that is nobody's, longer than the bot has */
    /* These happen after a hand instead: decision is the hand. */
    TWIST_BAD_CUT = 64,
    TWIST_BAD_SIGN,
    TWIST_CUT_FIRST, /* the cut before the signature */
    TWIST_NO_CUT,    /* signs, says no more */
    TWIST_APART,     /* signature and cut in two envelopes */
};

struct twist {
    unsigned at; /* decision of the match, from 1; or hand */
    enum twist_kind kind;
};

struct forge_record {
    uint8_t type, visibility;
    uint64_t us;
    uint8_t *bytes;
    size_t size;
};

struct forge_seat {
    uint8_t public_key[32], secret_key[64];
    uint8_t x[FORGE_CHAIN + 1][32], joined[32];
    struct chain view;
    uint8_t *heads; /* its head after n messages, 32 bytes each */
    uint32_t *sizes;
    size_t told, sent;      /* so many were made for it, and the number behind those in the newest envelope */
    uint8_t asked_head[32]; /* of its view after the last REQUEST or REFUSED */
    uint32_t request;
    uint64_t budget; /* of that */
    bool owes_sign;
};

struct forge {
    /* what the match is to be */
    const char *rules;
    char name[FORGE_SEATS][NAME_TEXT];
    uint32_t games, hands_max;
    uint16_t sign_every; /* 0: 1 */
    uint8_t sign, on_timeout, seed_source;
    uint64_t play_random; /* other decisions in the same match, for a second record of it */
    uint64_t random;      /* decides every decision */
    /* What the seat does, one of legal[0 .. n); NULL: whatever chance has it do */
    struct action (*decide)(const struct position *now, unsigned seat, const struct action *legal, int n);
    uint64_t paused;                /* time that was nobody's, so far */
    const struct note_signer *log;  /* the match is in this log; NULL: in none */
    uint8_t called;                 /* the wire error that TWIST_GARBAGE is called; 0: the one that it has */
    size_t garbage;                 /* bytes of it; 0: one */
    bool silent_start[FORGE_SEATS]; /* says no HELLO */
    bool no_join[FORGE_SEATS];
    bool bound[FORGE_SEATS]; /* plays under a binding, whose key the host knew before */
    struct twist twists[FORGE_TWISTS];
    unsigned twist_count;
    uint8_t chain_dice;          /* other chains of cuts */
    uint8_t reveal;              /* enum reveal_policy */
    const struct forge *primary; /* of a second leg */
    struct offer offer;

    /* how it goes */
    struct course *course;
    const struct position *table; /* as the course has it; NULL before the first hand */
    struct position position;     /* a copy of it, behind the last input */
    uint8_t arbiter_public[32], arbiter_secret[64];
    uint8_t seed[32], match_id[32], table_id[32];
    uint8_t twin[TWIN_MAX]; /* its OPEN, signed, for its own twin */
    size_t twin_size;
    uint8_t offer_bytes[OFFER_MAX + TWIN_MAX];
    size_t offer_size;
    struct forge_seat seat[FORGE_SEATS];
    struct chain pub;
    struct pack pack[FORGE_PACKS]; /* of hand h the pack h % FORGE_PACKS */
    uint32_t packed[FORGE_PACKS];  /* its hand */
    uint64_t now, left;
    unsigned decisions;
    uint32_t games_done;
    bool over;
    bool frozen; /* a test signed by itself: not to be made anew */
    struct result result;
    uint32_t hands_told;  /* of the newest HANDS_END */
    struct chain end_pub; /* what it signs */
    uint8_t end_views[32];
    uint8_t checkpoint[32]; /* of the log; zeros without one */

    struct forge_record *records;
    size_t count, room;
};

/* --- records ---------------------------------------------------------------------------------- */

FORGE struct forge_record *forge_insert(struct forge *f, size_t at, unsigned type, unsigned visibility, uint64_t us,
                                        const void *bytes, size_t size)
{
    if (f->count == f->room) {
        f->room = f->room ? 2 * f->room : 1024;
        f->records = realloc(f->records, f->room * sizeof *f->records);
        assert(f->records);
    }
    memmove(f->records + at + 1, f->records + at, (f->count - at) * sizeof *f->records);
    f->count++;
    struct forge_record *r = &f->records[at];
    *r = (struct forge_record){ (uint8_t)type, (uint8_t)visibility, us, malloc(size ? size : 1), size };
    assert(r->bytes);
    if (size)
        memcpy(r->bytes, bytes, size);
    return r;
}

FORGE void forge_add(struct forge *f, unsigned type, unsigned visibility, const void *bytes, size_t size)
{
    forge_insert(f, f->count, type, visibility, f->now, bytes, size);
}

/* The match of a record that somebody else wrote, its trailer left out; no key is known of it.  Freed by forge_free(). */
FORGE struct forge *forge_of(struct replay *file, const uint8_t match_id[HASH])
{
    struct forge *f = calloc(1, sizeof *f);
    struct record rec;
    assert(f);
    while (replay_next(file, &rec))
        if (rec.type != REC_TRAILER)
            forge_insert(f, f->count, rec.type, rec.visibility, rec.us, rec.payload, rec.size);
    f->now = f->records[f->count - 1].us;
    memcpy(f->match_id, match_id, HASH);
    return f;
}

FORGE void forge_put(struct forge *f, size_t at, const void *bytes, size_t size)
{
    free(f->records[at].bytes);
    f->records[at].bytes = malloc(size ? size : 1);
    assert(f->records[at].bytes);
    memcpy(f->records[at].bytes, bytes, size);
    f->records[at].size = size;
}

FORGE void forge_drop(struct forge *f, size_t at)
{
    free(f->records[at].bytes);
    memmove(f->records + at, f->records + at + 1, (f->count - at - 1) * sizeof *f->records);
    f->count--;
}

FORGE void forge_swap(struct forge *f, size_t at)
{
    struct forge_record r = f->records[at];
    uint64_t us = f->records[at + 1].us;
    f->records[at] = f->records[at + 1];
    f->records[at + 1] = r;
    f->records[at + 1].us = us; /* the clock does not run backwards */
    f->records[at].us = r.us;
}

/* The n-th record of this type, from 0; the count when there is none. */
FORGE size_t forge_find(const struct forge *f, unsigned type, unsigned nth)
{
    for (size_t i = 0; i < f->count; i++)
        if (f->records[i].type == type && !nth--)
            return i;
    return f->count;
}

FORGE void forge_be(uint8_t *at, uint64_t v, unsigned bytes)
{
    while (bytes--)
        at[bytes] = (uint8_t)v, v >>= 8;
}

/* The file: magic, records, and a trailer signed with `secret`, unless that is NULL. */
FORGE uint8_t *forge_bytes(const struct forge *f, const uint8_t *secret, size_t *size)
{
    size_t room = REPLAY_MAGIC_SIZE + RECORD_HEADER + SIGNATURE, at = REPLAY_MAGIC_SIZE;
    for (size_t i = 0; i < f->count; i++)
        room += RECORD_HEADER + f->records[i].size;
    uint8_t *file = malloc(room);
    assert(file);
    memcpy(file, REPLAY_MAGIC, REPLAY_MAGIC_SIZE);
    for (size_t i = 0; i <= f->count; i++) {
        bool trailer = i == f->count;
        if (trailer && !secret)
            break;
        const struct forge_record *r = trailer ? NULL : &f->records[i];
        forge_be(file + at, trailer ? SIGNATURE : r->size, 4);
        file[at + 4] = trailer ? REC_TRAILER : r->type;
        file[at + 5] = trailer ? VISIBLE_ARBITER : r->visibility;
        forge_be(file + at + 6, trailer ? f->now : r->us, 8);
        at += RECORD_HEADER;
        if (trailer) {
            uint8_t digest[HASH];
            struct message m;
            hash_bytes(digest, file, at);
            replay_message(&m, f->match_id, digest);
            sign_message(file + at, secret, &m);
            at += SIGNATURE;
        } else {
            memcpy(file + at, r->bytes, r->size);
            at += r->size;
        }
    }
    *size = at;
    return file;
}

/* The same, kept for anyone who judges it besides. */
FORGE uint8_t *forge_file(const struct forge *f, const uint8_t *secret, size_t *size)
{
    uint8_t *file = forge_bytes(f, secret, size);
    keep_record(file, *size);
    return file;
}

FORGE void forge_free(struct forge *f)
{
    for (size_t i = 0; i < f->count; i++)
        free(f->records[i].bytes);
    free(f->records);
    for (unsigned i = 0; i < FORGE_SEATS; i++)
        free(f->seat[i].heads), free(f->seat[i].sizes);
    free(f);
}

#define OWNED_FORGE AUTO(auto_forge) struct forge
FORGE void auto_forge(struct forge **f) { forge_free(*f); }

/* --- what a seat was told ----------------------------------------------------------------------- */

FORGE void forge_told(struct forge_seat *s, const struct chain *pub, size_t size)
{
    if ((s->told & (s->told + 1)) == 0) {
        s->heads = realloc(s->heads, (2 * s->told + 2) * HASH);
        s->sizes = realloc(s->sizes, (2 * s->told + 2) * sizeof *s->sizes);
        assert(s->heads && s->sizes);
    }
    chain_have(s->heads + s->told * HASH, &s->view, pub);
    s->sizes[s->told++] = (uint32_t)size;
}

FORGE uint64_t forge_draw(struct forge *f)
{
    uint64_t z = f->random += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

#endif
