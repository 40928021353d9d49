/* What the commands of a ladder tell: each has --lang and --json, or stands below with the reason why not; every line of it, and of every
 * help, fits eighty columns, and what --json prints is JSON. */

#include <ctype.h>
#include <jansson.h>
#include <sqlite3.h>

#include "support/test.h"
#include "cli/said.h"
#include "ladder_site.h"
#include "schedule/schedule.h"
#include "support/shell.h"
#include "support/small_disk.h"

HERE_FOR_ALL
static struct store_error e;
static char text[1 << 16];

/* --- every command, and every verb of it ------------------------------------------------------------------------------- */

static const struct command {
    const char *name;
    const char *no_lang, *no_json; /* why it has none; NULL: it has it */
} listed[] = {
    { .name = "init" },
    { .name = "serve",
      .no_lang = "its address is for programs, its log for the host",
      .no_json = "it prints its address alone" },
    { .name = "worker", .no_lang = "it prints nothing", .no_json = "it prints nothing" },
    { .name = "worker-key new", .no_json = "it prints the key alone" },
    { .name = "worker-key list" },
    { .name = "worker-key revoke", .no_json = "it prints nothing" },
    { .name = "recheck list" },
    { .name = "recheck stands", .no_json = "it prints nothing" },
    { .name = "recheck void", .no_json = "it prints nothing" },
    { .name = "enter" },
    { .name = "person" },
    { .name = "login" },
    { .name = "logout" },
    { .name = "bot list" },
    { .name = "bot show" },
    { .name = "bot about" },
    { .name = "bot submit" },
    { .name = "bot remote" },
    { .name = "bot log" },
    { .name = "bot disable" },
    { .name = "bot retire" },
    { .name = "bot again" },
    { .name = "bot remove" },
    { .name = "event list" },
    { .name = "event show" },
    { .name = "event create" },
    { .name = "event enter" },
    { .name = "event start" },
    { .name = "event pause" },
    { .name = "event resume" },
    { .name = "event cancel" },
    { .name = "dispute list" },
    { .name = "dispute show" },
    { .name = "dispute file" },
    { .name = "dispute withdraw" },
    { .name = "dispute uphold" },
    { .name = "dispute void" },
    { .name = "standings" },
    { .name = "sprt" },
    { .name = "season close" },
    { .name = "season let-go" },
    { .name = "check" },
    { .name = "backup" },
    { .name = "move" },
};
enum { LISTED = sizeof listed / sizeof *listed };

/* An example may be longer: it is typed as it stands. */
static void fits(const char *words, const char *said)
{
    for (const char *line = said; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        size_t columns = 0, size = strcspn(line, "\n");
        for (size_t i = 0; i < size; i++)
            columns += (line[i] & 0xc0) != 0x80;
        if (columns > 80 && strncmp(line, "  fiel", 6) != 0)
            fail_msg("%s: %zu columns:\n%.*s", words, columns, (int)size, line);
        if (size && line[size - 1] == ' ')
            fail_msg("%s: a line ends with a blank:\n%.*s|", words, (int)size, line);
    }
}

static void has(const char *name, const char *help, const char *option, const char *why_not)
{
    char row[32];
    snprintf(row, sizeof row, "\n  %s ", option);
    if (!strstr(help, row) != !!why_not)
        fail_msg("%s: %s", name, why_not ? why_not : option);
}

/* `met` counts the commands of the list that were seen. */
static void look_at(const char *name, unsigned *met)
{
    static char help[1 << 14];
    char words[128];
    snprintf(words, sizeof words, "%s --help", name);
    assert_int_equal(here_command(words, help, sizeof help), 0);
    fits(words, help);
    for (size_t i = 0; i < LISTED; i++)
        if (!strcmp(listed[i].name, name)) {
            has(name, help, "--lang", listed[i].no_lang);
            has(name, help, "--json", listed[i].no_json);
            ++*met;
            return;
        }
    fail_msg("%s is not in the list of this test", name);
}

/* The words that begin the rows of a help, after each other in `names`. */
static unsigned rows_of(const char *help, char names[32][32])
{
    unsigned n = 0;
    for (const char *line = help; *line && n < 32; line += strcspn(line, "\n"), line += *line == '\n')
        if (!strncmp(line, "  ", 2) && islower((unsigned char)line[2]) && strncmp(line, "  fiel-ladder ", 14) != 0)
            sscanf(line, "%31s", names[n++]);
    return n;
}

