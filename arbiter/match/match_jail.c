/* match_jail: what a match asks of the jail, what it gets, and the one line that says so. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/bundled.h"
#include "cli/language.h"
#include "cli/path.h"
#include "base/cli.h"
#include "bot_files.h"
#include "jail/build_tree.h"
#include "jail/runtime.h"
#include "match.h"
#include "match_resume.h"

/* What this match keeps on the disk that no bot may see.  Most of it would be known as a secret by what it is (base/secrets.h);
 * but not all of it is there yet, and of what was told where it lies nothing has to be known. */
static void hide_own(const struct match_run *m, struct jail_plan *p)
{
    const struct match_options *o = &m->options;
    char note[CONTROL_PATH], fresh[CONTROL_PATH], first[CONTROL_PATH], folder[CONTROL_PATH], whole[JAIL_PATH];
    resume_note_names(m, note, fresh, first);
    snprintf(folder, sizeof folder, "%s", m->pair ? o->replay : ""); /* of the series, which we made */
    if (strrchr(folder, '/'))
        *strrchr(folder, '/') = '\0';
    const char *const named[] = {
        m->temp,          o->replay,  m->seed,         note,  fresh, m->own_logs ? m->logs : "", o->key,
        o->match_log_key, m->primary, m->primary_seed, first, folder
    };
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (*named[i] && jail_whole_path(named[i], whole))
            jail_hide(p, whole);
}

/* A bot's folder below a system folder, which is shown whole, is shown first and file by file as any other, and the system around it.
 * Folders of programs are the system's own: nobody plays in them. */
static bool lies_in_system(const char *path)
{
    static const char *const programs[] = { "/usr/bin",       "/usr/sbin",       "/usr/games",
                                            "/usr/local/bin", "/usr/local/sbin", "/usr/local/games" };
    size_t folder = (size_t)(strrchr(path, '/') - path);
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        if (strlen(programs[i]) == folder && !strncmp(path, programs[i], folder))
            return false;
    return !strncmp(path, "/usr/", 5);
}

/* Files named in the command.  Of an interpreter's first one, the script in "/usr/bin/python3 /home/me/bot.py",
 * the folder is the bot's; of all others the file alone is shown.  `in_system`: only what lies in a system folder. */
static void show_words(struct jail_plan *p, const struct bot_command *c, bool in_system)
{
    char *argv[BOT_ARGS + 1], path[JAIL_PATH];
    struct stat s;
    command_argv(c, argv);
    for (unsigned i = 1; i < c->argc; i++) {
        if (argv[i][0] != '/' || stat(argv[i], &s) || !S_ISREG(s.st_mode) || !jail_whole_path(argv[i], path))
            continue;
        if (!in_system || lies_in_system(path))
            (void)(argv[i] == bot_own(c) ? jail_show_program(p, path) : jail_show(p, path));
    }
}

/* Seconds of CPU that no match needs: every clock of it twice over, and an hour. */
static uint64_t cpu_most(const struct match_options *o)
{
    uint64_t banks = (uint64_t)o->games * o->seats * (uint64_t)(o->clock.bank_us / 1000000 + 1);
    return 3600 + 2 * banks;
}

/* The program and its folder.  A bundled bot needs none of its neighbours; and one of a system folder of programs is, unless its
 * runtime has it, a file like another. */
static void show_program(struct jail_plan *p, const char *path)
{
    size_t n = strlen(bundled_folder());
    bool bundled = n && !strncmp(path, bundled_folder(), n) && path[n] == '/' && !strchr(path + n + 1, '/');
    bool system = *p->runtime && !strncmp(path, "/usr/", 5) && !lies_in_system(path);
    if (!system || !runtime_has(p->runtime, path))
        (void)(bundled || system ? jail_show(p, path) : jail_show_program(p, path));
}

static void show_apart(struct jail_plan *p, const struct match_options *o, const struct bot_command *c)
{
    for (unsigned i = 0; i < o->shows; i++)
        if (lies_in_system(o->show[i]))
            jail_show_folder(p, o->show[i]);
    if (lies_in_system(c->path))
        show_program(p, c->path);
    show_words(p, c, true);
}

void jail_show_bot(const struct match_options *o, const struct bot_command *c, struct jail_plan *p)
{
    for (unsigned i = 0; i < o->shows; i++)
        jail_show_folder(p, o->show[i]);
    show_program(p, c->path);
    show_words(p, c, false);
}

