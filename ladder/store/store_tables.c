/* store_tables: the tables of a ladder's store, and what a release changed in them.
 *
 * One text makes both: {id} {int} {real} {text} {blob} are the column types, {strict} and {rowless} end a
 * table.  Texts compare by their bytes in both.
 *
 * Until the first release: change the tables here and raise SCHEMA_FIRST.  From then on: leave them, and add a row to `changes`, which brings
 * the stores that are out there up to date; a row that was released is never changed. */
#include "store_schema.h"

#include <stddef.h>

static const char *const tables[] = {
    "create table setting(name {text} primary key, value {text} not null){rowless};",
    "insert into setting values('trail', '');",
    "create table budget(name {text} primary key, begun_ms {int} not null, used {int} not null){rowless};",
    "create table person(id {id}, name {text} not null unique, role {text} not null check(role in "
    "('visitor','author','host')), closed {int} not null, password {text} not null, key {blob} unique, created_ms "
    "{int} not null){strict};",
    "create table session(hash {blob} primary key, person {int} not null references person, kind {text} not null, "
    "label {text} not null, created_ms {int} not null, used_ms {int} not null, expires_ms {int} not "
    "null){rowless};",
    "create index session_person on session(person);",
    "create table blob(hash {blob} primary key, size {int} not null, created_ms {int} not null{bytes}, season "
    "{int} not null default 0){rowless};",
    "create index blob_leaving on blob(hash) where season <> 0 and size > 0;",
    "create table bot(id {id}, person {int} not null references person, name {text} not null, about {text} not "
    "null, created_ms {int} not null, unique(person, name)){strict};",
    "create table ladder(id {id}, code {text} not null unique, name {text} not null, rules {text} not null, clock "
    "{text} not null, cfg {text} not null, seats {int} not null check(seats between 2 and 8), games {int} not "
    "null check(games > 0), legs {int} not null check(legs between 1 and 6), closed {int} not null, serial {int} "
    "not null, created_ms {int} not null){strict};",
    "create table version(id {id}, bot {int} not null references bot, number {int} not null, label {text} not "
    "null, remote {int} not null, artifact {blob} references blob, built {blob} references blob, build {text} not "
    "null, run {text} not null, key {blob}, binding {text} not null, supersedes {int} not null, state {text} not "
    "null check(state in ('pending','active','disabled','retired')), reason {text} not null, created_ms {int} not "
    "null, changed_ms {int} not null, unique(bot, number), check((remote = 1 and key is not null) or (remote = 0 "
    "and artifact is not null))){strict};",
    "create index version_key on version(key);",
    "create table validation(id {id}, version {int} not null references version, passed {int} not null, reason "
    "{text} not null, log {blob}, replay {blob} references blob, created_ms {int} not null){strict};",
    "create index validation_version on validation(version);",
    "create table event(id {id}, ladder {int} not null references ladder, kind {text} not null check(kind in "
    "('ladder','roundrobin','gauntlet','swiss','knockout','sprt')), name {text} not null, cfg {text} not null, "
    "state {text} not null check(state in ('draft','running','paused','done','cancelled')), rated {int} not null, "
    "round {int} not null, progress {text} not null, created_ms {int} not null, started_ms {int} not null, "
    "ended_ms {int} not null){strict};",
    "create index event_ladder on event(ladder);",
    "create table entry(id {id}, event {int} not null references event, version {int} not null references "
    "version, second {int} references version, third {int} references version, fourth {int} references version, "
    "seed {int} not null, out {int} not null, reason {text} not null, created_ms {int} not null){strict};",
    "create unique index entry_once on entry(event, version, coalesce(second, 0), coalesce(third, 0), "
    "coalesce(fourth, 0));",
    "create index entry_version on entry(version);",
    "create table pair(id {id}, ladder {int} not null references ladder, event {int} not null references event, "
    "round {int} not null, slot {int} not null, seats {int} not null, legs {int} not null, seat0 {int} not null "
    "references version, seat1 {int} not null references version, seat2 {int} references version, seat3 {int} "
    "references version, seat4 {int} references version, seat5 {int} references version, seat6 {int} references "
    "version, seat7 {int} references version, rated {int} not null, priority {int} not null, state {text} not "
    "null check(state in ('open','done','void')), score {int} not null, margin {int} not null, hands {int} not "
    "null, replaces {int} unique references pair, created_ms {int} not null, done_ms {int} not null, luck {real} "
    "not null default 0, doubted {int} not null default 0, voids {int} not null default 0, envido {int} not null "
    "default 0, flor "
    "{int} not null default 0, tricks {int} not null default 0, refused {int} not null default 0, mazo {int} not null "
    "default "
    "0, bonus {int} not null default 0, note_bytes {int} not null default 0, games {int} not null default 0, "
    "check(games = 0 or rated = 0)){strict};",
    "create index pair_ladder on pair(ladder, id) where state = 'done' and rated = 1;",
    "create index pair_event on pair(event, id);",
    "create index pair_state on pair(state, id);",
    "create index pair_void on pair(id) where voids > 0;",
    "create table seating(version {int} not null references version, pair {int} not null references pair, primary "
    "key(version, pair)){rowless};",
    "create table job(id {id}, kind {text} not null check(kind in ('play','validate')), pair {int} unique "
    "references pair, version {int} references version, event {int} references event, remote {int} not null, held "
    "{int} not null, state {text} not null check(state in ('queued','leased','done','parked','cancelled')), "
    "priority {int} not null, ready_ms {int} not null, worker {text} not null, until_ms {int} not null, attempt "
    "{int} not null, failures {int} not null, reason {text} not null, created_ms {int} not null, done_ms {int} "
    "not null, machine {text} not null default '', keyed {int}, host {text} not null default '', again {int}, "
    "barred {text} not null default '', again_leg {int} not null default -1, again_after {int} not null default "
    "0, again_to {int} not null default 0, begun_ms {int} not null default 0, lost {int} not null default 0, "
    "line {text} not null default '', watched_ms {int} not null default 0, check((pair is null) <> (version is "
    "null))){strict};",
    "create index job_line on job(line, priority desc, id) where state in ('queued','leased') and held = 0;",
    "create index job_untold on job(line) where state = 'queued' and held = 0 and reason = '';",
    "create index job_due on job(priority desc, id) where state in ('queued','leased') and held = 0 and attempt >= 0;",
    "create index job_state on job(state, id);",
    "create index job_event on job(event, id);",
    "create index job_host on job(host, id) where kind = 'play' and state = 'done' and host <> '';",
    "create unique index job_again on job(again, version, again_leg, again_after);",
    "create table leg(id {id}, pair {int} not null references pair, ladder {int} not null references ladder, leg "
    "{int} not null, match_id {blob} not null unique, winner {int} not null, points0 {int} not null, points1 "
    "{int} not null, points2 {int} not null, games0 {int} not null, games1 {int} not null, games2 {int} not null, "
    "hands {int} not null, fault {int} not null, fault_seat {int} not null, fault_text {text} not null, "
    "started_ms {int} not null, ended_ms {int} not null, log_index {int} not null, replay {blob} not null "
    "references blob, arbiter {blob} not null, signature {blob} not null, worker {text} not null, unheld {int} "
    "not null default 0, unique(pair, leg)){strict};",
    "create index leg_ladder on leg(ladder, id);",
    "create index leg_replay on leg(replay);",
    "create index leg_fault on leg(id) where fault <> 0;",
    "create table leg_seat(leg {int} not null references leg, seat {int} not null, version {int} not null "
    "references version, faults {int} not null, decisions {int} not null, used_us {int} not null, worst_us {int} "
    "not null, timeouts {int} not null default 0, spared {int} not null default 0, nobodys_us {int} not null "
    "default 0, primary key(leg, seat)){rowless};",
    "create index leg_seat_version on leg_seat(version, leg);",
    "create index leg_seat_fault on leg_seat(version, leg) where faults > 0;",
    "create table leg_log(leg {int} not null references leg, seat {int} not null, log {blob} not null, primary "
    "key(leg, seat)){rowless};",
    "create table rating_run(id {id}, ladder {int} not null references ladder, algorithm {text} not null, params "
    "{text} not null, results {blob} not null, serial {int} not null, pairs {int} not null, created_ms {int} not "
    "null){strict};",
    "create index rating_run_ladder on rating_run(ladder, id);",
    "create table rating(run {int} not null references rating_run, version {int} not null references version, "
    "place {int} not null, band {int} not null, elo {real} not null, low {real} not null, high {real} not null, "
    "pairs {int} not null, score {real} not null, per_hand {real} not null, per_hand_error {real} not null, "
    "superior {real} not null, cleared {real} not null default 0, cleared_error {real} not null default 0, better "
    "{int} not null default 0, worse {int} not null default 0, primary key(run, version)){rowless};",
    "create unique index rating_place on rating(run, place);",
    "create index rating_version on rating(version, run);",
    "create table notice(id {id}, person {int} not null references person, version {int} references version, leg "
    "{int} references leg, kind {text} not null, text {text} not null, created_ms {int} not null, read_ms {int} "
    "not null){strict};",
    "create index notice_person on notice(person, id);",
    "create table dispute(id {id}, leg {int} not null references leg, pair {int} not null references pair, person "
    "{int} not null references person, text {text} not null, transcript {blob} references blob, state {text} not "
    "null check(state in ('open','upheld','void','withdrawn')), decided_by {text} not null, decision {text} not "
    "null, again {int} references pair, created_ms {int} not null, decided_ms {int} not null){strict};",
    "create unique index dispute_once on dispute(leg, person) where state = 'open';",
    "create table trail(id {id}, at_ms {int} not null, actor {text} not null, action {text} not null, subject "
    "{text} not null, detail {text} not null, hash {blob} not null){strict};",
    "create index trail_subject on trail(subject, id);",
    "create table live(job {int} not null references job, number {int} not null, line {text} not null, at_ms "
    "{int} not null, primary key(job, number)){rowless};",
    "create table worker(name {text} primary key, about {text} not null, started_ms {int} not null, seen_ms {int} "
    "not null){rowless};",
    "create table worker_key(id {id}, name {text} not null unique, host {text} not null, hash {blob} not null "
    "unique, admits {int} not null, unheld {int} not null, created_ms {int} not null, used_ms {int} not null, "
    "revoked_ms {int} not null){strict};",
    "create table recheck(id {id}, pair {int} not null references pair, version {int} not null references "
    "version, host {text} not null, worker {text} not null, by_host {text} not null, by_worker {text} not null, "
    "asked {int} not null, differs {int} not null, chance {int} not null, state {text} not null check(state in "
    "('agrees','unasked','differs','stands','void')), reason {text} not null, decided_by {text} not null, "
    "created_ms {int} not null, decided_ms {int} not null, odds {real} not null default 1){strict};",
    "create index recheck_version on recheck(version);",
    "create index recheck_pair on recheck(pair);",
    "create index recheck_doubt on recheck(host) where state = 'differs';",
    "create index recheck_host on recheck(host, pair);",
    "create table season(id {id}, ladder {int} not null references ladder, name {text} not null, key {blob} not "
    "null, summary {blob} not null, pairs {int} not null, records {int} not null, created_ms {int} not null, "
    "unique(ladder, summary)){strict};",
    NULL,
};

