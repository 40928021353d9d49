/* match_jail: what a match asks of the jail, what it gets, and the one line that says so. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/bundled.h"
#include "cli/language.h"
#include "base/cli.h"
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
static bool show_words(struct jail_plan *p, const struct bot_command *c, bool in_system)
{
    char *argv[BOT_ARGS + 1], path[JAIL_PATH];
    bool script = !strncmp(c->path, "/usr/", 5), room = true;
    struct stat s;
    command_argv(c, argv);
    for (unsigned i = 1; i < c->argc; i++) {
        if (argv[i][0] != '/' || stat(argv[i], &s) || !S_ISREG(s.st_mode) || !jail_whole_path(argv[i], path))
            continue;
        if (!in_system || lies_in_system(path))
            room = (script ? jail_show_program(p, path) : jail_show(p, path)) && room;
        script = false;
    }
    return room;
}

/* Seconds of CPU that no match needs: every clock of it twice over, and an hour. */
static uint64_t cpu_most(const struct match_options *o)
{
    uint64_t banks = (uint64_t)o->games * o->seats * (uint64_t)(o->clock.bank_us / 1000000 + 1);
    return 3600 + 2 * banks;
}

/* The program and its folder.  A bundled bot needs none of its neighbours; and one of a system folder of programs is, unless its
 * runtime has it, a file like another. */
static bool show_program(struct jail_plan *p, const char *path)
{
    size_t n = strlen(bundled_folder());
    bool bundled = n && !strncmp(path, bundled_folder(), n) && path[n] == '/' && !strchr(path + n + 1, '/');
    bool system = *p->runtime && !strncmp(path, "/usr/", 5) && !lies_in_system(path);
    if (system && runtime_has(p->runtime, path))
        return true;
    return bundled || system ? jail_show(p, path) : jail_show_program(p, path);
}

static bool show_apart(struct jail_plan *p, const struct match_options *o, const struct bot_command *c)
{
    bool room = true;
    for (unsigned i = 0; i < o->shows; i++)
        room = (!lies_in_system(o->show[i]) || jail_show_folder(p, o->show[i])) && room;
    room = (!lies_in_system(c->path) || show_program(p, c->path)) && room;
    return show_words(p, c, true) && room;
}

bool jail_plan_party(const struct match_run *m, unsigned seat, struct jail_plan *p)
{
    char folder[TEMP_PATH + 16];
    const struct match_options *o = &m->options;
    jail_plan_start(p, m->jail.held);
    hide_own(m, p);
    if (p->layers & JAIL_BIT(JAIL_PAGES))
        runtime_for(o->bot[seat].path, p->runtime);
    bool room = show_apart(p, o, &o->bot[seat]);
    jail_show_system(p);
    p->uid = m->party[seat].uid;
    p->memory = o->bot_memory;
    p->cpu_s = cpu_most(o);
    snprintf(p->root, sizeof p->root, "%s/jail%u", m->temp, seat);
    snprintf(p->state, sizeof p->state, "%s/bot%u", m->temp, seat);
    snprintf(folder, sizeof folder, "%s/seat%u", m->temp, seat);
    jail_show_own(p, folder);
    for (unsigned i = 0; i < o->shows; i++)
        room = jail_show_folder(p, o->show[i]) && room;
    room = show_program(p, o->bot[seat].path) && room;
    room = show_words(p, &o->bot[seat], false) && room;
    snprintf(p->cgroup, sizeof p->cgroup, "%s", m->party[seat].cgroup);
    return room;
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
        m->party[i].uid = jail_uid_claim(m->options.uid_first, m->options.uid_last);
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
        snprintf(path, sizeof path, "%s/seat%u", m->temp, i);
        if (chown(path, (uid_t)-1, uid) || chmod(path, 0710))
            return -1;
        snprintf(path, sizeof path, "%s/bot%u", m->temp, i);
        if (give_folder(path, uid, m->resume))
            return -1;
    }
    return 0;
}

/* --- cgroups ----------------------------------------------------------------------------------------- */

/* One for every party where a cgroup limits anything. */
static void make_cgroups(struct match_run *m)
{
    static struct jail_plan p;
    char home[JAIL_PATH], why[128], name[48];
    if (!(m->jail.held & JAIL_BIT(JAIL_CGROUP)) || !jail_cgroup_home(home, why))
        return;
    jail_cgroup_sweep(home);
    for (unsigned i = 0; i < options_parties(&m->options); i++) {
        if (party_remote(m, i))
            continue;
        jail_plan_start(&p, 0);
        p.memory = m->options.bot_memory;
        snprintf(name, sizeof name, JAIL_CGROUP_NAME "%u", (int)getpid(), i);
        if (jail_cgroup_make(&p, home, name))
            return;
        strcpy(m->party[i].cgroup, p.cgroup);
    }
}

