/* mcp: see mcp.h. */
#include "mcp.h"

#include <errno.h>
#include <jansson.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/language.h"
#include "cli/now.h"
#include "mcp_text.h"

enum {
    LINE_ROOM = 1 << 20, /* bytes that a message may have */
    TRIES = 3,
    WORD_MOST = 63,    /* of what is done */
    WAIT_S = 20,       /* that a call waits for the agent's turn, unless it says otherwise; */
    WAIT_MOST_S = 600, /* clients give up by themselves after a minute or more */
    NEARLY_MS = 2000,  /* before the end of the time */
    NO_METHOD = -32601,
    NO_PARAMS = -32602,
    NO_REQUEST = -32600,
    NO_JSON = -32700,
};

/* Lines that come from a descriptor. */
struct stream {
    int fd;
    char *bytes;
    size_t size;
    bool over, skips; /* skips: what comes next is the rest of a line that is too long */
};

struct mcp {
    struct mcp_wish *wish;
    struct stream agent, table;
    FILE *to, *log; /* who plays; decisions */
    struct mcp_told told;
    unsigned request, tries; /* that is asked; 0: nothing is */
    int64_t asked_ms, until_ms;
    json_t *acting; /* the id of the call whose action is looked at, */
    json_t *given;  /* and its arguments */
    json_t *waits;  /* the id of the call that waits for the agent's turn, */
    int64_t wait_ms;
    int64_t wait_for; /* until then, and what its action waits afterwards */
    char *note;       /* what stands before its text */
    bool ended;       /* there is no match any more */
};

/* --- JSON-RPC ------------------------------------------------------------------------------------------------ */

static void send(json_t *message)
{
    char *text = json_dumps(message, JSON_COMPACT);
    if (text)
        printf("%s\n", text);
    fflush(stdout);
    free(text);
    json_decref(message);
}

/* Takes result. */
static void answer(json_t *id, json_t *result)
{
    send(json_pack("{s:s,s:O,s:o}", "jsonrpc", "2.0", "id", id, "result", result));
}

static void refuse(json_t *id, int code, const char *why)
{
    send(json_pack("{s:s,s:o,s:{s:i,s:s}}", "jsonrpc", "2.0", "id", id ? json_incref(id) : json_null(), "error", "code",
                   code, "message", why));
}

/* Text as what a tool says. */
static void say(json_t *id, const char *text, bool wrong)
{
    answer(id, json_pack("{s:[{s:s,s:s}],s:b}", "content", "type", "text", "text", text, "isError", wrong));
}

/* --- what the agent is told ------------------------------------------------------------------------------------ */

static void drop(json_t **j)
{
    json_decref(*j);
    *j = NULL;
}

/* What is new, and the table; before it why an action was none. */
static void tell(struct mcp *m, json_t *id, const char *before, bool wrong)
{
    bool legal = m->wish->legal == LEGAL_LISTED || (m->wish->legal == LEGAL_MISTAKE && m->tries > 0);
    char *text = mcp_text(&m->told, before, m->request > 0, legal, m->ended);
    if (text)
        say(id, text, wrong);
    else
        refuse(id, NO_REQUEST, "out of memory");
    free(text);
}

static void wait_over(struct mcp *m)
{
    if (!m->waits)
        return;
    tell(m, m->waits, m->note, false);
    drop(&m->waits);
    free(m->note);
    m->note = NULL;
}

/* The call waits for the agent's turn, so long. */
static void wait_for(struct mcp *m, json_t *id, int64_t ms)
{
    wait_over(m);
    m->waits = json_incref(id);
    m->wait_ms = now_ms() + ms;
    if (m->request || m->ended || ms == 0)
        wait_over(m);
}

static int64_t seconds(const json_t *arguments)
{
    double s = json_is_number(json_object_get(arguments, "wait"))
                   ? json_number_value(json_object_get(arguments, "wait"))
                   : WAIT_S;
    return (int64_t)(1000 * (s < 0 ? 0 : s > WAIT_MOST_S ? WAIT_MOST_S : s));
}

/* --- decisions -------------------------------------------------------------------------------------------------- */

static void do_it(struct mcp *m, const char *word)
{
    json_auto_t *j = json_pack("{s:s,s:i}", "do", word, "request", (int)m->request);
    if (j)
        json_dumpf(j, m->to, JSON_COMPACT);
    fputc('\n', m->to);
    fflush(m->to);
}

