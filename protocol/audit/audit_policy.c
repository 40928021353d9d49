/* audit_policy: whether somebody else than its host saw the log that a match is in. */
#include "report.h"

#include <stdio.h>
#include <string.h>

#include "log/proof.h"

/* "w1 and w2", or "nobody". */
static void names_text(const struct policy *p, uint64_t members, char *text, size_t room)
{
    size_t n = (size_t)snprintf(text, room, "%s", members ? "" : "nobody");
    for (unsigned i = 0; i < p->members && n < room; i++) {
        if (!(members >> i & 1))
            continue;
        members &= ~(UINT64_C(1) << i);
        const char *between = n == 0 ? "" : members ? ", " : " and ";
        n += (size_t)snprintf(text + n, room - n, "%s%s", between, p->member[i].name);
    }
}

/* NULL, or what the proof in the record lacks. */
static const char *judge(const struct audit_report *r, const struct policy *p, struct policy_verdict *v)
{
    struct note_key log;
    size_t size = 0;
    const char *note = r->proof_size ? proof_checkpoint((const char *)r->proof, r->proof_size, &size) : NULL;
    if (!note)
        return "its match is in no log";
    const char *wrong = note_key_parse(r->offer.log_key, &log);
    return wrong ? wrong : policy_judge(p, &log, note, size, v);
}

void audit_policy(struct audit_report *r, const struct policy *p)
{
    char names[AUDIT_TEXT / 2];
    struct policy_verdict v = { .cosigned = 0 };
    if (r->outcome != AUDIT_VALID)
        return;
    const char *wrong = judge(r, p, &v);
    r->has_policy = true;
    r->cosigned = v.count;
    r->witnesses = p->witnesses;
    snprintf(r->quorum, sizeof r->quorum, "%s", policy_quorum(p));
    if (!wrong && v.quorum)
        return;
    names_text(p, v.cosigned, names, sizeof names);
    r->outcome = AUDIT_UNWITNESSED;
    if (wrong)
        snprintf(r->wrong, sizeof r->wrong, "%s", wrong);
    else
        snprintf(r->wrong, sizeof r->wrong, "its checkpoint is cosigned by %s, which is not the quorum %.180s", names,
                 r->quorum);
}