void jail_end(struct match_run *m)
{
    for (unsigned i = 0; i < options_parties(&m->options); i++)
        jail_cgroup_end(m->party[i].cgroup);
    for (unsigned i = 0; i < options_parties(&m->options); i++) {
        if (m->party[i].process >= 0)
            close(m->party[i].process);
        m->party[i].process = -1;
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

/* The names of these layers, in the language that is spoken: "own user, Landlock". */
static void list(uint32_t layers, char *out, size_t cap)
{
    char name[JAIL_TOLD];
    size_t n = 0;
    *out = '\0';
    for (int i = 0; i < JAIL_LAYERS && n < cap; i++)
        if (layers & JAIL_BIT(i))
            n += (size_t)snprintf(out + n, cap - n, "%s%s", n ? ", " : "",
                                  jail_told(jail_layer_name((enum jail_layer)i), name));
}

static void announce(const struct match_run *m, uint32_t missing)
{
    char names[256];
    list(missing, names, sizeof names);
    if (m->options.jail == JAIL_NONE)
        cli_fail(
            EXIT_FINE, "%s",
            tongue("the bots run as your own user, limited but not jailed: play only programs that you trust",
                   "los bots corren con tu usuario, limitados pero sin jaula: jugá sólo con programas de confianza",
                   "os bots rodam com o seu usuário, limitados mas sem jaula: jogue só com programas de confiança"));
    else if (!missing)
        cli_fail(EXIT_FINE, "%s",
                 tongue("the bots are jailed: all that --jail=strict demands",
                        "los bots están en una jaula: todo lo que exige --jail=strict",
                        "os bots estão numa jaula: tudo o que --jail=strict exige"));
    else
        cli_fail(EXIT_FINE,
                 tongue("the bots are jailed, but without: %s: `fiel jail-test` tells why",
                        "los bots están en una jaula, pero sin: %s: `fiel jail-test` dice por qué",
                        "os bots estão numa jaula, mas sem: %s: `fiel jail-test` diz por quê"),
                 names);
}

/* A bot that misses a file of its own ends as one that is broken: its author is told why. */
static void announce_shown(const struct match_run *m)
{
    static struct jail_plan p;
    for (unsigned i = 0; i < options_parties(&m->options); i++) {
        if (party_remote(m, i))
            continue;
        if (!jail_plan_party(m, i, &p))
            fprintf(stderr,
                    tongue("fiel: the folder of %s holds too many files to show them all: give it a folder of its own, "
                           "and large ones with --show DIR\n",
                           "fiel: la carpeta de %s tiene demasiados archivos para mostrarlos todos: dale una propia, y "
                           "las grandes con --show DIR\n",
                           "fiel: a pasta de %s tem arquivos demais para mostrá-los todos: dê-lhe uma própria, e as "
                           "grandes com --show DIR\n"),
                    m->options.name[i]);
        if (p.withheld)
            fprintf(stderr,
                    tongue("fiel: %s does not see %s%s, which others may not read: chmod -R o+rX what it needs\n",
                           "fiel: %s no ve %s%s, que otros no pueden leer: chmod -R o+rX lo que necesite\n",
                           "fiel: %s não vê %s%s, que outros não podem ler: chmod -R o+rX o que precisar\n"),
                    m->options.name[i], p.withheld_first,
                    p.withheld > 1 ? tongue(" and more", " y más", " e mais") : "");
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

/* Tried with the copies of the smallest runtime and nobody's folder, because everything of a large bot would be copied; or, where
 * there is none, with what the first bot is shown. */
static void try(struct match_run *m, unsigned party)
{
    static struct jail_plan p;
    uint32_t lacking = 0;
    struct jail_stop stop;
    m->jail.held = JAIL_ALL;
    jail_plan_party(m, party, &p);
    if (*p.runtime) {
        p.used = p.count = 0;
        runtime_for("/bin/sh", p.runtime);
        jail_show_system(&p);
        jail_try(&p, &m->jail);
        lacking = JAIL_BIT(JAIL_PAGES) & ~m->jail.held;
        stop = m->jail.lacking[JAIL_PAGES];
        if (!lacking)
            return;
        m->jail.held = JAIL_ALL & ~lacking;
        jail_plan_party(m, party, &p);
    }
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
    m->party[first].uid = m->options.uid_first;
    try(m, first);
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
        make_cgroups(m);
        if (open_folders(m))
            code = cli_fail(EXIT_ENVIRONMENT, "match: %s cannot be given to the bots' users: %s: try --jail=none",
                            m->temp, strerror(errno));
    }
    if (!code && hosts && !m->announced)
        announce(m, missing);
    if (!code && jailed && !m->announced)
        announce_shown(m);
    return code;
}
