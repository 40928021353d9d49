/* orders: the folders, and the list of what is not over. */
#include "orders.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/durable.h"
#include "cli/path.h"
#include "cli/say.h"

static char *file_of(const struct orders *s, const char *folder, uint64_t id, const char *end, char path[CONTROL_PATH])
{
    path_of(path, CONTROL_PATH, "%s/%s/%08" PRIu64 "%s", s->state, folder, id, end);
    return path;
}

char *orders_record(const struct orders *s, uint64_t id, const char *end, char path[CONTROL_PATH])
{
    return file_of(s, "records", id, end, path);
}

static int keep_json(const char *path, const json_t *j)
{
    char *text = json_dumps(j, JSON_COMPACT | JSON_SORT_KEYS);
    if (!text)
        return errno = ENOMEM, -1;
    int bad = durable_write(path, text, strlen(text), 0600);
    free(text);
    return bad;
}

/* --- the words operators give their orders ------------------------------------------------------------ */

static char *ref_path(const struct orders *s, const char *who, const char *ref, char path[CONTROL_PATH])
{
    unsigned char hash[16];
    char both[BINDING_NAME + ORDER_REF + 2], hex[2 * sizeof hash + 1];
    int n = snprintf(both, sizeof both, "%s %s", who, ref); /* neither has a blank in it */
    crypto_generichash(hash, sizeof hash, (const unsigned char *)both, (unsigned long long)n, NULL, 0);
    path_of(path, CONTROL_PATH, "%s/refs/%s", s->state, sodium_bin2hex(hex, sizeof hex, hash, sizeof hash));
    return path;
}

uint64_t orders_by_ref(const struct orders *s, const char *who, const char *ref)
{
    char path[CONTROL_PATH], text[32] = "";
    for (unsigned i = 0; i < s->count; i++)
        if (!strcmp(s->list[i]->ref, ref) && !strcmp(s->list[i]->who, who))
            return s->list[i]->id;
    OPENED FILE *f = fopen(ref_path(s, who, ref, path), "re");
    if (!f)
        return 0;
    return fgets(text, sizeof text, f) != NULL ? strtoull(text, NULL, 10) : 0;
}

static int keep_ref(const struct orders *s, const struct order *o)
{
    char path[CONTROL_PATH], text[32];
    if (!*o->ref)
        return 0;
    int n = snprintf(text, sizeof text, "%" PRIu64 "\n", o->id);
    return durable_write(ref_path(s, o->who, o->ref, path), text, (size_t)n, 0600);
}

/* --- the list -------------------------------------------------------------------------------------------- */

static int by_id(const void *a, const void *b)
{
    const struct order *x = *(struct order *const *)a, *y = *(struct order *const *)b;
    return (x->id > y->id) - (x->id < y->id);
}

static int make_room(struct orders *s)
{
    if (s->count < s->room)
        return 0;
    size_t room = s->room ? 2 * (size_t)s->room : 64;
    struct order **list = realloc(s->list, room * sizeof *list);
    if (!list)
        return -1;
    s->list = list;
    s->room = (unsigned)room;
    return 0;
}

struct order *orders_find(const struct orders *s, uint64_t id)
{
    for (unsigned i = 0; i < s->count; i++)
        if (s->list[i]->id == id)
            return s->list[i];
    return NULL;
}

static void forget(struct orders *s, struct order *o)
{
    unsigned i = 0;
    while (i < s->count && s->list[i] != o)
        i++;
    assert(i < s->count);
    memmove(&s->list[i], &s->list[i + 1], (--s->count - i) * sizeof *s->list);
    free(o);
}

json_t *orders_json(const struct order *o)
{
    return json_pack("{s:I,s:s,s:I,s:b,s:o}", "id", (json_int_t)o->id, "who", o->who, "accepted",
                     (json_int_t)o->accepted, "cancelled", (int)o->cancelled, "order", order_json(o));
}

/* --- accepting and finishing ---------------------------------------------------------------------------- */

struct order *orders_accept(struct orders *s, const struct order *o, char why[ORDER_WHY])
{
    char path[CONTROL_PATH];
    struct order *kept = malloc(sizeof *kept);
    if (!kept || make_room(s)) {
        snprintf(why, ORDER_WHY, "out of memory: let some orders finish first");
        free(kept);
        return NULL;
    }
    *kept = *o;
    kept->id = s->next;
    json_auto_t *j = orders_json(kept);
    int bad = keep_json(file_of(s, "orders", kept->id, ".json", path), j);
    if (bad) {
        snprintf(why, ORDER_WHY, "the order cannot be kept in %.300s: %s: make room there", path, strerror(errno));
        durable_remove(path); /* it may be there without being safe */
        free(kept);
        return NULL;
    }
    s->next++;
    return s->list[s->count++] = kept;
}