static void write_down(struct mcp *m, const char *word, const char *by)
{
    static const char *const kept[] = { "tokens", "cost", "note" };
    json_auto_t *j = json_pack("{s:i,s:s,s:s,s:I,s:i}", "request", (int)m->request, "do", word, "by", by, "ms",
                               (json_int_t)(now_ms() - m->asked_ms), "tries", (int)m->tries);
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (json_object_get(m->given, kept[i]))
            json_object_set(j, kept[i], json_object_get(m->given, kept[i]));
    if (m->log && j) {
        json_dumpf(j, m->log, JSON_COMPACT);
        fputc('\n', m->log);
        fflush(m->log);
    }
}

/* The agent has had its chances: a modest action is done, or it gives up what is left of the match. */
static void do_for_it(struct mcp *m)
{
    const char *word = mcp_modest(&m->told);
    if (m->wish->forfeit)
        fputs("{\"leave\":true}\n", m->to);
    else
        do_it(m, word);
    fflush(m->to);
    write_down(m, m->wish->forfeit ? "" : word, "after");
    free(m->note);
    if (asprintf(&m->note, m->wish->forfeit ? T("You have given up the match.") : T("%s was done for you."), word) < 0)
        m->note = NULL;
    m->request = 0;
}

/* It was not legal: why, and another chance. */
static void not_done(struct mcp *m)
{
    const char *word = json_string_value(json_object_get(m->given, "do"));
    char *why = NULL;
    m->tries++;
    if (asprintf(&why, T("%s is not legal: %s."), word, mcp_why(&m->told)) < 0)
        why = NULL;
    if (m->tries < TRIES) {
        tell(m, m->acting, why, true);
    } else {
        json_auto_t *id = json_incref(m->acting);
        do_for_it(m);
        wait_for(m, id, m->wait_for);
    }
    free(why);
    drop(&m->acting);
    drop(&m->given);
}

static void was_done(struct mcp *m)
{
    json_auto_t *id = m->acting;
    m->acting = NULL;
    m->tries++;
    write_down(m, json_string_value(json_object_get(m->given, "do")), m->told.late ? "late" : "agent");
    m->tries = m->request = 0;
    drop(&m->given);
    wait_for(m, id, m->wait_for);
}

static void act(struct mcp *m, json_t *id, json_t *arguments)
{
    const char *word = json_string_value(json_object_get(arguments, "do"));
    if (!word || !*word || strlen(word) > WORD_MOST) {
        say(id, T("`do` is missing: one word of what is legal."), true);
    } else if (!m->request || m->acting) {
        tell(m, id, T("Nothing is asked of you now: look."), true);
    } else {
        m->acting = json_incref(id);
        m->given = json_incref(arguments);
        m->wait_for = seconds(arguments);
        do_it(m, word);
    }
}

/* --- the table --------------------------------------------------------------------------------------------------- */

static void heard(struct mcp *m, const char *line)
{
    json_auto_t *j = json_loads(line, 0, NULL);
    const char *event = json_string_value(json_object_get(j, "event"));
    unsigned request = (unsigned)json_integer_value(json_object_get(j, "request"));
    bool over = event && strcmp(event, "table") != 0;
    if (event)
        mcp_hear(&m->told, j);
    if (request && mcp_pause(&m->told)) {
        unsigned asked = m->request;
        m->request = request;
        do_it(m, "go");
        m->request = asked;
        return;
    }
    bool again = request && request == m->request;
    if (m->acting && again)
        not_done(m);
    else if (m->acting)
        was_done(m);
    if (over)
        m->ended = true;
    if (request && !again) {
        m->ended = false;
        m->request = request;
        m->tries = 0;
        m->asked_ms = now_ms();
        m->until_ms = m->asked_ms + mcp_ms(&m->told) - NEARLY_MS;
    } else if (!request) {
        m->request = 0;
    }
    if (m->request || m->ended)
        wait_over(m);
}

/* --- methods ------------------------------------------------------------------------------------------------------ */

static json_t *tool(const char *name, const char *what, json_t *properties, const char *required)
{
    json_t *list = required ? json_pack("[s]", required) : json_array();
    return json_pack("{s:s,s:s,s:{s:s,s:o,s:o}}", "name", name, "description", what, "inputSchema", "type", "object",
                     "properties", properties, "required", list);
}

static json_t *property(const char *type, const char *what)
{
    return json_pack("{s:s,s:s}", "type", type, "description", what);
}