TEST(every_command_has_lang_and_json)
{
    char command[32][32], verb[32][32], words[64];
    unsigned met = 0;
    assert_int_equal(here_command("--help", text, sizeof text), 0);
    fits("--help", text);
    unsigned commands = rows_of(text, command);
    assert_true(commands > 15);
    for (unsigned i = 0; i < commands; i++) {
        snprintf(words, sizeof words, "%.31s --help", command[i]);
        assert_int_equal(here_command(words, text, sizeof text), 0);
        unsigned verbs = strstr(text, " VERB ") ? rows_of(text, verb) : 0;
        fits(words, text);
        for (unsigned k = 0; k < verbs; k++) {
            snprintf(words, sizeof words, "%.31s %.31s", command[i], verb[k]);
            look_at(words, &met);
        }
        if (!verbs)
            look_at(command[i], &met);
    }
    assert_int_equal(met, LISTED);
}

/* --- what they tell ---------------------------------------------------------------------------------------------------- */

static char store[192];

static void go_to(const char *name) { snprintf(store, sizeof store, "--store 'sqlite:%s/%s.db'", here.folder, name); }

/* Runs a command on the store, or at the server, with these words behind it. */
static int runs(const char *command, const char *more)
{
    static const char *const at_server[] = { "bot ", "event ", "dispute ", "login ", "logout" };
    char words[1600];
    bool asks = false;
    for (size_t i = 0; i < sizeof at_server / sizeof *at_server; i++)
        asks |= !strncmp(command, at_server[i], strlen(at_server[i]));
    snprintf(words, sizeof words, "%s %s %s", command, asks ? "" : store, more);
    return here_command(words, text, sizeof text);
}

static void says(const char *command, const char *more, int code, const char *excerpt)
{
    int got = runs(command, more);
    if (got != code || !strstr(text, excerpt))
        fail_msg("%s %s: exit %d, not '%s':\n%s", command, more, got, excerpt, text);
    fits(command, text);
}

/* The whole of what --json prints, one value after the other, with this key in each. */
static void is_json(const char *command, const char *more, int code, const char *key)
{
    char words[512];
    size_t values = 0;
    json_error_t wrong;
    snprintf(words, sizeof words, "--json %s", more);
    int got = runs(command, words);
    if (got != code)
        fail_msg("%s --json: exit %d:\n%s", command, got, text);
    for (const char *at = text; *at; values++) {
        json_t *all = json_loads(at, JSON_DISABLE_EOF_CHECK, &wrong),
               *one = json_is_array(all) ? json_array_get(all, 0) : all;
        if (!all || !json_object_get(one, key))
            fail_msg("%s --json: no JSON, or no '%s': %s\n%s", command, key, wrong.text, at);
        json_decref(all);
        at += wrong.position;
        at += strspn(at, "\n");
    }
    assert_true(values > 0);
}

static const struct telling {
    const char *command;
    int code;
    const char *english, *spanish, *portuguese, *key; /* NULL: a host reads it in English alone */
} tellings[] = {
    { "standings", 0, "points a hand", "puntos por mano", "pontos por mão", "elo" },
    { "standings --verify", 1, "replays audited", "registros auditados", "registros auditados", "findings" },
    { "standings --verify", 1, "leg 1: its replay is not valid: ", NULL, NULL, "wrong" },
    { "sprt ana/bot0#1 ana/bot1#1", 1, "more pairs are needed", "hacen falta más pares", "faltam mais pares", "llr" },
    { "check", 1, "things are wrong", NULL, NULL, "findings" },
    { "check --rows", 0, "all is well", NULL, NULL, "wrong" },
    { "person ana", 0, "ana: author, open", "ana: autor, open", "ana: autor, open", "role" },
    { "person ana --new-password", 0, "sign in at /enter", NULL, NULL, "password" },
    { "init", 0, "ready: ", NULL, NULL, "ready" },
    { "worker-key list", 0, "attic  host attic  never used  admits", NULL, NULL, "admits" },
    { "recheck list", 0, "1  pair 2  differs  7 of 20 differ, filed by w1 of attic, asked by w2  bot1", NULL, NULL,
      "differs" },
    { "recheck list", 0, "decides otherwise in", "otra cosa en 7 de 20", "outra coisa em 7 de 20", "reason" },
    { "bot list", 0, "active", "activo", "ativo", "state" },
    { "bot list", 0, "at fault in 8 of its newest 20 matches", "en falta en 8 de sus últimas 20 partidas",
      "em falta em 8 das suas últimas 20 partidas", "reason" },
    { "bot show ana/bot7", 0, "disabled", "desactivado", "desativado", "versions" },
    { "event list", 0, "running", "en curso", "em andamento", "kind" },
    { "event show 2", 0, "12 pairs, goes on", "12 pares, sigue", "12 pares, continua", "progress" },
};

