/* mcp: an agent has a seat by `fiel bridge mcp` (bots/bridge/mcp.h): here, and at a seat of a host's; its mistakes go nowhere, and the matches are
 * audited.  Where npm's official client is there (`make deps-mcp`), it plays one, too. */
#include "remote.h"

#include "support/skipped.h"

#include <limits.h>

struct agent {
    pid_t pid;
    FILE *to, *from;
    int id;
    char dir[64], replay[96], log[96];
};
#define OWNED_AGENT AUTO(agent_gone) struct agent
static void agent_gone(struct agent *x) { scratch_remove(x->dir); }

static void agent_start(struct agent *a, const char *const *words)
{
    const char *argv[WORDS_MAX] = { "env", "LC_ALL=C", fiel(), "bridge", "mcp" };
    int in[2], out[2], n = 5;
    for (; *words; words++)
        argv[n++] = *words;
    assert_int_equal(pipe2(in, O_CLOEXEC) | pipe2(out, O_CLOEXEC), 0);
    a->pid = begin_words((struct streams){ .fd = { in[0], out[1] } }, argv);
    close(in[0]);
    close(out[1]);
    a->to = fdopen(in[1], "w");
    a->from = fdopen(out[0], "r");
    a->id = 0;
}

/* A match here against cauto. */
static void agent_here(struct agent *a, const char *more, const char *word, const char *value)
{
    char match[256];
    scratch(a->dir);
    snprintf(a->replay, sizeof a->replay, "%s/m.replay", a->dir);
    snprintf(a->log, sizeof a->log, "%s/agent.log", a->dir);
    snprintf(match, sizeof match, "cauto --replay '%s' %s", a->replay, more);
    const char *const words[] = { match, "--log", a->log, word, value, NULL };
    agent_start(a, words);
}

static json_t *heard(struct agent *a)
{
    static char line[1 << 16];
    assert_non_null(fgets(line, sizeof line, a->from));
    json_t *j = json_loads(line, 0, NULL);
    assert_non_null(j);
    return j;
}

/* Takes params. */
static json_t *rpc(struct agent *a, const char *method, json_t *params)
{
    json_t *j = json_pack("{s:s,s:i,s:s,s:o}", "jsonrpc", "2.0", "id", ++a->id, "method", method, "params", params);
    json_dumpf(j, a->to, JSON_COMPACT);
    fputc('\n', a->to);
    fflush(a->to);
    json_decref(j);
    j = heard(a);
    assert_int_equal(json_integer_value(json_object_get(j, "id")), a->id);
    return j;
}

/* What a tool says; *wrong: as an error. */
static char *tool(struct agent *a, const char *name, const char *does, bool *wrong)
{
    json_t *arguments = does ? json_pack("{s:s,s:i,s:s}", "do", does, "tokens", 7, "note", "why not") : json_object();
    json_auto_t *j = rpc(a, "tools/call", json_pack("{s:s,s:o}", "name", name, "arguments", arguments));
    json_t *result = json_object_get(j, "result");
    const char *text = json_text(json_array_get(json_object_get(result, "content"), 0), "text");
    char *kept = strdup(text);
    if (wrong)
        *wrong = json_is_true(json_object_get(result, "isError"));
    return kept;
}

/* The first card, or the first word, of "Legal: a, b" in this text; false: none is there. */
static bool first_legal(const char *text, char word[64])
{
    const char *at = strstr(text, "Legal: ");
    if (!at)
        return false;
    const char *card = strstr(at, "play ");
    at = card ? card : at + 7;
    snprintf(word, 64, "%.*s", (int)strcspn(at, ",\n"), at);
    return true;
}

/* Plays to the end, and says how often it acted. */
static unsigned plays_on(struct agent *a)
{
    unsigned acted = 0;
    char *text = tool(a, "look", NULL, NULL), word[64];
    while (!strstr(text, "The match is over.")) {
        bool mine = first_legal(text, word);
        free(text);
        text = mine ? tool(a, "act", word, NULL) : tool(a, "look", NULL, NULL);
        acted += mine;
    }
    free(text);
    return acted;
}

