/* store_labels: who a version is.  That never changes, so it is read once and kept: pages show names by the
 * hundred. */
#include <stdlib.h>

#include "store_state.h"

struct labels {
    pthread_mutex_t mutex;
    struct version_label *label; /* by the version's id; bot 0: not read yet */
    size_t room;
};
enum { LABELS_MAX = 1 << 20 }; /* ids beyond are read every time */

int labels_start(struct store *s, struct store_error *e)
{
    s->labels = calloc(1, sizeof *s->labels);
    if (!s->labels)
        return store_fail(e, STORE_ENVIRONMENT, "there is not enough memory");
    pthread_mutex_init(&s->labels->mutex, NULL);
    return STORE_OK;
}

void labels_stop(struct store *s)
{
    if (!s->labels)
        return;
    pthread_mutex_destroy(&s->labels->mutex);
    free(s->labels->label);
    free(s->labels);
}

static bool recall(struct labels *l, int64_t version, struct version_label *out)
{
    pthread_mutex_lock(&l->mutex);
    bool known = version > 0 && (size_t)version < l->room && l->label[version].bot;
    if (known)
        *out = l->label[version];
    pthread_mutex_unlock(&l->mutex);
    return known;
}

static void remember(struct labels *l, int64_t version, const struct version_label *label)
{
    if (version >= LABELS_MAX)
        return;
    pthread_mutex_lock(&l->mutex);
    if ((size_t)version >= l->room) {
        size_t room = ((size_t)version + 64) * 2;
        struct version_label *more = calloc(room, sizeof *more);
        for (size_t i = 0; more && i < l->room; i++)
            more[i] = l->label[i];
        if (more) {
            free(l->label);
            l->label = more;
            l->room = room;
        }
    }
    if ((size_t)version < l->room)
        l->label[version] = *label;
    pthread_mutex_unlock(&l->mutex);
}

void label_forget(struct store *s, int64_t version)
{
    pthread_mutex_lock(&s->labels->mutex);
    if ((size_t)version < s->labels->room)
        s->labels->label[version].bot = 0;
    pthread_mutex_unlock(&s->labels->mutex);
}

ROW_READ(label_read, struct version_label, LABEL_FIELDS);

int store_label(struct store *s, int64_t version, struct version_label *out, struct store_error *e)
{
    struct listing l = { .read = label_read, .out = out, .size = sizeof *out, .max = 1 };
    e->code = STORE_OK;
    if (recall(s->labels, version, out))
        return STORE_OK;
    query_with(&l.query,
               SELECT(LABEL_FIELDS) " from version v join bot b on b.id = v.bot join person p on p.id = b.person where"
                                    " v.id = $1",
               ARGS(INT(version)));
    int code = store_one(s, &l, e, N_("there is no version %lld of a bot"), (long long)version);
    if (!code)
        remember(s->labels, version, out);
    return code;
}
