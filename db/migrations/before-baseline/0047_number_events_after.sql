-- Events are numbered after their transactions are committed, by whoever comes to it, not as they are committed: a number
-- at commit needs a lock that all acts of all artists share until the disk has answered, and so does pg_notify.
drop trigger live_event_written on live_event;
drop function live_event_ends();
create index live_event_unnumbered on live_event (key) where id is null;

-- Whoever owns a search or has a part in an appointment hears of it under their own name.
create or replace function live_event_audience(said text[]) returns text[] language sql stable as $$
  select coalesce(array_agg(distinct who order by who), '{}') from (
    select unnest(said) as who
    union all select unnest(array['account:' || s.account_id, 'visitor:' || encode(s.visitor_hash, 'hex')])
      from search s where s.id in (select substr(one, 8) from unnest(said) as one where one like 'search:%')
    union all select unnest(array['account:' || a.account_id, 'account:' || p.account_id, 'visitor:' || encode(s.visitor_hash, 'hex')])
      from appointment a join provider p on p.id = a.provider_id join search s on s.id = a.search_id
      where a.id in (select substr(one, 13)::uuid from unnest(said) as one where one ~ '^appointment:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
  ) heard where who is not null
$$;

-- Numbers events that are committed and tells of them; answers how many. One transaction at a time gives numbers, until it
-- is committed itself: whoever has seen a number has seen, or will not miss, every smaller one.
create function number_live_events(most int) returns int language plpgsql as $$
declare
  numbered int;
begin
  if not exists (select from live_event where id is null) then return 0; end if;
  perform pg_advisory_xact_lock(hashtext('live_event'));
  with fresh as (
    select key, audience from live_event where id is null order by key limit most
  ), named as (
    select key, nextval('live_event_order') as number from fresh order by key
  ), given as (
    update live_event e set id = named.number, audience = live_event_audience(e.audience)
    from named where e.key = named.key returning e.id, e.audience, e.kind, e.ref
  ), told as (
    select pg_notify('live_event', json_build_object('id', id, 'to', audience, 'kind', kind, 'ref', ref)::text)
    from (select * from given order by id) given
  )
  select count(*) into numbered from told;
  return numbered;
end $$;