int orders_finish(struct orders *s, struct order *o, json_t *how)
{
    char path[CONTROL_PATH];
    json_auto_t *j = orders_json(o);
    json_object_update(j, how);
    int bad = keep_ref(s, o) || keep_json(file_of(s, "done", o->id, ".json", path), j);
    if (bad)
        return -1;
    durable_remove(file_of(s, "orders", o->id, ".json", path)); /* left behind it does no harm: see orders_open */
    forget(s, o);
    return 0;
}

int orders_cancel(struct orders *s, struct order *o)
{
    char path[CONTROL_PATH];
    bool before = o->cancelled;
    o->cancelled = true;
    json_auto_t *j = orders_json(o);
    int bad = keep_json(file_of(s, "orders", o->id, ".json", path), j);
    if (bad)
        o->cancelled = before;
    return bad;
}

json_t *orders_done(const struct orders *s, uint64_t id)
{
    char path[CONTROL_PATH];
    return json_load_file(file_of(s, "done", id, ".json", path), 0, NULL);
}

/* --- opening ---------------------------------------------------------------------------------------------- */

/* "00000017.json" and "00000017.replay" -> 17; 0: another name. */
static uint64_t id_of(const char *name)
{
    char *end;
    if (*name < '0' || *name > '9')
        return 0;
    uint64_t id = strtoull(name, &end, 10);
    return *end == '.' || !*end ? id : 0;
}

static int load_one(struct orders *s, uint64_t id, const struct config *c, char why[ORDER_WHY])
{
    char path[CONTROL_PATH], wrong[ORDER_WHY];
    struct order *o = calloc(1, sizeof *o);
    json_auto_t *j = json_load_file(file_of(s, "orders", id, ".json", path), 0, NULL);
    const char *who = json_string_value(json_object_get(j, "who"));
    snprintf(wrong, sizeof wrong, "it is no order");
    int bad = !o || make_room(s) || !who || !binding_name_fits(who) ||
              order_read(json_object_get(j, "order"), c, o, wrong);
    if (bad) {
        snprintf(why, ORDER_WHY, "%.200s: %.200s: mend it or take it away", path, wrong);
        free(o);
    } else {
        o->id = id;
        o->accepted = json_integer_value(json_object_get(j, "accepted"));
        o->cancelled = json_is_true(json_object_get(j, "cancelled"));
        strcpy(o->who, who);
        s->list[s->count++] = o;
    }
    return bad ? -1 : 0;
}

/* The highest id in a folder is below s->next afterwards; with `load` what is not over gets into the list. */
static int scan(struct orders *s, const char *folder, const struct config *load, char why[ORDER_WHY])
{
    char path[CONTROL_PATH];
    path_of(path, sizeof path, "%s/%s", s->state, folder);
    OPENED_DIR DIR *dir = opendir(path);
    int bad = 0;
    if (!dir)
        return why_not(why, ORDER_WHY, "%.300s cannot be read: %s", path, strerror(errno));
    for (struct dirent *e; !bad && (e = readdir(dir));) {
        uint64_t id = id_of(e->d_name);
        if (!id)
            continue;
        if (id >= s->next)
            s->next = id + 1;
        const char *dot = strchr(e->d_name, '.');
        if (!load || !dot || strcmp(dot, ".json"))
            continue;
        if (!access(file_of(s, "done", id, ".json", path), F_OK))
            durable_remove(file_of(s, "orders", id, ".json", path));
        else
            bad = load_one(s, id, load, why);
    }
    return bad;
}

int orders_open(struct orders *s, const char *state, const struct config *c, char why[ORDER_WHY])
{
    static const char *const folders[] = { "", "/orders", "/done", "/refs", "/records", "/tmp", NULL };
    char path[CONTROL_PATH];
    struct config any = *c; /* what was accepted under other limits stays accepted */
    any.games_most = 1000000;
    memset(s, 0, sizeof *s);
    snprintf(s->state, sizeof s->state, "%s", state);
    s->next = 1;
    for (int i = 0; folders[i]; i++) {
        snprintf(path, sizeof path, "%s%s", state, folders[i]);
        if (durable_folder(path, 0700))
            return why_not(why, ORDER_WHY, "%.300s cannot be made: %s: choose another [folders] state", path,
                           strerror(errno));
    }
    if (scan(s, "done", NULL, why) || scan(s, "records", NULL, why) || scan(s, "orders", &any, why)) {
        orders_close(s);
        return -1;
    }
    if (s->count)
        qsort(s->list, s->count, sizeof *s->list, by_id);
    return 0;
}

void orders_close(struct orders *s)
{
    for (unsigned i = 0; i < s->count; i++)
        free(s->list[i]);
    free(s->list);
    memset(s, 0, sizeof *s);
}

bool orders_has(const struct orders *s, const struct order *o, const char *end)
{
    char path[CONTROL_PATH];
    return !access(orders_record(s, o->id, end, path), F_OK);
}