/* Its client has gone. */
static void agent_end(struct agent *a)
{
    int status;
    fclose(a->to);
    assert_int_equal(waitpid(a->pid, &status, 0), a->pid);
    assert_int_equal(status, 0);
    fclose(a->from);
}

static void audited(const char *replay)
{
    OWNED_RUN r = run("fiel-audit", replay, NULL);
    if (r.code)
        fail_msg("%s%s", r.out, r.err);
    assert_null(strstr(r.out, "fault"));
}

static unsigned lines_with(const char *path, const char *part)
{
    unsigned n = 0;
    OWNED char *all = slurp(path, NULL);
    for (char *at = all; (at = strstr(at, part)); at++)
        n++;
    return n;
}

static void greets(struct agent *a, const char *version, const char *answered)
{
    json_auto_t *j = rpc(a, "initialize", json_pack("{s:s}", "protocolVersion", version));
    json_t *result = json_object_get(j, "result");
    assert_string_equal(json_text(result, "protocolVersion"), answered);
    assert_string_equal(json_text(json_object_get(result, "serverInfo"), "name"), "fiel");
}

TEST(a_whole_match)
{
    OWNED_AGENT a;
    agent_here(&a, "--games 1 --clock minutes", NULL, NULL);
    greets(&a, "2024-11-05", "2024-11-05");
    greets(&a, "1999-01-01", "2025-06-18");
    unsigned acted = plays_on(&a);
    assert_int_equal(lines_with(a.log, "\"by\":\"agent\""), acted);
    assert_int_equal(lines_with(a.log, "\"tokens\":7,\"note\":\"why not\""), acted);
    OWNED char *rules = tool(&a, "rules", NULL, NULL);
    assert_says(rules, "target=30");
    json_auto_t *hand = rpc(&a, "resources/read", json_pack("{s:s}", "uri", "fiel://hand"));
    const char *told = json_text(json_array_get(json_object_get(json_object_get(hand, "result"), "contents"), 0),
                                 "text");
    assert_says(told, "Your cards:");
    assert_says(told, "Game 1 is over");
    agent_end(&a);
    audited(a.replay);
    run_says(run("fiel-audit", "--json", a.replay, NULL), ANY_CODE, "\"clock\":\"bank=4h,inc=0s,cap=10m,", NULL);
}

/* A mistake is answered with the rule, and the third one with `after`; the arbiter hears none of them. */
TEST(its_mistakes)
{
    bool wrong;
    for (int forfeits = 0; forfeits < 2; forfeits++) {
        OWNED_AGENT a;
        agent_here(&a, "--games 1", "--after", forfeits ? "forfeit" : "default");
        char *text = tool(&a, "look", NULL, &wrong);
        assert_false(wrong);
        for (int i = 0; i < 3; i++) {
            free(text);
            text = tool(&a, "act", i ? "sing" : "eleven-run", &wrong);
            assert_int_equal(wrong, i < 2);
            assert_true(i == 2 || strstr(text, "is not legal: "));
        }
        assert_says(text, forfeits ? "You have given up the match." : " was done for you.");
        free(text);
        (void)plays_on(&a);
        assert_int_equal(lines_with(a.log, "\"by\":\"after\""), 1);
        agent_end(&a);
        audited(a.replay);
    }
}

TEST(what_is_legal_is_hidden)
{
    for (int i = 0; i < 2; i++) {
        OWNED_AGENT a;
        agent_here(&a, "", "--legal", i ? "mistake" : "hidden");
        char *text = tool(&a, "look", NULL, NULL);
        assert_null(strstr(text, "Legal: "));
        free(text);
        text = tool(&a, "act", "sing", NULL);
        assert_int_equal(strstr(text, "Legal: ") != NULL, i);
        free(text);
        agent_end(&a);
    }
}