/* All that a party's bot is asked to have but what it is shown of the system and of its own; for layers that are not held nothing is. */
static void plan_start(const struct match_run *m, unsigned seat, struct jail_plan *p)
{
    const struct match_options *o = &m->options;
    jail_plan_start(p, m->jail.held);
    hide_own(m, p);
    if (p->layers & JAIL_BIT(JAIL_PAGES))
        runtime_for(o->bot[seat].path, p->runtime);
    p->uid = m->party[seat].uid;
    p->memory = o->jail == JAIL_NONE && !o->memory_given
                    ? 0
                    : o->bot_memory; /* sanitizers need address space without end */
    p->cpu_s = cpu_most(o);
    path_of(p->root, sizeof p->root, "%s/jail%u", m->temp, seat);
    path_of(p->state, sizeof p->state, "%s/bot%u", m->temp, seat);
    strcpy(p->cgroup, m->party[seat].cgroup);
    strcpy(p->share, m->party[seat].share);
}

static void show_door(const struct match_run *m, unsigned seat, struct jail_plan *p)
{
    char folder[TEMP_PATH + 16];
    jail_show_own(p, path_of(folder, sizeof folder, "%s/seat%u", m->temp, seat));
}

/* Made once: what lies there then is what the bot is shown as often as it is started. */
static int plan_party(struct match_run *m, unsigned seat)
{
    const struct match_options *o = &m->options;
    char command[2 * PATH_MAX];
    if (m->jail.held & JAIL_BIT(JAIL_PAGES) && runtime_lacks(o->bot[seat].path, command))
        return cli_fail(EXIT_ENVIRONMENT,
                        "match: no runtime here has the interpreter of bot %s: `%s`, as root, makes one", o->name[seat],
                        command);
    struct jail_plan *seen = m->party[seat].plan, *p = m->party[seat].plan = malloc(sizeof *p);
    if (p) {
        plan_start(m, seat, p);
        p->seen = seen;
    }
    if (p && p->layers) {
        show_apart(p, o, &o->bot[seat]);
        jail_show_system(p);
        if (!party_lines(m, seat))
            show_door(m, seat, p);
        jail_show_bot(o, &o->bot[seat], p);
    }
    if (p)
        p->seen = NULL;
    free(seen);
    return p ? EXIT_FINE
             : cli_fail(EXIT_ENVIRONMENT, "match: no memory for what %s is shown: free some and play again",
                        o->name[seat]);
}

/* --- users ----------------------------------------------------------------------------------------- */

static void lose_users(struct match_run *m, const char *step, int error)
{
    struct jail_stop *s = &m->jail.lacking[JAIL_UID];
    m->jail.held = jail_derive(m->jail.held & ~JAIL_BIT(JAIL_UID), geteuid());
    s->layer = JAIL_UID;
    s->error = error;
    snprintf(s->step, sizeof s->step, "%s", step);
}

/* A bot under a user of its own must be readable for a stranger, and so must the way to its seat, which is
 * there without a way only where it is mounted. */
static void check_readable(struct match_run *m)
{
    bool mounts = m->jail.held & JAIL_BIT(JAIL_MOUNT);
    for (unsigned i = 0; i < options_parties(&m->options) && m->jail.held & JAIL_BIT(JAIL_UID); i++)
        if (!party_remote(m, i) && !jail_anybody_may_run(m->options.bot[i].path, mounts)) {
            char step[64];
            snprintf(step, sizeof step, "chmod -R o+rX the folder of %.32s", m->options.name[i]);
            lose_users(m, step, EACCES);
        }
    if (m->jail.held & JAIL_BIT(JAIL_UID) && !mounts && !jail_anybody_may_reach(m->temp, false))
        lose_users(m, "set TMPDIR to a folder that all may enter", EACCES);
}

/* A user for every party, who may reach its own socket and write to its own folder and nothing else. */
static void claim_users(struct match_run *m)
{
    for (unsigned i = 0; i < options_parties(&m->options) && m->jail.held & JAIL_BIT(JAIL_UID); i++) {
        if (party_remote(m, i))
            continue;
        m->party[i].uid = jail_uid_claim(m->options.uid[0], m->options.uid[1]);
        if (!m->party[i].uid)
            lose_users(m, "all of --uids are taken", EUSERS);
    }
}

