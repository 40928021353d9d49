/* serve_result: the result of a match that was over before anybody wrote it down: from its events or its record. */
#include <string.h>

#include "record/replay.h"
#include "match/report.h"
#include "match/record_lacks.h"
#include "serve.h"
#include "tell/fault.h"
#include "wire/codec.h"

static json_t *numbers(const int64_t *n, unsigned count)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < count; i++)
        json_array_append_new(list, json_integer(n[i]));
    return list;
}

/* `lacks`: of the quorum that the log's policy asks for; "": nothing. */
static json_t *tell(const struct result *r, const char *lacks)
{
    char hex[2 * ID + 1];
    int64_t games[FIEL_SCORERS_MAX + 1], points[FIEL_SCORERS_MAX];
    for (unsigned i = 0; i <= r->scorers; i++)
        games[i] = r->games[i];
    for (unsigned i = 0; i < r->scorers; i++)
        points[i] = r->points[i];
    return json_pack("{s:s,s:s,s:s,s:o,s:o,s:I,s:o,s:o,s:b,s:s*}", "event", "result", "match",
                     hex_text(hex, r->match_id, ID), "outcome", end_word(r->outcome), "winner",
                     r->winner < r->scorers ? json_integer(r->winner) : json_null(), "void", void_json(void_reason(r)),
                     "hands", (json_int_t)r->hands, "won", numbers(games, r->scorers + 1u), "points",
                     numbers(points, r->scorers), "from_record", 1, "log_lacks", *lacks ? lacks : NULL);
}

json_t *result_of_replay(const char *path, const char *policy)
{
    struct replay file;
    struct record rec;
    struct result result;
    struct msg m;
    char lacks[POLICY_LACKS];
    bool found = false;
    if (replay_load(&file, path))
        return NULL;
    while (replay_next(&file, &rec))
        if (rec.type == MSG_RESULT && msg_read(rec.payload, rec.size, FROM_ARBITER, &m) == WIRE_OK)
            found = read_result(m.blob, m.blob_size, &result) && result.scorers <= FIEL_SCORERS_MAX;
    found = found && file.end == REPLAY_COMPLETE;
    replay_unload(&file);
    record_lacks(path, policy, lacks);
    return found ? tell(&result, lacks) : NULL;
}
