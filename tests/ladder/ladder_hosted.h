/* ladder_hosted: bots of a test's ladder that are programs of this build, sent in as an author sends them. */
#ifndef FIEL_TESTS_LADDER_HOSTED_H
#define FIEL_TESTS_LADDER_HOSTED_H

#include "ladder_pack.h"
#include "ladder_world.h"
#include "support/built.h"

/* An archive of one program of build/bots, which is called `name` in it. */
static inline void pack_program(struct packed *p, const char *name, const char *program)
{
    char path[600];
    snprintf(path, sizeof path, "%s/%s/%s", build_dir(), bot_room(program), program);
    struct archive *a = pack_begin(p);
    pack_file(a, name, path);
    pack_end(a);
}

/* A pending version of that bot of ana's, or of a new one for 0: this program, where `run` ("./inside/bot --seed 7") looks for it. */
static inline int64_t hosted_version(struct world *w, int64_t bot, const char *name, const char *program,
                                     const char *run)
{
    static struct packed p;
    char place[64];
    struct version v = { .bot = bot };
    snprintf(place, sizeof place, "%.*s", (int)strcspn(run, " "), run);
    snprintf(v.run, sizeof v.run, "%s", run);
    pack_program(&p, place + strlen("./"), program);
    return world_send(w, name, v, p.bytes, p.size);
}

#endif
