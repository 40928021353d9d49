/* Hands retold in every form there is are the hands that were played, at every preset and size: the text and the JSON of
 * `fiel replay`, the story on a match's page, what those who watch are sent, and the viewer's table made of either.
 *
 * What was played is noted beside the rules (support/facts.h); tests/web/retold.mjs reads what is printed and holds it against that.
 * FIEL_HANDS: so many hands of every table instead of 20 (make retold). */

#include "support/test.h"
#include "cli/language.h"
#include "ladder_site.h"
#include "support/shell.h"
#include "support/tale.h"
#include "worker/live_tell.h"

/* A page holds no more than so many hands of eight. */
enum { HANDS = 20 / SAMPLE, HANDS_A_PAGE = 100, PATH = 128 };

static const char *const languages[] = { "en", "es", "pt" };

struct event_lines {
    struct here here;
    char folder[SCRATCH_ROOM];
    unsigned hands, pages;
};

static struct event_lines told;
static struct store_error e;

/* FOLDER/12.text: a form of one page. */
static const char *page_file(char path[PATH], const char *form)
{
    snprintf(path, PATH, "%s/%u.%s", told.folder, told.pages, form);
    return path;
}

static void keep(const char *form, const void *bytes, size_t size)
{
    char path[PATH];
    FILE *f = fopen(page_file(path, form), "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, size, f), size);
    assert_int_equal(fclose(f), 0);
}

/* --- the forms --------------------------------------------------------------------------------------------------- */

/* Both of `fiel replay`, which the record's missing end does not keep from telling what is there. */
static void by_replay(const char *language)
{
    static const char *const forms[][2] = { { "text", "" }, { "json", "--json" } };
    char record[PATH], out[PATH];
    for (unsigned i = 0; i < 2; i++)
        SHELL_FINE("LC_ALL=C.UTF-8 '%s/bin/fiel' replay --lang %s %s '%s' > '%s' 2> /dev/null || [ $? = 1 ]",
                   build_dir(), language, forms[i][1], page_file(record, "replay"), page_file(out, forms[i][0]));
}

static void by_live(const struct tale *tale)
{
    struct replay file;
    struct record rec;
    struct live_tell t;
    char path[PATH];
    FILE *out = fopen(page_file(path, "live"), "w");
    assert_non_null(out);
    live_tell_start(&t, 1, false);
    replay_over(&file, tale->bytes, tale->size);
    while (replay_next(&file, &rec))
        live_tell_record(&t, &rec, out);
    assert_int_equal(fclose(out), 0);
}

/* The page of a match whose record this is. */
static void by_page(const struct tale *tale, const char *language)
{
    static struct order order;
    struct world_legs legs;
    struct leg leg;
    char path[PATH];
    world_plan(&told.here.world, 1);
    FINE(world_lease(&told.here.world, "w1", &order, &e));
    world_legs(&legs, 1000 + told.pages);
    legs.leg[0].record = (const char *)tale->bytes;
    legs.leg[0].record_size = tale->size;
    FINE(store_finish(told.here.site.store, &order, legs.leg, 2, &e));
    assert_int_equal(world_filed(told.here.site.store, legs.leg[0].match_id, &leg), STORE_OK);
    snprintf(path, sizeof path, "/matches/%lld?language=%s", (long long)leg.id, language);
    OWNED_REPLY y = here_get(&told.here, path, NULL);
    assert_int_equal(y.status, 200);
    keep("story", y.body, strlen(y.body));
}

static void tell_page(const char *text, const struct rules *r, unsigned seats, unsigned hands)
{
    char path[PATH];
    const char *language = languages[told.pages % 3];
    struct facts facts = { .json.to = fopen(page_file(path, "facts"), "w") };
    enum language l;
    assert_non_null(facts.json.to);
    assert_true(language_read(language, &l));
    fprintf(facts.json.to, "{\"rules\":\"%s\",\"seats\":%u,\"language\":\"%s\"}\n", text, seats, language);
    language_speak(l);
    struct tale tale = tale_of(text, r, seats, hands, 1 + told.pages, &facts);
    language_speak(ENGLISH); /* as the site does */
    assert_int_equal(fclose(facts.json.to), 0);
    keep("replay", tale.bytes, tale.size);
    by_replay(language);
    by_live(&tale);
    by_page(&tale, language);
    free(tale.bytes);
    told.hands += hands;
    told.pages++;
}

static void tell_table(const char *text, const struct rules *r, unsigned seats, void *with)
{
    unsigned left = *(const unsigned *)with;
    while (left) {
        unsigned hands = left < HANDS_A_PAGE ? left : HANDS_A_PAGE;
        tell_page(text, r, seats, hands);
        left -= hands;
    }
}

static int set_up(STATE)
{
    scratch_quick(told.folder);
    here_start(&told.here);
    world_make(&told.here.world, told.here.site.store);
    return 0;
}

static int tear_down(STATE)
{
    here_stop(&told.here);
    scratch_remove(told.folder);
    return 0;
}

TEST_WITH(every_form_tells_what_was_played, set_up, tear_down)
{
    const char *wanted = getenv("FIEL_HANDS");
    unsigned hands = wanted ? (unsigned)atoi(wanted) : HANDS;
    for_every_preset(tell_table, &hands);
    for_every_size("argentino,partner_tie_lead=first", tell_table, &hands);
    for_every_size("mineiro,ferro_blind=yes,concede=no,target=8", tell_table, &hands); /* cards that nobody is told */
    print_message("%u hands of %u pages\n", told.hands, told.pages);
    SHELL_FINE("node tests/web/retold.mjs ladder/web '%s' %u", told.folder, told.pages);
}
