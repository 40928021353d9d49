/* export: what anybody may see of a ladder, as files for any web server.
 *
 * The pages are asked of the ladder itself, by somebody whom nobody knows: what they hold is what a visitor is shown.  Every page
 * that one leads to is written, with links that are relative; a file is written beside its name and renamed, and only when it is
 * not there yet with the same bytes, so that an export may be repeated, mirrored and watched while it is made. */
#ifndef FIEL_LADDER_EXPORT_H
#define FIEL_LADDER_EXPORT_H

#include "site/http/page.h"

struct assets;

enum { EXPORT_URL = 600 };

struct exported {
    size_t pages, written; /* files there are, and those that were made or changed */
};

/* Everything that the ladder at `server` ("http://127.0.0.1:40123") shows, and its browser's files, into `folder`, which is made.
 * An exit code; what is wrong was said. */
int export_site(const char *server, const struct assets *assets, const char *folder, struct exported *out);

/* --- the parts, for tests ------------------------------------------------------------------------------------------------ */

/* The file of an address, "matches,before-12.html" for "/matches?before=12"; false: it is none that is exported. */
bool export_file(const char *url, char file[EXPORT_URL]);
/* A page with its links made relative to the file it lies in; each address that is exported is told once it is met. */
typedef void export_met(void *arg, const char *url);
void export_links(const char *url, const char *html, struct page *out, export_met *met, void *arg);

#endif
