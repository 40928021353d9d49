/* command_export: a ladder that answers this program alone, for as long as it is written down. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "base/choices.h"
#include "cli/language.h"
#include "commands.h"
#include "report.h"
#include "site/export.h"
#include "base/process.h"
#include "site/session/site.h"

static int tell_exported(const struct exported *done, const char *folder, bool json)
{
    if (json)
        return report_object("export", json_pack("{s:s,s:I,s:I}", "folder", folder, "files", (json_int_t)done->pages,
                                                 "written", (json_int_t)done->written));
    report_flow(4, "%s: %zu files, %zu of them new or changed", folder, done->pages, done->written);
    return EXIT_FINE;
}

static int write_site(struct site *s, const char *folder, bool json)
{
    struct http_plan plan = { .bind = "127.0.0.1:0",
                              .threads = 2,
                              .routes = site_all_routes(),
                              .server = s,
                              .auth = auth,
                              .leave = auth_leave,
                              .sorry = auth_sorry };
    struct exported done;
    char why[256], server[128];
    s->http = http_start(&plan, why);
    if (!s->http)
        return cli_fail(EXIT_ENVIRONMENT, "export: %s", why);
    snprintf(server, sizeof server, "http://%.100s", http_bound(s->http));
    int code = export_site(server, s->assets, folder, &done);
    http_stop(s->http);
    return code ? code : tell_exported(&done, folder, json);
}

int ladder_export(int argc, char **argv)
{
    static const struct choice table[] = {
        CHOICE_STORE,
        CHOICE_CONFIG,
        { "title", "TEXT", "Fiel", "what the pages call this ladder" },
        { "language", "CODE", "en", "of the pages: en, es or pt" },
        { "web", "DIR", NULL, "the pages' files   (ladder/web of the sources, or as installed)" },
        { "wasm", "FILE", NULL, "the browser's auditor   (built or installed beside them)" },
        CHOICE_JSON,
        { 0 },
    };
    struct choices c = {
        .command = "export",
        .example = "fiel-ladder export --store sqlite:/var/lib/fiel/ladder.db /var/www/ladder",
        .says = "Writes what anybody may see as files: pages, records, the viewer and its verification, tables as "
                "JSON.  Any\n"
                "web server can give them out.  A ladder may be running on the store; a second export into the same\n"
                "folder writes what is new.  Nothing is in it that a visitor is not shown.",
        .operands = " DIR",
        .operands_least = 1,
        .operands_most = 1,
        .table = table
    };
    struct site s = { 0 };
    struct store_error e;
    char web[PATH_MAX], wasm[PATH_MAX], why[256];
    int code;
    if (!choices_read(&c, argc, argv, &code))
        return code;
    const char *language = chosen(&c, "language");
    if (strcmp(language, "en") != 0 && strcmp(language, "es") != 0 && strcmp(language, "pt") != 0)
        return cli_fail(EXIT_USAGE, "export: --language is en, es or pt, not '%.20s'", language);
    if (sodium_init() < 0)
        return cli_fail(EXIT_ENVIRONMENT, "export: no randomness on this machine");
    process_web(chosen(&c, "web"), chosen(&c, "wasm"), web, wasm);
    s.title = chosen(&c, "title");
    s.exported = language;
    s.assets = assets_load(web, wasm, why);
    if (!s.assets)
        return cli_fail(EXIT_ENVIRONMENT, "export: %s", why);
    if (store_open(&s.store, chosen(&c, "store"), STORE_READ, &e))
        code = cli_fail(EXIT_ENVIRONMENT, "%s", e.text);
    else
        code = write_site(&s, c.operand[0], chosen(&c, "json"));
    store_close(&s.store);
    assets_free(s.assets);
    return code;
}
