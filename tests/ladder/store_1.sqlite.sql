-- A ladder's store of the first schema (2026-11-21), as that release's tables were, with one pair of version 1 of the protocol.
-- test_ladder_upgrade fills in the records: @R0@ their hashes, @S0@ their sizes, @B0@ their bytes, @A@ the hash of an archive.
create table setting(name text primary key, value text not null) strict, without rowid;
insert into setting values('trail', '');
create table budget(name text primary key, begun_ms integer not null, used integer not null) strict, without rowid;
create table person(id integer primary key, name text not null unique, role text not null check(role in ('visitor','author','host')), closed integer
not null, password text not null, key blob unique, created_ms integer not null) strict;
create table session(hash blob primary key, person integer not null references person, kind text not null, label text not null, created_ms integer not
null, used_ms integer not null, expires_ms integer not null) strict, without rowid;
create index session_person on session(person);
create table blob(hash blob primary key, size integer not null, created_ms integer not null) strict, without rowid;
create table bot(id integer primary key, person integer not null references person, name text not null, about text not null, created_ms integer not
null, unique(person, name)) strict;
create table ladder(id integer primary key, code text not null unique, name text not null, rules text not null, clock text not null, cfg text not
null, seats integer not null check(seats between 2 and 8), games integer not null check(games > 0), legs integer not null check(legs between 1 and 6),
closed integer not null, serial integer not null, created_ms integer not null) strict;
create table version(id integer primary key, bot integer not null references bot, number integer not null, label text not null, remote integer not
null, artifact blob references blob, built blob references blob, build text not null, run text not null, key blob, binding text not null, supersedes
integer not null, state text not null check(state in ('pending','active','disabled','retired')), reason text not null, created_ms integer not null,
changed_ms integer not null, unique(bot, number), check((remote = 1 and key is not null) or (remote = 0 and artifact is not null))) strict;
create index version_key on version(key);
create table validation(id integer primary key, version integer not null references version, passed integer not null, reason text not null, log blob,
replay blob references blob, created_ms integer not null) strict;
create index validation_version on validation(version);
create table event(id integer primary key, ladder integer not null references ladder, kind text not null check(kind in
('ladder','roundrobin','gauntlet','swiss','knockout','sprt')), name text not null, cfg text not null, state text not null check(state in
('draft','running','paused','done','cancelled')), rated integer not null, round integer not null, progress text not null, created_ms integer not null,
started_ms integer not null, ended_ms integer not null) strict;
create index event_ladder on event(ladder);
create table entry(id integer primary key, event integer not null references event, version integer not null references version, second integer
references version, third integer references version, fourth integer references version, seed integer not null, out integer not null, reason text not
null, created_ms integer not null) strict;
create unique index entry_once on entry(event, version, coalesce(second, 0), coalesce(third, 0), coalesce(fourth, 0));
create index entry_version on entry(version);
create table pair(id integer primary key, ladder integer not null references ladder, event integer not null references event, round integer not null,
slot integer not null, seats integer not null, legs integer not null, seat0 integer not null references version, seat1 integer not null references
version, seat2 integer references version, seat3 integer references version, seat4 integer references version, seat5 integer references version, seat6
integer references version, seat7 integer references version, rated integer not null, priority integer not null, state text not null check(state in
('open','done','void')), score integer not null, margin integer not null, hands integer not null, replaces integer unique references pair, created_ms
integer not null, done_ms integer not null) strict;
create index pair_ladder on pair(ladder, id) where state = 'done' and rated = 1;
create index pair_event on pair(event, id);
create index pair_state on pair(state, id);
create table seating(version integer not null references version, pair integer not null references pair, primary key(version, pair)) strict, without
rowid;
create table job(id integer primary key, kind text not null check(kind in ('play','validate')), pair integer unique references pair, version integer
references version, event integer references event, remote integer not null, held integer not null, state text not null check(state in
('queued','leased','done','parked','cancelled')), priority integer not null, ready_ms integer not null, worker text not null, until_ms integer not
null, attempt integer not null, failures integer not null, reason text not null, created_ms integer not null, done_ms integer not null, check((pair is
null) <> (version is null))) strict;
create index job_due on job(priority desc, id) where state in ('queued','leased') and held = 0;
create index job_state on job(state, id);
create index job_event on job(event, id);
create table leg(id integer primary key, pair integer not null references pair, ladder integer not null references ladder, leg integer not null,
match_id blob not null unique, winner integer not null, points0 integer not null, points1 integer not null, points2 integer not null, games0 integer
not null, games1 integer not null, games2 integer not null, hands integer not null, fault integer not null, fault_seat integer not null, fault_text
text not null, started_ms integer not null, ended_ms integer not null, log_index integer not null, replay blob not null references blob, arbiter blob
not null, signature blob not null, worker text not null, unique(pair, leg)) strict;
create index leg_ladder on leg(ladder, id);
create index leg_replay on leg(replay);
create index leg_fault on leg(id) where fault <> 0;
create table leg_seat(leg integer not null references leg, seat integer not null, version integer not null references version, faults integer not
null, decisions integer not null, used_us integer not null, worst_us integer not null, primary key(leg, seat)) strict, without rowid;
create index leg_seat_version on leg_seat(version, leg);
create table leg_log(leg integer not null references leg, seat integer not null, log blob not null, primary key(leg, seat)) strict, without rowid;
create table rating_run(id integer primary key, ladder integer not null references ladder, algorithm text not null, params text not null, results blob
not null, serial integer not null, pairs integer not null, created_ms integer not null) strict;
create index rating_run_ladder on rating_run(ladder, id);
create table rating(run integer not null references rating_run, version integer not null references version, place integer not null, band integer not
null, elo real not null, low real not null, high real not null, pairs integer not null, score real not null, per_hand real not null, per_hand_error
real not null, superior real not null, primary key(run, version)) strict, without rowid;
create unique index rating_place on rating(run, place);
create index rating_version on rating(version, run);
create table notice(id integer primary key, person integer not null references person, version integer references version, leg integer references leg,
kind text not null, text text not null, created_ms integer not null, read_ms integer not null) strict;
create index notice_person on notice(person, id);
create table dispute(id integer primary key, leg integer not null references leg, pair integer not null references pair, person integer not null
references person, text text not null, transcript blob references blob, state text not null check(state in ('open','upheld','void','withdrawn')),
decided_by text not null, decision text not null, again integer references pair, created_ms integer not null, decided_ms integer not null) strict;
create unique index dispute_once on dispute(leg, person) where state = 'open';
create table trail(id integer primary key, at_ms integer not null, actor text not null, action text not null, subject text not null, detail text not
null, hash blob not null) strict;
create table live(job integer not null references job, number integer not null, line text not null, at_ms integer not null, primary key(job, number))
strict, without rowid;
create table worker(name text primary key, about text not null, started_ms integer not null, seen_ms integer not null) strict, without rowid;
create trigger trail_change before update on trail begin select raise(abort, 'the trail is append-only'); end;create trigger trail_delete before
delete on trail begin select raise(abort, 'the trail is append-only'); end;
create table schema_version(number integer not null) strict;
insert into schema_version values(1);
insert into person(id, name, role, closed, password, key, created_ms) values(1, 'hilda', 'host', 0, '', null, 1000), (2, 'ana', 'author', 0, '', null,
1000);
insert into bot(id, person, name, about, created_ms) values(1, 2, 'one', '', 1000), (2, 2, 'two', '', 1000);
insert into ladder(id, code, name, rules, clock, cfg, seats, games, legs, closed, serial, created_ms) values(1, 'argentino', 'Argentino',
'argentino,target=15', '', '{}', 2, 1, 2, 0, 1, 1000);
insert into blob(hash, size, created_ms) values(@A@, 1, 1000), (@R0@, @S0@, 1000), (@R1@, @S1@, 1000);
insert into version(id, bot, number, label, remote, artifact, built, build, run, key, binding, supersedes, state, reason, created_ms, changed_ms)
values(1, 1, 1, '', 0, @A@, null, '', './bot', null, '', 1, 'active', '', 1000, 1000), (2, 2, 1, '', 0, @A@, null, '', './bot', null, '', 1, 'active',
'', 1000, 1000);
insert into event(id, ladder, kind, name, cfg, state, rated, round, progress, created_ms, started_ms, ended_ms) values(1, 1, 'ladder', 'always', '{}',
'running', 1, 1, '{}', 1000, 1000, 0);
insert into pair(id, ladder, event, round, slot, seats, legs, seat0, seat1, rated, priority, state, score, margin, hands, replaces, created_ms,
done_ms) values(1, 1, 1, 0, 0, 2, 2, 1, 2, 1, 0, 'done', 4, 19, 23, null, 1000, 2000);
insert into seating values(1, 1), (2, 1);
insert into job(id, kind, pair, version, event, remote, held, state, priority, ready_ms, worker, until_ms, attempt, failures, reason, created_ms,
done_ms) values(1, 'play', 1, null, 1, 0, 0, 'done', 0, 0, 'w1', 0, 1, 0, '', 1000, 2000);
insert into leg(id, pair, ladder, leg, match_id, winner, points0, points1, points2, games0, games1, games2, hands, fault, fault_seat, fault_text,
started_ms, ended_ms, log_index, replay, arbiter, signature, worker) values(1, 1, 1, 0, @R1@, 0, 30, 20, 0, 1, 0, 0, 11, 0, -1, '', 1000, 2000, -1,
@R0@, @A@, @A@, 'w1'), (2, 1, 1, 1, @R0@, 1, 21, 30, 0, 0, 1, 0, 12, 0, -1, '', 1000, 2000, -1, @R1@, @A@, @A@, 'w1');
insert into leg_seat values(1, 0, 1, 0, 40, 5000, 900), (1, 1, 2, 0, 41, 5000, 900), (2, 0, 2, 0, 40, 5000, 900), (2, 1, 1, 0, 41, 5000, 900);