static json_t *tools(void)
{
    json_t *wait = property("number", T("seconds to wait for your turn, 20 unless told")), *list = json_array();
    json_array_append_new(list, tool("look", T("What happened since you looked, the table, and what you are asked."),
                                     json_pack("{s:O}", "wait", wait), NULL));
    json_array_append_new(
        list, tool("act", T("Does something, when you are asked; then it looks."),
                   json_pack("{s:o,s:o,s:o,s:o,s:O}", "do", property("string", T("one word of what is legal")), "note",
                             property("string", T("why, for the log")), "tokens",
                             property("integer", T("what this decision took, for the log")), "cost",
                             property("number", T("what this decision took, for the log")), "wait", wait),
                   "do"));
    json_array_append_new(list, tool("rules", T("The rules of this match."), json_object(), NULL));
    json_decref(wait);
    return json_pack("{s:o}", "tools", list);
}

static json_t *resources(void)
{
    return json_pack("{s:[{s:s,s:s,s:s},{s:s,s:s,s:s}]}", "resources", "uri", "fiel://rules", "name",
                     T("The rules of this match."), "mimeType", "text/plain", "uri", "fiel://hand", "name",
                     T("What happened in this hand."), "mimeType", "text/plain");
}

/* The newest of the versions that both know; ours where there is none, which the client may refuse. */
static const char *version_of(const json_t *params)
{
    static const char *const known[] = { "2025-06-18", "2025-03-26", "2024-11-05" };
    const char *wanted = json_string_value(json_object_get(params, "protocolVersion"));
    for (size_t i = 0; wanted && i < sizeof known / sizeof *known; i++)
        if (strcmp(wanted, known[i]) == 0)
            return known[i];
    return known[0];
}

static json_t *greeting(const json_t *params)
{
    return json_pack(
        "{s:s,s:{s:{},s:{}},s:{s:s,s:s},s:s}", "protocolVersion", version_of(params), "capabilities", "tools",
        "resources", "serverInfo", "name", "fiel", "version", FIEL_VERSION, "instructions",
        T("You sit at a table of truco. Look, act when you are asked, and look again until the match is over."));
}

static void call(struct mcp *m, json_t *id, const json_t *params)
{
    const char *name = json_string_value(json_object_get(params, "name"));
    json_t *arguments = json_object_get(params, "arguments");
    if (name && strcmp(name, "look") == 0) {
        wait_for(m, id, seconds(arguments));
    } else if (name && strcmp(name, "act") == 0) {
        act(m, id, arguments);
    } else if (name && strcmp(name, "rules") == 0) {
        char *text = mcp_rules(&m->told, m->wish->fiel);
        say(id, text ? text : T("No match is here yet."), !text);
        free(text);
    } else {
        refuse(id, NO_PARAMS, "no such tool: look, act, rules");
    }
}

static void read_resource(struct mcp *m, json_t *id, const json_t *params)
{
    const char *uri = json_string_value(json_object_get(params, "uri"));
    bool rules = uri && strcmp(uri, "fiel://rules") == 0, hand = uri && strcmp(uri, "fiel://hand") == 0;
    char *text = rules ? mcp_rules(&m->told, m->wish->fiel) : hand ? mcp_hand(&m->told) : NULL;
    if (text)
        answer(id, json_pack("{s:[{s:s,s:s,s:s}]}", "contents", "uri", uri, "mimeType", "text/plain", "text", text));
    else
        refuse(id, -32002, rules || hand ? "no match is here yet" : "no such resource: fiel://rules, fiel://hand");
    free(text);
}

/* A client that waits no more is answered nothing. */
static void cancelled(struct mcp *m, const json_t *params)
{
    if (m->waits && json_equal(m->waits, json_object_get(params, "requestId")))
        drop(&m->waits);
}

static void method(struct mcp *m, const char *name, json_t *id, const json_t *params)
{
    if (!id && strcmp(name, "notifications/cancelled") == 0)
        cancelled(m, params);
    if (!id)
        return;
    if (strcmp(name, "initialize") == 0)
        answer(id, greeting(params));
    else if (strcmp(name, "ping") == 0)
        answer(id, json_object());
    else if (strcmp(name, "tools/list") == 0)
        answer(id, tools());
    else if (strcmp(name, "tools/call") == 0)
        call(m, id, params);
    else if (strcmp(name, "resources/list") == 0)
        answer(id, resources());
    else if (strcmp(name, "resources/read") == 0)
        read_resource(m, id, params);
    else
        refuse(id, NO_METHOD, "no such method");
}

