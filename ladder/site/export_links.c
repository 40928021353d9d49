/* export_links: from an address to a file, and from one file to another. */
#include "export.h"

#include <stdio.h>
#include <string.h>

static bool begins(const char *text, const char *with) { return !strncmp(text, with, strlen(with)); }

/* What anybody may read and what does not change while it is looked at. */
static bool is_exported(const char *url)
{
    static const char *const pages[] = { "/ladders/", "/matches/", "/bots/",      "/events/",
                                         "/replays/", "/static/",  "/api/ladders" };
    static const char *const lists[] = { "/", "/matches", "/bots", "/events" };
    size_t path = strcspn(url, "?");
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (path == strlen(lists[i]) && begins(url, lists[i]))
            return true;
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
        if (begins(url, pages[i]))
            return !strstr(url, "/logs/") && !strstr(url, "/dispute") && !strstr(url, "/versions");
    return false;
}

bool export_file(const char *url, char file[EXPORT_URL])
{
    const char *end = begins(url, "/replays/")  ? ".replay"
                      : begins(url, "/api/")    ? ".json"
                      : begins(url, "/static/") ? ""
                                                : ".html";
    if (*url != '/' || !is_exported(url) || strstr(url, "/.") || strstr(url, "..") || strstr(url, "//") ||
        strlen(url) + 12 > EXPORT_URL)
        return false;
    snprintf(file, EXPORT_URL, "%s%s", strcmp(url, "/") && !begins(url, "/?") ? url + 1 : "index", end);
    for (char *at = file; *at; at++) /* a comma is in no name of a bot or ladder */
        *at = *at == '?' || *at == '&' ? ',' : *at == '=' ? '-' : *at;
    return strspn(file, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/,%") == strlen(file);
}

/* The address that a link on the page `from` leads to, without what comes behind #. */
static bool resolve(const char *from, const char *link, size_t size, char url[EXPORT_URL])
{
    size_t n = *link == '?' ? strcspn(from, "?") : 0;
    if ((*link != '/' && *link != '?') || n + size >= EXPORT_URL)
        return false;
    memcpy(url, from, n);
    for (size_t i = 0; i < size && link[i] != '#'; i++) {
        url[n++] = link[i];
        if (begins(link + i, "&amp;"))
            i += 4;
    }
    url[n] = '\0';
    return true;
}

/* "../../bots/ana/x.html" */
static void put_relative(struct page *out, const char *from, const char *to)
{
    for (const char *at = from; (at = strchr(at, '/')); at++)
        page_put(out, "../");
    page_put(out, to);
}

/* An attribute whose value is an address begins here: its length with the opening quote, or 0. */
static size_t attribute(const char *at)
{
    static const char *const names[] = { " href=\"", " src=\"", " data-src=\"", " data-deck=\"", " data-twin=\"" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (begins(at, names[i]))
            return strlen(names[i]);
    return 0;
}

void export_links(const char *url, const char *html, struct page *out, export_met *met, void *arg)
{
    char here[EXPORT_URL] = "", there[EXPORT_URL], target[EXPORT_URL];
    export_file(url, here);
    while (*html) {
        size_t open = *html == ' ' ? attribute(html) : 0, plain = open ? open : 1;
        page_bytes(out, html, plain);
        html += plain;
        if (!open)
            continue;
        size_t size = strcspn(html, "\"");
        if (!resolve(url, html, size, target))
            continue; /* "#content": within the page */
        if (export_file(target, there)) {
            met(arg, target);
            put_relative(out, here, there);
        } else {
            put_relative(out, here, "index.html");
        }
        html += strcspn(html, "\"#") < size ? strcspn(html, "#") : size; /* what comes behind # stays */
    }
}