static const char only_sqlite[] = "create trigger trail_change before update on trail begin select "
                                  "raise(abort, 'the trail is append-only'); end;create trigger"
                                  " trail_delete before delete on trail begin select raise(abort, 'the"
                                  " trail is append-only'); end;";

static const char only_pg
    [] = "create function trail_refuse() returns trigger language plpgsql as $$ begin raise exception 'the trail"
         " is append-only' using errcode = '23514'; end $$;create trigger trail_change before update or delete or"
         " truncate on trail for each statement execute function trail_refuse();alter table blob alter bytes set"
         " storage external;";

const struct schema_change schema_made = { tables, only_sqlite, only_pg };

static const struct schema_change changes[] = {
    { NULL, NULL, NULL }, /* after the newest */
};

const struct schema_change *schema_change_of(unsigned number)
{
    const struct schema_change *c = &changes[number - SCHEMA_FIRST];
    return c->both ? c : NULL;
}

const char *const schema_tables[][2] = {
    { "setting", "name" },
    { "budget", "name" },
    { "person", "id" },
    { "session", "hash" },
    { "blob", "hash" },
    { "bot", "id" },
    { "ladder", "id" },
    { "version", "id" },
    { "validation", "id" },
    { "event", "id" },
    { "entry", "id" },
    { "pair", "id" },
    { "seating", "version, pair" },
    { "worker_key", "id" },
    { "job", "id" },
    { "leg", "id" },
    { "leg_seat", "leg, seat" },
    { "leg_log", "leg, seat" },
    { "rating_run", "id" },
    { "rating", "run, version" },
    { "recheck", "id" },
    { "season", "id" },
    { "notice", "id" },
    { "dispute", "id" },
    { "trail", "id" },
    { "live", "job, number" },
    { "worker", "name" },
    { NULL, NULL },
};
