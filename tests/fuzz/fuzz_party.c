/* fuzz_party: what an arbiter tells libfiel, with messages changed, dropped, doubled, and lines cut in between.
 *
 * A true match is played once (liar.h, without a lie); what its seat 0 was told is told again to a bot with the same
 * keys, message by message, with up to eight changes.  What must hold: the bot ends in order, with a check that failed
 * or at the end of the match; whatever it says meanwhile, its PROTEST too, is a well-formed envelope. */
#include "support/cheap_signatures.h"
#include "fuzz.h"

#include <dirent.h>

#include "liar.h"
#include "wire/strict.h"
#include "support/scratch.h"

enum { SAMPLES = 2, CHANGES = 8, ACTIONS_MOST = 512, SECRET = 32 };

static struct sample {
    struct liar *liar;
    uint8_t signing[SECRET], chain[SECRET];
    uint16_t action[ACTIONS_MOST]; /* what seat 0 did */
    unsigned actions;
} sample[SAMPLES];
static char folder[SCRATCH_ROOM];

struct change {
    unsigned index, kind, place;
    uint8_t value;
};

/* --- made once ------------------------------------------------------------------------------------ */

static void tidy(void)
{
    char path[300];
    DIR *d = opendir(folder);
    for (struct dirent *e; d != NULL && (e = readdir(d)) != NULL;) {
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        (void)!remove(path);
    }
    if (d != NULL)
        closedir(d);
}

static void at_end(void)
{
    for (unsigned i = 0; i < SAMPLES; i++)
        liar_free(sample[i].liar);
    tidy();
    (void)!remove(folder);
}

static void read_secret(const struct liar *l, const char *name, uint8_t secret[SECRET])
{
    char path[96];
    snprintf(path, sizeof path, "%s/%s", l->folder[0], name);
    FILE *in = fopen(path, "rb");
    expect(in != NULL && fread(secret, SECRET, 1, in) == 1, "no secret");
    fclose(in);
}

static void make_sample(struct sample *s, const char *rules, uint64_t dice)
{
    struct msg m;
    s->liar = liar_new(LIE_NONE, rules, 1, dice);
    read_secret(s->liar, "signing-key", s->signing);
    read_secret(s->liar, "chain-secret", s->chain);
    expect(liar_run(s->liar), "the true match is not played");
    const struct told *t = s->liar->told[0];
    for (uint64_t i = 0; i < t->count; i++) {
        expect(msg_read(t->bytes + t->at[i], t->at[i + 1] - t->at[i], FROM_ARBITER, &m) == WIRE_OK, "no message");
        if (m.type == MSG_ACT && m.seat == 0 && s->actions < ACTIONS_MOST)
            s->action[s->actions++] = m.action;
    }
}

static void make_samples(void)
{
    scratch_make(folder);
    make_sample(&sample[0], "argentino,target=15", 4);
    make_sample(&sample[1], "argentino-flor,target=15", 7);
    atexit(at_end);
}

/* --- the bot -------------------------------------------------------------------------------------- */

struct asked {
    const struct sample *sample;
    unsigned next;
};

static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    struct asked *a = user;
    (void)v;
    expect(n > 0, "a bot is asked without a choice");
    if (a->sample->actions == 0)
        return legal[0];
    return action_of_code(a->sample->action[a->next++ % a->sample->actions]);
}

static void write_secret(const char *name, const uint8_t secret[SECRET])
{
    char path[96];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *out = fopen(path, "wb");
    expect(out != NULL && fwrite(secret, SECRET, 1, out) == 1, "no secret");
    fclose(out);
}

static void expect_envelope(const uint8_t *bytes, size_t size)
{
    struct envelope e;
    struct msg m;
    expect(envelope_open(&e, bytes, size) == WIRE_OK, "a bot says what is no envelope");
    while (e.left > 0)
        expect(envelope_next(&e, FROM_BOT, &m) == WIRE_OK, "a bot says what is no message");
}

/* Says all that is due; false when there is no playing on. */
static bool speak(struct party *p)
{
    static uint8_t out[ENVELOPE_MAX];
    size_t size;
    for (unsigned n = 0; (size = party_reply(p, out)) > 0; n++) {
        expect(n < 64, "a bot never stops to talk");
        expect_envelope(out, size);
    }
    if (p->failed == CHECK_FINE && party_settle(p) == CHECK_FINE)
        return true;
    size = party_protest(p, out);
    expect(size > 0 && p->why[0] != '\0', "a bot protests without a word");
    expect_envelope(out, size);
    return false;
}

/* One message in an envelope of its own; false when there is no playing on. */
static bool tell(struct party *p, uint64_t number, const uint8_t *bytes, size_t size)
{
    static uint8_t room[ENVELOPE_MAX];
    struct packer k;
    pack_start(&k, room, sizeof room);
    pack_array(&k, 2);
    pack_uint(&k, number);
    pack_raw(&k, bytes, size);
    uint8_t *exact = copy_of(room, k.size);
    (void)party_take(p, exact, k.size);
    free(exact);
    return speak(p);
}

/* --- the input ------------------------------------------------------------------------------------ */

static bool tell_changed(struct party *p, const struct told *t, uint64_t i, const struct change *change,
                         unsigned changes)
{
    size_t size = t->at[i + 1] - t->at[i];
    unsigned times = 1;
    uint8_t *bytes = copy_of(t->bytes + t->at[i], size);
    for (unsigned c = 0; c < changes; c++) {
        if (change[c].index != i)
            continue;
        switch (change[c].kind % 5) {
        case 0: times = 0; break;
        case 1: times = 2; break;
        case 2:
            party_reconnected(p);
            if (change[c].value % 2 != 0)
                party_quiet(p);
            break;
        default: bytes[change[c].place % size] = change[c].value;
        }
    }
    bool goes_on = true;
    for (; times > 0 && goes_on; times--)
        goes_on = tell(p, i, bytes, size);
    free(bytes);
    return goes_on;
}

static void play(const struct sample *s, const struct change *change, unsigned changes)
{
    static struct party p;
    struct asked asked = { s, 0 };
    struct fiel_callbacks calls = { .decide = decide, .user = &asked };
    const struct told *t = s->liar->told[0];
    tidy();
    write_secret("signing-key", s->signing);
    write_secret("chain-secret", s->chain);
    expect(party_start(&p, "zero", folder, &calls) == 0, "no bot");
    p.catching_up = false; /* its keys are not from an earlier life */
    bool goes_on = speak(&p);
    for (uint64_t i = 0; i < t->count && goes_on && !party_over(&p); i++)
        goes_on = tell_changed(&p, t, i, change, changes);
    if (changes == 0)
        expect(goes_on && party_over(&p), "the true match fails a check");
    party_end(&p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes b = { data, data + size };
    struct change change[CHANGES];
    unsigned changes = 0;
    if (sample[0].liar == NULL)
        make_samples();
    const struct sample *s = &sample[take(&b) % SAMPLES];
    for (; more(&b) && changes < CHANGES; changes++) {
        unsigned index = take16(&b) % (unsigned)s->liar->told[0]->count, kind = take(&b), place = take16(&b);
        change[changes] = (struct change){ index, kind, place, (uint8_t)take(&b) };
    }
    play(s, change, changes);
    return 0;
}