static void asked(struct mcp *m, const char *line)
{
    json_t *j = json_loads(line, JSON_REJECT_DUPLICATES, NULL), *id = json_object_get(j, "id");
    const char *name = json_string_value(json_object_get(j, "method"));
    bool fits = !id || json_is_string(id) || json_is_integer(id);
    if (!j)
        refuse(NULL, NO_JSON, "a message is a line of JSON, of 1 MiB at most");
    else if (!json_is_object(j) || !fits || (!name && !json_object_get(j, "result") && !json_object_get(j, "error")))
        refuse(NULL, NO_REQUEST, "a message is one object of JSON-RPC 2.0 with a method");
    else if (name)
        method(m, name, id, json_object_get(j, "params"));
    json_decref(j);
}

/* --- the loop -------------------------------------------------------------------------------------------------------- */

/* Reads once, and hands on each whole line. */
static void stream_read(struct mcp *m, struct stream *s, void (*take)(struct mcp *m, const char *line))
{
    char *end;
    ssize_t n = read(s->fd, s->bytes + s->size, LINE_ROOM - s->size);
    s->over = n == 0 || (n < 0 && errno != EINTR);
    s->size += n > 0 ? (size_t)n : 0;
    while ((end = memchr(s->bytes, '\n', s->size))) {
        *end = '\0';
        if (!s->skips)
            take(m, strlen(s->bytes) == (size_t)(end - s->bytes) ? s->bytes : end); /* nothing hides behind a NUL */
        s->skips = false;
        s->size -= (size_t)(end + 1 - s->bytes);
        memmove(s->bytes, end + 1, s->size);
    }
    if (s->size < LINE_ROOM)
        return;
    if (!s->skips)
        take(m, "");
    s->skips = true;
    s->size = 0;
}

/* Milliseconds until something is due; -1: nothing is. */
static int due_in(const struct mcp *m)
{
    int64_t next = m->waits ? m->wait_ms : INT64_MAX, now = now_ms();
    if (m->request && !m->acting && !m->wish->forfeit && m->until_ms < next)
        next = m->until_ms;
    return next == INT64_MAX ? -1 : next <= now ? 0 : next - now < 60000 ? (int)(next - now) : 60000;
}

static void loop(struct mcp *m)
{
    while (!m->agent.over) {
        struct pollfd p[2] = { { m->agent.fd, POLLIN, 0 }, { m->table.over ? -1 : m->table.fd, POLLIN, 0 } };
        if (poll(p, 2, due_in(m)) < 0 && errno != EINTR)
            return;
        if (p[1].revents)
            stream_read(m, &m->table, heard);
        if (m->table.over) {
            m->ended = true;
            if (m->acting)
                was_done(m);
            m->request = 0;
            wait_over(m);
        }
        if (p[0].revents)
            stream_read(m, &m->agent, asked);
        if (m->waits && m->wait_ms <= now_ms())
            wait_over(m);
        if (m->request && !m->acting && !m->wish->forfeit && m->until_ms <= now_ms())
            do_for_it(m);
    }
}

int mcp_run(struct mcp_wish *wish)
{
    static struct mcp m;
    char how[PROGRAM_HOW];
    int code = 3;
    m.wish = wish;
    m.agent = (struct stream){ .fd = STDIN_FILENO, .bytes = malloc(LINE_ROOM) };
    m.table = (struct stream){ .fd = program_start(&wish->player), .bytes = malloc(LINE_ROOM) };
    m.to = m.table.fd < 0 ? NULL : fdopen(dup(m.table.fd), "w");
    m.log = wish->log ? fopen(wish->log, "ae") : NULL;
    if (!m.to || !m.agent.bytes || !m.table.bytes || !mcp_told(&m.told))
        fprintf(stderr, "fiel: bridge: %s: %s\n", wish->player.argv[0], strerror(errno));
    else if (wish->log && !m.log)
        fprintf(stderr, "fiel: bridge: --log %s: %s: name a file that you may write\n", wish->log, strerror(errno));
    else
        loop(&m), code = m.table.over && !m.told.line ? 3 : 0;
    if (m.to)
        fclose(m.to);
    if (m.table.fd >= 0)
        close(m.table.fd);
    program_end(&wish->player, how);
    if (m.log && (ferror(m.log) | fclose(m.log))) {
        fprintf(stderr, "fiel: bridge: --log %s is not whole: make room there\n", wish->log);
        code = 3;
    }
    mcp_forget(&m.told);
    drop(&m.acting);
    drop(&m.given);
    drop(&m.waits);
    free(m.note);
    free(m.agent.bytes);
    free(m.table.bytes);
    return code;
}
