/* playroom: who sits where. */
#include "playroom_state.h"
#include "cli/language.h"

#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "site/http/http.h"
#include "store/store_people.h"
#include "rules/position.h"
#include "worker/worker_job.h"

struct playroom *playroom_open(const struct playroom_plan *plan)
{
    struct playroom *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->plan = *plan;
    pthread_mutex_init(&p->lock, NULL);
    worker_sweep(&(struct worker_plan){ .folder = plan->folder });
    return p;
}

void playroom_wake(const struct playroom *p)
{
    struct http_server *const *http = p->plan.http;
    if (http && *http)
        http_wake(*http);
}

static bool is_over(const struct place *t) { return t->state == SITTING_OVER || t->state == SITTING_BROKEN; }

/* Its line breaks: the match is cancelled, and all of its processes end. */
static void end_place(struct place *t)
{
    t->ending = true;
    if (t->line >= 0)
        shutdown(t->line, SHUT_RDWR);
}

static void join_place(struct place *t)
{
    if (!t->joined)
        pthread_join(t->thread, NULL);
    t->joined = true;
}

static void free_place(struct place *t)
{
    join_place(t);
    free(t->table);
    free(t->result);
    free(t);
}

void playroom_stop(struct playroom *p)
{
    struct place *all = NULL;
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    p->stopping = true; /* the list stays as it is from here on */
    all = p->first;
    for (struct place *t = all; t; t = t->next)
        end_place(t);
    pthread_mutex_unlock(&p->lock);
    for (struct place *t = all; t; t = t->next)
        join_place(t);
}

void playroom_close(struct playroom *p)
{
    if (!p)
        return;
    playroom_stop(p);
    while (p->first) {
        struct place *t = p->first;
        p->first = t->next;
        free_place(t);
    }
    pthread_mutex_destroy(&p->lock);
    free(p);
}

/* --- sitting down ---------------------------------------------------------------------------------------------------- */

/* Forgets tables that were over an hour ago, and all of this person's that are over. */
static void clear(struct playroom *p, int64_t person, int64_t now)
{
    for (struct place **at = &p->first; *at;) {
        struct place *t = *at;
        if (is_over(t) && (t->sitter.person == person || now - t->ended_ms > PLAYROOM_KEPT_MS)) {
            *at = t->next;
            free_place(t); /* its thread is at its end */
        } else {
            at = &t->next;
        }
    }
}

static unsigned count_busy(const struct playroom *p)
{
    unsigned n = 0;
    for (const struct place *t = p->first; t; t = t->next)
        n += !is_over(t);
    return n;
}

unsigned playroom_busy(struct playroom *p)
{
    pthread_mutex_lock(&p->lock);
    unsigned n = count_busy(p);
    pthread_mutex_unlock(&p->lock);
    return n;
}

/* The table at which this person plays; those of other sessions end. */
static struct place *own_place(struct playroom *p, const struct sitter *who)
{
    struct place *own = NULL;
    for (struct place *t = p->first; t; t = t->next) {
        if (is_over(t) || t->ending || t->sitter.person != who->person)
            continue;
        if (!memcmp(t->sitter.session, who->session, STORE_HASH))
            own = t;
        else
            end_place(t);
    }
    return own;
}

bool playroom_sits(struct store *s, const struct version *v)
{
    struct version_label who;
    struct store_error e;
    struct person p;
    bool built = v->state == VERSION_ACTIVE && !v->remote && (v->has_built || (v->has_artifact && !*v->build));
    return built && !store_label(s, v->id, &who, &e) && !store_person(s, who.person, &p, &e) && !p.closed;
}

unsigned playroom_seats(unsigned preset, unsigned wished)
{
    struct rules rules;
    rules_preset(&rules, (enum preset)preset);
    unsigned fewest = position_fewest(&rules, wished ? wished : 2);
    return !wished || fewest == wished ? fewest : 0;
}

static struct place *new_place(struct playroom *p, const struct sitter *who, const struct seating *at,
                               struct store_error *e)
{
    struct place *t = calloc(1, sizeof *t);
    uint8_t id[PLAYROOM_ID / 2];
    int bad = t ? STORE_OK : store_say(e, STORE_ENVIRONMENT, "no memory");
    for (unsigned seat = 1; !bad && seat < at->seats; seat++)
        bad = store_label(p->plan.store, at->version[seat], &t->who[seat], e);
    if (bad) {
        free(t);
        return NULL;
    }
    randombytes_buf(id, sizeof id);
    sodium_bin2hex(t->id, sizeof t->id, id, sizeof id);
    t->playroom = p;
    t->sitter = *who;
    t->at = *at;
    t->line = -1;
    t->changes = 1;
    return t;
}