TEST(what_is_told_has_three_languages_and_fits)
{
    for (size_t i = 0; i < sizeof tellings / sizeof *tellings; i++) {
        const struct telling *t = &tellings[i];
        bool own = !strcmp(t->command, "init"); /* the other one is open */
        go_to(own ? "own" : "ladder");
        says(t->command, "", t->code, t->english);
        says(t->command, "--lang es", t->code, t->spanish ? t->spanish : t->english);
        says(t->command, "--lang=pt", t->code, t->spanish ? t->portuguese : t->english);
        is_json(t->command, "", t->code, t->key);
    }
    go_to("ladder");
}

/* What a ladder refuses with has the words of its pages; how a command is written is told in English. */
TEST(refusals_have_the_words_of_the_pages)
{
    static const struct {
        const char *command, *excerpt;
    } refused[] = {
        { "bot show ana/nobody --lang es", "no existe ese bot" },
        { "recheck stands 99 --lang pt", "a repetição 99 não está em dúvida" },
        { "recheck void 1x", "'1x' is no number: `fiel-ladder recheck list` has it" },
        { "event show 99 --lang pt", "não existe o torneio 99" },
        { "dispute list --lang es", "primero iniciá sesión" },
        { "person ana --new --lang es", "ese nombre ya está tomado" },
        { "enter ana/x /etc/passwd --lang pt", "arquivo tar" },
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (runs(refused[i].command, "") != 2 || !strstr(text, refused[i].excerpt))
            fail_msg("%s: not '%s':\n%s", refused[i].command, refused[i].excerpt, text);
}

/* So has why no ladder answers, where that is one of the usual reasons. */
TEST(a_ladder_that_is_away_is_told_in_three_languages)
{
    static const struct {
        const char *server, *excerpt;
    } away[] = {
        { "http://127.0.0.1:1", "http://127.0.0.1:1: nobody takes a connection there: see that it runs" },
        { "http://127.0.0.1:1 --lang es", "http://127.0.0.1:1: nadie acepta una conexión ahí: fijate que ande" },
        { "http://127.0.0.1:1 --lang pt", "http://127.0.0.1:1: ninguém aceita uma conexão ali: veja se está rodando" },
        { "https://no-host.invalid --lang es", "ningún equipo tiene ese nombre: fijate" },
    };
    char words[160];
    for (size_t i = 0; i < sizeof away / sizeof *away; i++) {
        snprintf(words, sizeof words, "bot list --server %s", away[i].server);
        if (here_command(words, text, sizeof text) != 3 || !strstr(text, away[i].excerpt))
            fail_msg("%s: not '%s':\n%s", words, away[i].excerpt, text);
    }
}

/* Where there is no table yet, that is told on the standard error. */
TEST(why_there_is_no_table_is_told_in_three_languages)
{
    char command[256];
    snprintf(command, sizeof command, "init --store 'sqlite:%s/empty.db'", here.folder);
    assert_int_equal(here_command(command, text, sizeof text), 0);
    go_to("empty");
    says("enter ana/solo /bin/true --new", "--lang es", 0,
         "ana es una cuenta nueva, en la que nadie puede iniciar sesión");
    is_json("enter ana/duo /bin/true", "", 0, "number");
    int code = runs("standings", "--lang es");
    assert_int_equal(code, 1);
    assert_non_null(strstr(text, "la liga argentino todavía no tiene tabla"));
    assert_non_null(strstr(text, "ana/solo#1 espera una partida contra sí mismo"));
    assert_non_null(strstr(text, "no juega ningún trabajador"));
    go_to("ladder");
}

/* Folders are made: each command has one of its own. */
TEST(copies_are_told)
{
    char command[512];
    snprintf(command, sizeof command, "backup '%s/copy'", here.folder);
    says(command, "", 0, "copied: sqlite:");
    is_json(command, "", 0, "copied");
    snprintf(command, sizeof command, "move --from 'sqlite:%s/copy/ladder.db' --to 'sqlite:%s/m.db'", here.folder,
             here.folder);
    if (here_command(command, text, sizeof text) || !strstr(text, "every row and every blob"))
        fail_msg("%s:\n%s", command, text);
    fits("move", text);
    snprintf(command, sizeof command, "move --from 'sqlite:%s/copy/ladder.db' --to 'sqlite:%s/j.db' --json",
             here.folder, here.folder);
    assert_int_equal(here_command(command, text, sizeof text), 0);
    json_auto_t *all = json_loads(text, 0, NULL);
    assert_true(json_array_size(json_object_get(all, "tables")) > 10);
}

/* Runs a command where no file may be larger than `most`: the environment is at fault, and it is said what to do. */
static void finds_no_room(const char *command, rlim_t most)
{
    small_disk(most);
    int code = runs(command, "");
    small_disk(RLIM_INFINITY);
    if (code != 3 || !strstr(text, "room") || strcspn(text, "\n") + 1 != strlen(text)) /* one sentence */
        fail_msg("%s: exit %d:\n%s", command, code, text);
}

TEST(a_full_disk_leaves_nothing_half_made)
{
    enum { BACKUP_MOST = 65536 };
    char command[512];
    snprintf(command, sizeof command, "backup '%s/no-copy'", here.folder);
    finds_no_room(command, BACKUP_MOST);
    SHELL_FINE("test ! -e '%s/no-copy/ladder.db'", here.folder);
}

/* --- a ladder with results ---------------------------------------------------------------------------------------------- */

static void play(uint64_t pairs)
{
    static struct order o;
    static uint64_t played;
    world_plan(&here.world, pairs);
    for (uint64_t i = 0; i < pairs; i++)
        world_play(&here.world, "w1", played++, &o);
    FINE(rate_step(here.site.store, &e));
}

/* Names are as long as they can be. */
static void add_long_names(struct world *w)
{
    static const char author[] = "abcdefghij-abcdefghij-abcdefghij-abcdef",
                      bot[] = "bot-bot-bot-bot-bot-bot-bot-bot-bot-bot";
    int64_t ana = w->author, first = w->version[0], own;
    w->author = world_person(here.site.store, author, ROLE_AUTHOR);
    w->version[0] = world_version(w, bot, &own);
    world_admit(w);
    play(1);
    w->author = ana;
    w->version[0] = first;
}

static void add_event(void)
{
    struct event v = { .kind = EVENT_SPRT, .name = "Mañana", .state = EVENT_RUNNING };
    struct plan p = { .next_round = 1, .progress = "{\"llr\":0.25,\"verdict\":\"goes on\",\"pairs\":12}" };
    v.ladder = here.world.ladder;
    strcpy(v.cfg, "{}");
    FINE(store_event_add(here.site.store, &v, "hilda", &p.event, &e));
    FINE(store_plan(here.site.store, &p, &e));
}

/* As it is filed when a version that was asked again decided otherwise, without the matches that would take. */
static void add_doubt(void)
{
    char path[128], reason[STORE_TEXT], row[1024];
    sqlite3 *file;
    snprintf(path, sizeof path, "%s/ladder.db", here.folder);
    said_put(reason, sizeof reason, NULL,
             N_("%.40s decides otherwise in %lld of %lld decisions (its own chance: %lld)"), "bot1", 7LL, 20LL, 1LL);
    snprintf(row, sizeof row,
             "insert into recheck(pair, version, host, worker, by_host, by_worker, asked, differs, "
             "chance, state, reason, decided_by, created_ms, decided_ms) values(2, 2, 'attic', 'w1', "
             "'cellar', 'w2', 20, 7, 1, 'differs', '%s', '', 1, 0)",
             reason);
    assert_int_equal(sqlite3_open(path, &file), SQLITE_OK);
    assert_int_equal(sqlite3_exec(file, row, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(file);
}

BEFORE_ALL(start)
{
    char server[64];
    char reason[STORE_TEXT];
    struct worker_key key = { .name = "attic", .host = "attic", .admits = true };
    uint8_t hash[STORE_HASH] = { 1 };
    play(12);
    add_long_names(&here.world);
    add_event();
    add_doubt();
    said_put(reason, sizeof reason, NULL,
             "at fault in %lld of its newest %lld matches: mend it and submit another version", 8LL, 20LL);
    FINE(store_version_move(here.site.store, here.world.version[7], VERSION_ACTIVE, VERSION_DISABLED, reason, "hilda",
                            &e));
    FINE(store_worker_key_add(here.site.store, &key, hash, "host", &e));
    go_to("ladder");
    snprintf(server, sizeof server, "http://127.0.0.1:%d", here.port);
    setenv("FIEL_LADDER_SERVER", server, 1);
    setenv("LC_ALL", "C", 1);
    return 0;
}
