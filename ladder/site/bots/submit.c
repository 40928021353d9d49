/* submit: a version as an archive or, of a remote bot, as its binding.
 *
 * Nothing is kept before the archive was read to its end (artifact.h) and the author is known to own the bot. */
#include "submit.h"
#include "cli/language.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "bots.h"
#include "cli/command.h"
#include "site/session/forms.h"
#include "remote.h"
#include "store/store_spool.h"
#include "filing/artifact.h"
#include "filing/found.h"
#include "worker/own_arbiter.h"

/* "argentino-1v1,truco-2v2" into ids. */
static int read_ladders(struct http_request *r, const char *codes, int64_t id[LADDERS_MOST], size_t *n,
                        struct store_error *e)
{
    char code[STORE_NAME];
    struct ladder l;
    for (*n = 0; *codes; codes += *codes == ',') {
        size_t size = strcspn(codes, ",");
        if (size >= sizeof code || *n == LADDERS_MOST)
            return store_say(e, STORE_INVALID,
                             N_("the ladders are up to 16 codes with commas between: see /api/ladders"));
        snprintf(code, sizeof code, "%.*s", (int)size, codes);
        codes += size;
        if (!size)
            continue;
        int bad = store_ladder_coded(site_of(r)->store, code, &l, e);
        if (bad)
            return bad == STORE_NOT_FOUND ? store_say(e, STORE_INVALID, N_("there is no such ladder: see /api/ladders"))
                                          : bad;
        if (l.closed)
            return store_say(e, STORE_INVALID, N_("that ladder is closed: choose another one"));
        id[(*n)++] = l.id;
    }
    return STORE_OK;
}

/* What was sent as it is: what is to be started is found, and the version says it, or said it before. */
static int take_found(struct http_request *r, const struct http_field *sent, struct version *v, struct store_error *e)
{
    struct found_kit kit[] = { { ".py", NULL, 0 }, { ".js", NULL, 0 } };
    struct found f;
    char why[256];
    const char *name = *sent->value || !http_query(r, "name") ? sent->value : http_query(r, "name");
    assets_file(site_of(r)->assets, "kit-python.tar.gz", &kit[0].bytes, &kit[0].size);
    assets_file(site_of(r)->assets, "kit-js.tar.gz", &kit[1].bytes, &kit[1].size);
    if (!found_make(sent->fd, name, kit, sizeof kit / sizeof *kit, &f, why))
        return store_say(e, STORE_INVALID, why);
    bool found = !*v->run || (!strcmp(command_bare(v->run), command_bare(f.run)) && !strcmp(v->build, f.build));
    if (!*v->run)
        strcpy(v->run, f.run);
    strcpy(v->build, f.build);
    v->has_artifact = true;
    bool fits = found && f.tar.size <= ARTIFACT_TAR && artifact_check(f.tar.data, f.tar.size, v->run, !*v->build, why);
    int bad = fits ? store_put(site_of(r)->store, f.tar.data, f.tar.size, v->artifact, e)
                   : store_say(e, STORE_INVALID, why);
    store_free(&f.tar);
    return bad;
}

/* The archive that was sent, into the store. */
static int take_archive(struct http_request *r, struct version *v, struct store_error *e)
{
    const struct http_field *tar = http_file(r, "artifact");
    const char *run = given(r, "run"), *build = given(r, "build");
    char why[256];
    if (!tar)
        tar = http_file(r, "");
    if (!tar || !tar->size || tar->fd < 0)
        return wrong_say(r, "artifact", e,
                         N_("there is no archive: send a tar as the field 'artifact' or as the body"));
    if (!*run)
        return wrong_at(r, "artifact", take_found(r, tar, v, e));
    if (strlen(run) >= sizeof v->run || strlen(build) >= sizeof v->build)
        return wrong_say(r, "run", e, N_("a command has up to 255 bytes: write less"));
    strcpy(v->run, run);
    strcpy(v->build, build);
    v->has_artifact = true;
    if (!artifact_check_file(tar->fd, run, !*build, why))
        return take_found(r, tar, v, e) ? wrong_at(r, "artifact", store_say(e, STORE_INVALID, why)) : STORE_OK;
    return store_put_file(site_of(r)->store, tar->fd, v->artifact, e);
}

int submit(struct http_request *r, const struct bot *b, int64_t *id, struct store_error *e)
{
    struct version v = { .bot = b->id, .supersedes = !*given(r, "beside") };
    int64_t ladders[LADDERS_MOST];
    size_t n;
    if (strlen(given(r, "label")) >= sizeof v.label)
        return wrong_say(r, "label", e, N_("a label has up to 63 bytes: write less"));
    strcpy(v.label, given(r, "label"));
    int bad = limit_versions(r, e);
    if (!bad)
        bad = wrong_at(r, "ladders", read_ladders(r, given(r, "ladders"), ladders, &n, e));
    if (!bad)
        bad = *given(r, "binding") ? remote_register(r, b, ladders, &n, &v, e) : take_archive(r, &v, e);
    if (!bad)
        bad = store_version_add(site_of(r)->store, &v, ladders, n, id, e);
    if (!bad && v.remote)
        own_arbiter_allow(site_of(r)->own, v.binding);
    return bad;
}

static unsigned api_version_add(struct http_request *r, struct http_answer *a)
{
    struct bot b;
    struct version v;
    struct store_error e;
    int64_t id;
    bool mine = !strcasecmp(r->part[0], guest_of(r)->person.name);
    int bad = mine ? bot_for(r, r->part[1], &b, &e) : own_bot(r, false, &b, &e);
    if (!bad)
        bad = submit(r, &b, &id, &e);
    if (!bad)
        bad = store_version(site_of(r)->store, id, &v, &e);
    if (bad)
        return answer_error(a, limit_status(bad, &e), store_said(&e));
    page_format(&a->page, "{\"version\":%" PRId64 ",\"number\":%" PRId64 ",\"state\":\"pending\"", v.id, v.number);
    if (v.remote && site_of(r)->door)
        page_fill(&a->page, ",\"start\":{j}", site_of(r)->door);
    page_put(&a->page, "}\n");
    return 201;
}

const struct http_route submit_routes[] = {
    { "POST", "/api/bots/{}/{}/versions", api_version_add, AUTH_AUTHOR | AUTH_API | HTTP_ARCHIVES, HTTP_UPLOAD_MAX },
    { 0 },
};