/* Of a match that goes on a bot's user is another one, to whom nothing belongs that the one before has left in the folder: it is made
 * anew, and what the bot had kept its keeper puts there.  Where the folder is memory of the jail it is like that by itself. */
static int give_folder(const char *path, uid_t uid, bool goes_on)
{
    if (goes_on) {
        tree_remove(path);
        if (mkdir(path, 0700))
            return -1;
    }
    return chown(path, uid, uid);
}

static int open_folders(const struct match_run *m)
{
    char path[TEMP_PATH + 16];
    if (!(m->jail.held & JAIL_BIT(JAIL_UID)))
        return 0;
    if (chmod(m->temp, 0711))
        return -1;
    for (unsigned i = 0; i < options_parties(&m->options); i++) {
        uid_t uid = m->party[i].uid;
        if (party_remote(m, i))
            continue;
        path_of(path, sizeof path, "%s/seat%u", m->temp, i);
        if (chown(path, (uid_t)-1, uid) || chmod(path, 0710))
            return -1;
        path_of(path, sizeof path, "%s/bot%u", m->temp, i);
        if (give_folder(path, uid, m->resume))
            return -1;
    }
    return 0;
}

/* --- cgroups ----------------------------------------------------------------------------------------- */

/* Those of every party; -1: what was found to hold holds no more. */
static int make_cgroups(struct match_run *m)
{
    static struct jail_plan p;
    int status = 0;
    for (unsigned i = 0; i < options_parties(&m->options) && !status; i++) {
        if (party_remote(m, i))
            continue;
        jail_plan_start(&p, 0);
        p.memory = m->options.bot_memory;
        status = jail_cgroups(&p, m->jail.held, i);
        strcpy(m->party[i].cgroup, p.cgroup);
        strcpy(m->party[i].share, p.share);
    }
    return status;
}

void jail_end(struct match_run *m)
{
    for (unsigned i = 0; i < options_parties(&m->options); i++)
        jail_cgroup_end(m->party[i].cgroup), jail_cgroup_end(m->party[i].share);
    for (unsigned i = 0; i < options_parties(&m->options); i++) {
        close_fd(&m->party[i].process);
    }
}

/* --- all of it --------------------------------------------------------------------------------------- */

static int refuse(const struct match_run *m, uint32_t missing)
{
    char why[320];
    int layer = 0;
    while (!(missing & JAIL_BIT(layer)))
        layer++;
    return cli_fail(EXIT_ENVIRONMENT, "match: --jail=strict cannot be held: %s: %s: `fiel jail-test` tells all",
                    jail_layer_name((enum jail_layer)layer), jail_lack_text(&m->jail, (enum jail_layer)layer, why));
}

/* The names of these layers: "own user, Landlock". */
static void list(uint32_t layers, char *out, size_t cap)
{
    size_t n = 0;
    *out = '\0';
    for (int i = 0; i < JAIL_LAYERS && n < cap; i++)
        if (layers & JAIL_BIT(i))
            n += (size_t)snprintf(out + n, cap - n, "%s%s", n ? ", " : "", jail_layer_name((enum jail_layer)i));
}

static void announce(const struct match_run *m, uint32_t missing)
{
    char names[256];
    list(missing, names, sizeof names);
    if (m->options.jail == JAIL_NONE)
        cli_fail(EXIT_FINE, "%s",
                 T("the bots run as your own user, limited but not jailed: play only programs that you trust"));
    else if (!missing)
        cli_fail(EXIT_FINE, "%s", T("the bots are jailed: all that --jail=strict demands"));
    else
        cli_fail(EXIT_FINE, T("the bots are jailed, but without: %s: `fiel jail-test` tells why"), names);
}

/* A bot that misses a file of its own ends as one that is broken: its author is told why. */
static void announce_shown(const struct match_run *m)
{
    for (unsigned i = 0; i < options_parties(&m->options); i++) {
        const struct jail_plan *p = m->party[i].plan;
        if (p && *p->left_out)
            fprintf(stderr,
                    T("fiel: %s sees nothing of %s: more than %d files are too many beside a bot: give it a "
                      "folder of its own, and large ones with --show DIR\n"),
                    m->options.name[i], p->left_out, JAIL_BESIDE);
        if (p && p->withheld)
            fprintf(stderr, T("fiel: %s does not see %s%s, which others may not read: chmod -R o+rX what it needs\n"),
                    m->options.name[i], p->withheld_first, p->withheld > 1 ? T(" and more") : "");
    }
}

