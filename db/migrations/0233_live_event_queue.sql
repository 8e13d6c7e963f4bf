-- Live events that have no number yet. `number_live_events` moves them to `live_event`, which gets each event once, with
-- its number and its final audience. The previous release and triggers insert into `live_event` without a number; such
-- events are moved as well.
create table live_event_queue (
  key bigint generated always as identity,
  audience text[] not null,
  kind text not null,
  ref text not null default '',
  at timestamptz not null default now()
);
comment on table live_event_queue is 'owner: platform';

create or replace function number_live_events(most integer) returns integer language plpgsql as $$
declare
  numbered int;
  told int;
begin
  if not exists (select from live_event_queue) and not exists (select from pending_notification)
    and not exists (select from live_event where id is null) then return 0; end if;
  perform pg_advisory_xact_lock(hashtext('live_event'));
  with queued as (
    delete from live_event_queue where ctid = any(array(select ctid from live_event_queue order by key limit most))
    returning key, audience, kind, ref, at
  ), unnumbered as (
    delete from live_event where id is null and key in (select key from live_event where id is null order by key limit most)
    returning key, audience, kind, ref, at
  ), fresh as (
    select nextval('live_event_order') as id, live_event_audience(audience) as audience, kind, ref, at
    from (select 1 as place, * from unnumbered union all select 2, * from queued order by place, key) events
  ), numbering as (
    insert into live_event (id, audience, kind, ref, at) select id, audience, kind, ref, at from fresh
    returning id, audience, kind, ref
  ), said as (
    select pg_notify('live_event', json_build_object('id', id, 'to', audience, 'kind', kind, 'ref', ref)::text)
    from (select * from numbering order by id) numbered_events
  )
  select count(*) into numbered from said;
  with gone as (
    delete from pending_notification where ctid = any(array(select ctid from pending_notification order by key limit most))
    returning channel, payload
  ), said as (
    select pg_notify(once.channel, once.payload) from (select distinct channel, payload from gone) once
  )
  select (select count(*) from gone) into told from (select count(*) as n from said) heard where heard.n >= 0;
  return greatest(numbered, told);
end $$;

-- The queues are nearly empty, events are read by their number, and old events are deleted once a day.
alter table pending_notification drop constraint pending_notification_pkey;
alter table live_event drop constraint live_event_pkey;
drop index live_event_age;