TEST(what_is_no_message)
{
    static const struct {
        const char *line, *said;
    } bad[] = {
        { "what?", "-32700" },
        { "[]", "-32600" },
        { "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}", "-32600" },
        { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"sing\"}", "-32601" },
        { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"sing\"}}", "-32602" },
        { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/"
          "call\",\"params\":{\"name\":\"act\",\"arguments\":{\"do\":7}}}",
          "`do` is missing" },
        { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/read\",\"params\":{\"uri\":\"file:///etc/passwd\"}}",
          "no such resource" },
        { "{\"jsonrpc\":\"2.0\",\"method\":\"ping\"}\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}",
          "\"result\": {}" },
    };
    OWNED_AGENT a;
    agent_here(&a, "", NULL, NULL);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        fprintf(a.to, "%s\n", bad[i].line);
        fflush(a.to);
        json_auto_t *j = heard(&a);
        OWNED char *text = json_dumps(j, 0);
        assert_says(text, bad[i].said);
    }
    agent_end(&a);
}

/* A line that is too long is nothing to its end, also where that reads as a message, as is one with a NUL; its agent plays on. */
TEST(a_line_without_end)
{
    static const char ping[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n";
    OWNED_AGENT a;
    agent_here(&a, "", NULL, NULL);
    fprintf(a.to, "%*s%s%.*s%c%s%s", 2 << 20, "", ping, (int)sizeof ping - 2, ping, 0, ping, ping);
    fflush(a.to);
    for (int i = 0; i < 3; i++) {
        json_auto_t *j = heard(&a);
        assert_int_equal(json_object_get(j, "error") != NULL, i < 2);
    }
    agent_end(&a);
}

/* The program that plays for it ends before its action is seen: it is answered all the same. */
TEST(its_player_is_killed)
{
    OWNED_AGENT a;
    char path[64], word[64];
    long player = 0;
    agent_here(&a, "", NULL, NULL);
    OWNED char *text = tool(&a, "look", NULL, NULL);
    assert_true(first_legal(text, word));
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)a.pid, (int)a.pid);
    FILE *children = fopen(path, "r");
    assert_true(children && fscanf(children, "%ld", &player) == 1 && player > 1);
    fclose(children);
    assert_int_equal(kill((pid_t)-player, SIGSTOP), 0);
    fprintf(a.to,
            "{\"id\":\"a\",\"method\":\"tools/call\",\"params\":{\"name\":\"act\",\"arguments\":{\"do\":\"%s\"}}}\n"
            "{\"id\":\"b\",\"method\":\"ping\"}\n",
            word);
    fflush(a.to);
    json_t *j = heard(&a); /* the second, when the first was read */
    assert_string_equal(json_text(j, "id"), "b");
    json_decref(j);
    assert_int_equal(kill((pid_t)-player, SIGKILL), 0);
    j = heard(&a);
    assert_string_equal(json_text(j, "id"), "a");
    json_decref(j);
    agent_end(&a);
}

/* The words are for no match: it hears so, and the exit code says it, too.  Two matches are none. */
TEST(no_match_begins)
{
    run_complains(run("fiel", "bridge", "mcp", "cauto", "--connect", "tcp://127.0.0.1:1", NULL), 2, "which match?",
                  NULL);
    OWNED_AGENT a;
    int status;
    agent_here(&a, "--nosuch", NULL, NULL);
    OWNED char *text = tool(&a, "look", NULL, NULL);
    assert_says(text, "No match began");
    fclose(a.to);
    assert_int_equal(waitpid(a.pid, &status, 0), a.pid);
    assert_int_equal(WEXITSTATUS(status), 3);
    fclose(a.from);
}

TEST(in_three_languages)
{
    static const char *const said[][2] = { { "es", "Tus cartas:" }, { "pt", "Suas cartas:" }, { "en", "Your cards:" } };
    for (size_t i = 0; i < 3; i++) {
        OWNED_AGENT a;
        agent_here(&a, "--rules gauderio", "--lang", said[i][0]);
        OWNED char *text = tool(&a, "look", NULL, NULL);
        assert_says(text, said[i][1]);
        agent_end(&a);
    }
}