int playroom_sit(struct playroom *p, const struct sitter *who, const struct seating *at, char id[PLAYROOM_ID],
                 struct store_error *e)
{
    struct place *fresh = new_place(p, who, at, e), *own;
    int bad = fresh ? STORE_OK : (int)e->code;
    if (!fresh)
        return bad;
    pthread_mutex_lock(&p->lock);
    if (!p->stopping)
        clear(p, who->person, store_now(p->plan.store));
    own = own_place(p, who);
    if (own)
        bad = store_say(e, STORE_EXISTS, N_("you sit at a table already"));
    else if (p->stopping || count_busy(p) >= p->plan.tables)
        bad = store_say(e, STORE_BUSY, "all tables are taken");
    else if (pthread_create(&fresh->thread, NULL, place_run, fresh))
        bad = store_say(e, STORE_BUSY, "no thread for a table");
    if (!bad) {
        fresh->next = p->first;
        p->first = fresh;
    }
    memcpy(id, own ? own->id : fresh->id, PLAYROOM_ID);
    pthread_mutex_unlock(&p->lock);
    if (bad)
        free(fresh);
    return bad;
}

/* --- who is closed, or signed out ---------------------------------------------------------------------------------------------------- */

/* Ends the table if it is still there. */
static void end_closed(struct playroom *p, const char id[PLAYROOM_ID])
{
    pthread_mutex_lock(&p->lock);
    for (struct place *t = p->first; t; t = t->next)
        if (!strcmp(t->id, id) && !is_over(t) && !t->ending) {
            t->closed = true;
            end_place(t);
        }
    pthread_mutex_unlock(&p->lock);
}

/* *out: the session that sits there is over, or an author of its bots, by seat, is closed. */
static int is_unwanted(struct store *s, const uint8_t session[STORE_HASH], const int64_t author[FIEL_SEATS_MAX],
                       bool *out, struct store_error *e)
{
    struct session sits;
    struct person who = { 0 };
    int bad = store_session(s, session, &sits, &who, e);
    *out = bad == STORE_NOT_FOUND;
    for (unsigned seat = 1; !bad && seat < FIEL_SEATS_MAX && author[seat]; seat++) {
        bad = store_person(s, author[seat], &who, e);
        *out |= who.closed;
    }
    sodium_memzero(&who, sizeof who);
    return *out ? STORE_OK : bad;
}

int playroom_heed_closed(struct playroom *p, struct store_error *e)
{
    struct busy {
        char id[PLAYROOM_ID];
        uint8_t session[STORE_HASH];
        int64_t author[FIEL_SEATS_MAX];
    } *list = p ? calloc(p->plan.tables + 1, sizeof *list) : NULL;
    unsigned n = 0;
    int bad = STORE_OK;
    if (!list)
        return p ? store_say(e, STORE_ENVIRONMENT, "no memory") : STORE_OK;
    pthread_mutex_lock(&p->lock);
    for (struct place *t = p->first; t && n < p->plan.tables; t = t->next)
        if (!is_over(t)) {
            memcpy(list[n].id, t->id, sizeof list[n].id);
            memcpy(list[n].session, t->sitter.session, STORE_HASH);
            for (unsigned seat = 1; seat < t->at.seats; seat++)
                list[n].author[seat] = t->who[seat].person;
            n++;
        }
    pthread_mutex_unlock(&p->lock);
    for (unsigned i = 0; i < n && !bad; i++) {
        bool ends;
        bad = is_unwanted(p->plan.store, list[i].session, list[i].author, &ends, e);
        if (ends)
            end_closed(p, list[i].id);
    }
    free(list);
    return bad;
}

/* --- looking and saying --------------------------------------------------------------------------------------------- */

static struct place *find(const struct playroom *p, const char *id, const uint8_t session[STORE_HASH])
{
    for (struct place *t = p->first; t; t = t->next)
        if (!strcmp(t->id, id) && !sodium_memcmp(t->sitter.session, session, STORE_HASH))
            return t;
    return NULL;
}

bool playroom_elsewhere(struct playroom *p, const char *id, int64_t person)
{
    bool found = false;
    pthread_mutex_lock(&p->lock);
    for (const struct place *t = p->first; t; t = t->next)
        found |= !strcmp(t->id, id) && t->sitter.person == person;
    pthread_mutex_unlock(&p->lock);
    return found;
}

