/* pages_trail: what workers and hosts did with a pair, as lines of the trail. */
#include <sodium.h>
#include <stdlib.h>

#include "pages.h"
#include "store/store_trail.h"

enum { SHOWN = 20 };

/* Who works for a host, and where, is that host's affair: visitors see what was done, when, and the hash, which covers the rest. */
static void put_line(struct page *p, const struct trail_line *t, bool names)
{
    char hash[2 * STORE_HASH + 1];
    sodium_bin2hex(hash, sizeof hash, t->hash, sizeof t->hash);
    page_fill(p, "<tr><td>{d}</td><td>{t}</td><td>{}</td>", t->id, t->at_ms, t->action);
    if (names)
        page_fill(p, "<td>{}</td><td class=\"hash\">{}</td>", t->actor, t->detail);
    page_fill(p, "<td class=\"hash\">{}</td></tr>", hash);
}

void put_pair_trail(struct http_request *r, struct page *p, int64_t pair)
{
    OWNED struct trail_line *t = calloc(SHOWN, sizeof *t);
    struct store_error e;
    size_t n = 0;
    if (!t || store_trail_about(site_of(r)->store, "pair", pair, t, SHOWN, &n, &e))
        n = 0;
    if (n) {
        page_fill(p, "<details><summary>{}</summary><p>{}</p><table>", TR(r, "what was done with this pair"),
                  TR(r, "Lines of the trail, each with its hash, which covers all lines before it. Where the host "
                        "keeps a match log it has their numbers and hashes, too."));
        while (n)
            put_line(p, &t[--n], is_host(guest_of(r))); /* the oldest first */
        page_put(p, "</table></details>");
    }
}