/* A seat of a host's, with the agent's own key. */
TEST(from_elsewhere)
{
    AUTO(match_drop) struct remote_match m;
    AUTO(agent_end) struct agent a;
    char key[112];
    remote_new(&m);
    snprintf(key, sizeof key, "%s/ana.key", m.dir);
    assert_int_equal(identity_write(key, &m.bot[0].identity), 0);
    match_start(&m, "2", "bank=60s,inc=100ms,cap=20s,grace=50ms,start=20s", "cauto");
    seats_open(&m, 1);
    const char *const words[] = { "--seat", m.bot[0].endpoint, "--server", m.bot[0].server_key, "--key", key, NULL };
    agent_start(&a, words);
    assert_true(plays_on(&a) > 0);
    match_ends_well(&m);
}

/* The client that its authors keep plays a match, and finds nothing amiss. */
TEST(the_official_client)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/mcp/node_modules/@modelcontextprotocol/sdk", build_dir());
    if (access("/usr/bin/node", X_OK) || access(path, F_OK)) {
        skipped("the official client", "npm's @modelcontextprotocol/sdk is not here: make deps-mcp");
        return;
    }
    OWNED_SCRATCH dir = scratch_new();
    OWNED char *replay = path_in(dir, "m.replay");
    snprintf(path, sizeof path, "%s/mcp/agent.mjs", build_dir());
    const char *const words[] = { "/usr/bin/node", path, fiel(), replay, NULL };
    run_says(run_words(words, NULL), 0, NULL);
    audited(replay);
}

/* Answers as a model does: a legal word, none, or not at all. */
static const char model
    [] = "import http.server, json, re\n"
         "asked = 0\n"
         "class Model(http.server.BaseHTTPRequestHandler):\n"
         "    def do_POST(self):\n"
         "        global asked\n"
         "        asked += 1\n"
         "        body = json.loads(self.rfile.read(int(self.headers['Content-Length'])))\n"
         "        legal = re.search('(?:legal|none of): (.*)', body['messages'][-1]['content']).group(1).split(', ')\n"
         "        says = 'I do not know.' if asked % 5 == 1 else 'Not ' + legal[-1] + '.\\n' + legal[0]\n"
         "        out = json.dumps({'choices': [{'message': {'role': 'assistant', 'content': says}}]}).encode()\n"
         "        self.send_response(503 if asked % 7 == 0 else 200)\n"
         "        self.send_header('Content-Length', str(len(out)))\n"
         "        self.end_headers()\n"
         "        self.wfile.write(out)\n"
         "    def log_message(self, *a): pass\n"
         "server = http.server.HTTPServer(('127.0.0.1', 0), Model)\n"
         "print(server.server_port, flush=True)\n"
         "server.serve_forever()\n";

/* The example plays by lines what a model says. */
TEST(the_example)
{
    char path[256], words[PATH_MAX + 128], port[16], whole[PATH_MAX];
    int out[2];
    OWNED_SCRATCH dir = scratch_new();
    snprintf(path, sizeof path, "%s/model.py", dir);
    spill(path, model, strlen(model));
    assert_int_equal(pipe2(out, O_CLOEXEC), 0);
    pid_t pid = begin_words((struct streams){ .fd = { [1] = out[1] } },
                            (const char *const[]){ "/usr/bin/python3", path, NULL });
    close(out[1]);
    FILE *says = fdopen(out[0], "r");
    assert_true(says && fgets(port, sizeof port, says));
    port[strcspn(port, "\n")] = '\0';
    assert_non_null(realpath("sdk/examples/agent.py", whole));
    snprintf(words, sizeof words, "lines:/usr/bin/python3 '%s' http://127.0.0.1:%s/v1 small", whole, port);
    snprintf(path, sizeof path, "%s/m.replay", dir);
    OWNED_RUN r = run("fiel", "match", "--jail", "none", "--bot", words, "--bot", "cauto", "--games", "1", "--logs",
                      dir, "--json", "--replay", path, NULL);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    fclose(says);
    json_auto_t *result = json_loads(r.out, 0, NULL);
    assert_non_null(result);
    no_faults(result);
    snprintf(path, sizeof path, "grep -q 'request 1: None' '%s'/*.log && ! grep Traceback '%s'/*.log", dir, dir);
    assert_int_equal(system(path), 0);
}

HANGS_AFTER(600)
