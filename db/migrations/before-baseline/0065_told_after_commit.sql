-- A commit that tells of something takes a lock of the whole cluster and holds it until the disk has answered, so that all
-- acts of all artists queue for it. What acts tell of squares and searches is kept beside them instead, and told by whoever
-- numbers live events, after the commit. What a crash loses is missed by nobody: its listeners were cut off, and read anew.
create unlogged table untold (
  key bigint generated always as identity primary key,
  channel text not null,
  payload text not null
);
comment on table untold is 'owner: platform';

create function tell_after(channel text, payload text) returns void language sql volatile as
$$ insert into untold (channel, payload) values ($1, $2) $$;

create or replace function busy_days_written() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then delete from busy_day where busy_id = old.id; end if;
  if not bulk_loading() then
    insert into busy_day (day, cell, provider_no, from_s, to_s, busy_id)
    select d::date, new.cell, new.provider_no, extract(epoch from lower(new.during))::int, extract(epoch from upper(new.during))::int, new.id
    from generate_series((lower(new.during) at time zone 'UTC')::date,
                         ((upper(new.during) - interval '1 microsecond') at time zone 'UTC')::date, interval '1 day') d;
    perform tell_after('cell_changed', new.cell::text);
  end if;
  return null;
end $$;

create or replace function busy_freed() returns trigger language plpgsql as $$
begin
  perform tell_after('cell_changed', old.cell::text);
  return null;
end $$;

create or replace function search_changed() returns trigger language plpgsql as $$
begin
  if not bulk_loading() then perform tell_after('search_changed', coalesce(new.search_id, old.search_id)); end if;
  return null;
end $$;

-- A square's day was one row, and two of its artists waited for each other. Each change has a row of its own now: the day
-- has another version with any of them, that is all of theirs together, and the same after many were made one.
drop trigger busy_cell_day_version on busy_cell_day;
alter table busy_cell_day drop constraint busy_cell_day_pkey;
create index busy_cell_day_at on busy_cell_day (day, cell) include (version);

create or replace function busy_day_changed() returns trigger language plpgsql as $$
begin
  if not bulk_loading() then insert into busy_cell_day (day, cell) select distinct day, cell from changed; end if;
  return null;
end $$;

-- Makes one row of the changes of each day of a square that has more than these; answers how many went.
create function join_busy_changes(most int) returns int language sql volatile as $$
  with crowded as (
    select day, cell from busy_cell_day group by day, cell having count(*) > most
  ), gone as (
    delete from busy_cell_day b using crowded c where b.day = c.day and b.cell = c.cell returning b.day, b.cell, b.version
  ), joined as (
    insert into busy_cell_day (day, cell, version) select day, cell, bit_xor(version) from gone group by day, cell returning 1
  )
  select ((select count(*) from gone) - (select count(*) from joined))::int
$$;

create or replace function number_live_events(most int) returns int language plpgsql as $$
declare
  numbered int;
  told int;
begin
  if not exists (select from live_event where id is null) and not exists (select from untold) then return 0; end if;
  perform pg_advisory_xact_lock(hashtext('live_event'));
  with fresh as (
    select key, audience from live_event where id is null order by key limit most
  ), named as (
    select key, nextval('live_event_order') as number from fresh order by key
  ), given as (
    update live_event e set id = named.number, audience = live_event_audience(e.audience)
    from named where e.key = named.key returning e.id, e.audience, e.kind, e.ref
  ), said as (
    select pg_notify('live_event', json_build_object('id', id, 'to', audience, 'kind', kind, 'ref', ref)::text)
    from (select * from given order by id) given
  )
  select count(*) into numbered from said;
  with gone as (
    delete from untold where key in (select key from untold order by key limit most) returning channel, payload
  ), said as (
    select pg_notify(once.channel, once.payload) from (select distinct channel, payload from gone) once
  )
  select (select count(*) from gone) into told from (select count(*) as n from said) heard where heard.n >= 0;
  return greatest(numbered, told);
end $$;