static char *copy(const char *text) { return text ? strdup(text) : NULL; }

bool playroom_look(struct playroom *p, const char *id, const uint8_t session[STORE_HASH], struct look *out)
{
    memset(out, 0, sizeof *out);
    pthread_mutex_lock(&p->lock);
    const struct place *t = find(p, id, session);
    if (t) {
        *out = (struct look){ .state = t->state,
                              .changes = t->changes,
                              .who = t->who[1],
                              .left = t->left,
                              .request = t->request,
                              .has_replay = t->has_replay,
                              .record = t->record };
        memcpy(out->why, t->why, sizeof out->why);
        out->table = copy(t->table);
        out->result = copy(t->result);
    }
    pthread_mutex_unlock(&p->lock);
    return t != NULL;
}

void look_free(struct look *l)
{
    free(l->table);
    free(l->result);
    memset(l, 0, sizeof *l);
}

uint64_t playroom_changes(struct playroom *p, const char *id, const uint8_t session[STORE_HASH])
{
    pthread_mutex_lock(&p->lock);
    const struct place *t = find(p, id, session);
    uint64_t changes = t ? t->changes : 0;
    pthread_mutex_unlock(&p->lock);
    return changes;
}

bool playroom_speak(struct playroom *p, const char *id, const uint8_t session[STORE_HASH], const char *language)
{
    char line[32];
    int size = snprintf(line, sizeof line, "{\"lang\":\"%.2s\"}\n", language);
    pthread_mutex_lock(&p->lock);
    struct place *t = find(p, id, session);
    bool told = t && t->line >= 0 && strcmp(t->sitter.language, language) != 0 &&
                send(t->line, line, (size_t)size, MSG_DONTWAIT | MSG_NOSIGNAL) == size;
    if (told)
        snprintf(t->sitter.language, sizeof t->sitter.language, "%.2s", language);
    pthread_mutex_unlock(&p->lock);
    return told;
}

enum { WORD_MOST = 60, SIGN_SAID = 16 };

/* "1e 2": the sign and the seat that it is for. */
static json_t *said_signs(const char *const sign[SIGNS_SAID])
{
    json_t *list = json_array();
    for (unsigned i = 0; i < SIGNS_SAID; i++) {
        size_t n = strcspn(sign[i], " ");
        if (n && n < SIGN_SAID)
            json_array_append_new(list, json_pack("{s:s%,s:i}", "sign", sign[i], n, "to", atoi(sign[i] + n) & 7));
    }
    return list;
}

/* The line (spec/LINES.md) that says it; false: what is to be done is no text, or too long for one. */
static bool said_line(char *line, size_t room, enum saying what, unsigned request, const char *word,
                      const char *const sign[SIGNS_SAID])
{
    if (what == SAY_DO && (!*word || strlen(word) > WORD_MOST))
        return false;
    json_auto_t *j = what == SAY_LEAVE  ? json_pack("{s:b}", "leave", 1)
                     : what == SAY_HINT ? json_pack("{s:i}", "hint", (int)request)
                                        : json_pack("{s:s,s:i,s:o}", "do", what == SAY_GO ? "go" : word, "request",
                                                    (int)request, "signs", said_signs(sign));
    size_t n = j ? json_dumpb(j, line, room - 1, JSON_COMPACT) : 0;
    if (n == 0 || n >= room - 1)
        return false;
    memcpy(line + n, "\n", 2);
    return true;
}

bool playroom_say(struct playroom *p, const char *id, const uint8_t session[STORE_HASH], enum saying what,
                  unsigned request, const char *word, const char *const sign[SIGNS_SAID])
{
    char line[320];
    if (!said_line(line, sizeof line, what, request, word, sign))
        return false;
    ssize_t size = (ssize_t)strlen(line);
    pthread_mutex_lock(&p->lock);
    struct place *t = find(p, id, session);
    bool asked = t && t->line >= 0 && !t->left && (what == SAY_LEAVE || (request && request == t->request));
    if (asked && send(t->line, line, (size_t)size, MSG_DONTWAIT | MSG_NOSIGNAL) == size && what == SAY_LEAVE) {
        t->left = true;
        t->request = 0;
        t->changes++;
    }
    pthread_mutex_unlock(&p->lock);
    if (asked && what == SAY_LEAVE)
        playroom_wake(p);
    return asked;
}
