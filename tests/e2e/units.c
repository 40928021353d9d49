/* units: what plays within walls of its units for systemd, where systemd does not run: the families of sockets and the system calls that
 * they leave it, and their umask.
 *
 * libzmq ends a process that may not ask which networks there are, and it asks before it binds a port.  A jail is built with calls that few
 * programs make, of which systemd takes some for reasons of its own: RestrictSUIDSGID= takes openat2, ProtectHostname= takes sethostname. */
#include "served.h"

#include <seccomp.h>

static const struct {
    const char *name;
    int family;
} families[] = {
    { "AF_UNIX", AF_UNIX },       { "AF_INET", AF_INET },     { "AF_INET6", AF_INET6 },
    { "AF_NETLINK", AF_NETLINK }, { "AF_PACKET", AF_PACKET }, { "AF_VSOCK", AF_VSOCK },
};

/* A word of the list that stands behind this key of the unit. */
static bool names(const char *text, const char *key, const char *word)
{
    const char *line = strstr(text, key);
    assert_non_null(line);
    for (line += strlen(key); *line != '\n'; line += strcspn(line, " \n"), line += *line == ' ')
        if (strcspn(line, " \n") == strlen(word) && strncmp(line, word, strlen(word)) == 0)
            return true;
    return false;
}

enum { CALLS = 1024, WORDS = 1 << 16 };

/* A call of this name, or each of systemd's set of it, is left or taken; names of other architectures are nobody's. */
static void set_calls(bool left[CALLS], const char *name, bool to)
{
    if (*name != '@') {
        int number = seccomp_syscall_resolve_name(name);
        if (number >= 0 && number < CALLS)
            left[number] = to;
        return;
    }
    OWNED_RUN r = run_words(
        (const char *const[]){ "/usr/bin/systemd-analyze", "syscall-filter", "--no-pager", name, NULL }, NULL);
    assert_int_equal(r.code, 0);
    char *at = NULL;
    for (char *line = strtok_r(r.out, "\n", &at); line != NULL; line = strtok_r(NULL, "\n", &at))
        if (*line == ' ' && line[strspn(line, " ")] != '#')
            set_calls(left, line + strspn(line, " "), to);
}

/* What all the unit's lines of SystemCallFilter= leave. */
static void calls_left(const char *text, bool left[CALLS])
{
    static const char key[] = "\nSystemCallFilter=";
    for (const char *line = strstr(text, key); line != NULL; line = strstr(line + 1, key)) {
        char words[512], *at = NULL;
        const char *list = line + strlen(key);
        bool to = *list != '~';
        snprintf(words, sizeof words, "%.*s", (int)strcspn(list + !to, "\n"), list + !to);
        for (char *word = strtok_r(words, " ", &at); word != NULL; word = strtok_r(NULL, " ", &at))
            set_calls(left, word, to);
    }
}

/* Walls of the unit that the next process gets: two filters, and the kernel takes the stricter answer of them. */
static scmp_filter_ctx walls[2];
static mode_t mask;

static void refuse(scmp_filter_ctx f, int error, int call, const struct scmp_arg_cmp *when)
{
    assert_int_equal(seccomp_rule_add_array(f, SCMP_ACT_ERRNO((uint32_t)error), call, when != NULL, when), 0);
}

static void wall_up(const char *unit)
{
    static bool left[CALLS];
    size_t size;
    OWNED char *text = slurp(unit, &size);
    walls[0] = seccomp_init(SCMP_ACT_ALLOW);
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (!names(text, "\nRestrictAddressFamilies=", families[i].name))
            refuse(walls[0], EAFNOSUPPORT, SCMP_SYS(socket),
                   &SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)families[i].family, 0));
    if (strstr(text, "\nRestrictSUIDSGID=yes\n"))
        refuse(walls[0], ENOSYS, SCMP_SYS(openat2), NULL);
    if (strstr(text, "\nProtectHostname=yes\n"))
        refuse(walls[0], EPERM, SCMP_SYS(sethostname), NULL);
    const char *line = strstr(text, "\nUMask=");
    assert_non_null(line);
    mask = (mode_t)strtoul(line + strlen("\nUMask="), NULL, 8);
    walls[1] = NULL;
    if (access("/usr/bin/systemd-analyze", X_OK) == 0) {
        memset(left, 0, sizeof left);
        calls_left(text, left);
        walls[1] = seccomp_init(SCMP_ACT_ERRNO(EPERM));
        assert_int_equal(seccomp_attr_set(walls[1], SCMP_FLTATR_CTL_OPTIMIZE, 2), 0);
        for (int i = 0; i < CALLS; i++)
            if (left[i])
                assert_int_equal(seccomp_rule_add(walls[1], SCMP_ACT_ALLOW, i, 0), 0);
    }
}

/* In a process, before it begins. */
static void behind_the_wall(void)
{
    umask(mask);
    for (int i = 0; i < 2; i++)
        if (walls[i] != NULL && seccomp_load(walls[i]) != 0)
            _exit(125);
}

static void wall_down(void)
{
    for (int i = 0; i < 2; i++)
        if (walls[i] != NULL)
            seccomp_release(walls[i]);
}

TEST(a_daemon_of_a_unit_binds_its_ports)
{
    static const char *const units[] = { "arbiter/systemd/fiel.service", "arbiter/systemd/fiel-remote.service" };
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        struct served s;
        wall_up(units[i]);
        served_make(&s, "");
        static const char config[] = "[folders]\nstate = fresh\n[control]\naddress = tcp://127.0.0.1:*\n"
                                     "[matches]\njail = none\nat_once = 1\n";
        spill(s.config, config, sizeof config - 1);
        s.inside = behind_the_wall;
        daemon_start(&s);
        char bots[160];
        struct stat its;
        snprintf(bots, sizeof bots, "%s/fresh/bots", s.dir);
        assert_int_equal(stat(bots, &its), 0);
        assert_int_equal(its.st_mode & 0777,
                         0755); /* for the bots' own users, who are shown this folder and none above it */
        served_end(&s);
        wall_down();
    }
}

/* What a match says of its bots' jail; behind the wall, or not. */
static char *said_of_the_jail(bool walled)
{
    char path[96];
    size_t size;
    int status;
    OWNED_SCRATCH dir = scratch_new();
    snprintf(path, sizeof path, "%s/m.replay", dir);
    pid_t child = fork();
    if (child == 0) {
        char said[96];
        snprintf(said, sizeof said, "%s/said", dir);
        if (!freopen("/dev/null", "w", stdout) || !freopen(said, "w", stderr))
            _exit(126);
        if (walled)
            behind_the_wall();
        execl(fiel(), "fiel", "match", "--bot", "cauto", "--bot", "random", "--games", "1", "--rules",
              "argentino,target=15", "--jail", "basic", "--replay", path, (char *)NULL);
        _exit(127);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    snprintf(path, sizeof path, "%s/said", dir);
    char *text = slurp(path, &size);
    char *from = strstr(text, "fiel: the bots are jailed");
    if (status != 0 || from == NULL)
        fail_msg("status %d: %s", status, text);
    from[strcspn(from, "\n")] = '\0';
    memmove(text, from, strlen(from) + 1);
    return text;
}

TEST(a_jail_of_a_unit_holds_what_it_holds_outside)
{
    static const char *const units[] = { "arbiter/systemd/fiel.service", "ladder/deploy/fiel-ladder-worker@.service" };
    OWNED char *outside = said_of_the_jail(false);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        wall_up(units[i]);
        OWNED char *within = said_of_the_jail(true);
        wall_down();
        assert_string_equal(within, outside);
    }
}

HANGS_AFTER(300)