/* enum held_by of a party, by what holds here. */
static uint8_t jail_held(const struct match_run *m, unsigned seat)
{
    uint32_t held = m->options.jail == JAIL_NONE ? 0 : m->jail.held & JAIL_DEMANDED;
    if (party_remote(m, seat))
        return HELD_REMOTE;
    return held == JAIL_DEMANDED ? HELD_STRICT : held ? HELD_JAILED : HELD_NOT;
}

/* What the OFFER says of every party; of a match that goes on what it said, which no party is held by less than. */
static int settle_held(struct match_run *m, uint32_t missing)
{
    static struct offer told; /* static for its size */
    char names[256];
    bool offered = m->resume && resume_offer(m->options.replay, &told);
    list(missing, names, sizeof names);
    for (unsigned i = 0; i < options_parties(&m->options); i++) {
        m->report.held[i] = offered ? told.held[i] : jail_held(m, i);
        if (!match_only_closes(m) && jail_held(m, i) > m->report.held[i]) /* else no bot is started any more */
            return cli_fail(EXIT_ENVIRONMENT,
                            "match: --resume: %s would be held by less than its OFFER says, without: %s: "
                            "resume as the user and on the machine where it began; `fiel jail-test` tells what holds",
                            m->options.name[i], names);
    }
    return EXIT_FINE;
}

/* Tried with a copy of one file of its runtime and nobody's program; or, where there is none, with the system and the first bot's program.
 * Nobody's folder is walked for it. */
static void try(struct match_run *m, unsigned party)
{
    static struct jail_plan p;
    uint32_t lacking = 0;
    struct jail_stop stop;
    m->jail.held = JAIL_ALL;
    plan_start(m, party, &p);
    if (*p.runtime) {
        jail_show_trial(&p);
        jail_try(&p, &m->jail);
        lacking = JAIL_BIT(JAIL_PAGES) & ~m->jail.held;
        stop = m->jail.lacking[JAIL_PAGES];
        if (!lacking)
            return;
        m->jail.held = JAIL_ALL & ~lacking;
        plan_start(m, party, &p);
    }
    jail_show_system(&p);
    show_door(m, party, &p);
    jail_show(&p, m->options.bot[party].path);
    jail_try(&p, &m->jail);
    if (lacking)
        m->jail.lacking[JAIL_PAGES] = stop;
}

/* What holds here, into m->jail, and a user for every party. */
static void look(struct match_run *m)
{
    unsigned first = 0;
    while (party_remote(m, first))
        first++;
    m->party[first].uid = m->options.uid[0];
    if (m->tried && m->tried->jail.held)
        m->jail = m->tried->jail;
    else
        try(m, first);
    if (m->tried)
        m->tried->jail = m->jail;
    check_readable(m);
    claim_users(m);
}

int jail_prepare(struct match_run *m)
{
    uint32_t missing = JAIL_DEMANDED;
    bool hosts = match_hosts(m), jailed = hosts && m->options.jail != JAIL_NONE;
    if (jailed) {
        look(m);
        missing &= ~m->jail.held;
        if (missing && m->options.jail == JAIL_STRICT && !match_only_closes(m))
            return refuse(m, missing);
    }
    int code = settle_held(m, missing);
    if (code || match_only_closes(m))
        return code;
    if (jailed) {
        if (make_cgroups(m))
            code = cli_fail(EXIT_ENVIRONMENT, "match: no cgroup can be made for each bot any more: play again");
        else if (open_folders(m))
            code = cli_fail(EXIT_ENVIRONMENT, "match: %s cannot be given to the bots' users: %s: try --jail=none",
                            m->temp, strerror(errno));
    }
    for (unsigned i = 0; i < options_parties(&m->options) && !code; i++)
        if (!party_remote(m, i))
            code = plan_party(m, i);
    if (!code && hosts && !m->announced)
        announce(m, missing);
    if (!code && jailed && !m->announced)
        announce_shown(m);
    return code;
}
