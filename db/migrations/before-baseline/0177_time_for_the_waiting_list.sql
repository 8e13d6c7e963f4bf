-- Freed time that is kept for the waiting list of its day until the next on the list has been looked for.
create table reserved_time (
  id bigint generated always as identity primary key,
  provider_id uuid not null references provider on delete cascade,
  event_date date not null,
  during tstzrange not null check (not isempty(during)),
  created_at timestamptz not null default now()
);
create index reserved_time_of_provider on reserved_time (provider_id, event_date);
comment on table reserved_time is 'owner: search';

create index freed_alert_of_provider on freed_alert (provider_id) where provider_id is not null;

-- Whether somebody with a confirmed address waits for a day of an artist.
create function is_awaited(of_provider uuid, of_day date) returns boolean language sql stable as $$
  select exists (select from freed_alert f join search s on s.id = f.search_id
    where f.provider_id = of_provider and s.event_date = of_day and f.told_at is null
      and exists (select from mail_confirmation m where m.email = f.email and m.topic = 'alert' and m.confirmed_at is not null))
$$;

-- Whatever frees time of an artist reserves it for the day's list in the same transaction. Deferred: time that is taken
-- again before the commit was never free.
create function reserve_freed() returns trigger language plpgsql as $$
begin
  if bulk_loading() or (tg_op = 'UPDATE' and old.during <@ new.during) then return null; end if;
  insert into reserved_time (provider_id, event_date, during)
    select old.provider_id, old.event_date, old.during where is_awaited(old.provider_id, old.event_date)
      and not exists (select from busy b where b.provider_id = old.provider_id and b.during @> old.during);
  return null;
end $$;
create constraint trigger busy_reserved after delete or update of during on busy
  deferrable initially deferred for each row execute function reserve_freed();

-- The same where an artist opens days: every day of theirs that somebody waits for.
create function reserve_awaited_days(of_provider uuid) returns void language sql volatile as $$
  insert into reserved_time (provider_id, event_date, during)
    select p.id, d.event_date, tstzrange(d.event_date::timestamp at time zone p.tz, (d.event_date + 1)::timestamp at time zone p.tz + interval '5 hours')
    from provider p join lateral (select distinct s.event_date from freed_alert f join search s on s.id = f.search_id
      where f.provider_id = p.id and f.told_at is null) d on true
    where p.id = of_provider and is_awaited(p.id, d.event_date)
$$;

-- What touches a time, first of all, and the jobs before and after it whose places are known; but for what belongs to one
-- of some. Time that is reserved for a waiting list touches as well.
create or replace function diary_around(of_provider uuid, span tstzrange, but uuid[])
returns table (side text, lat float8, lng float8, buffer int, "from" float8, "to" float8) language sql stable as $$
  (select 'touching', t.lat, t.lng, t.buffer_minutes, (extract(epoch from lower(t.during)) * 1000)::float8, (extract(epoch from upper(t.during)) * 1000)::float8
    from (select b.during, b.lat, b.lng, b.buffer_minutes from busy b where b.provider_id = of_provider and (b.ref is null or b.ref <> all(but)) and b.during && span
      union all select r.during, null, null, null from reserved_time r where r.provider_id = of_provider and r.during && span) t
    order by lower(t.during) limit 1)
  union all (select 'before', b.lat, b.lng, b.buffer_minutes, (extract(epoch from lower(b.during)) * 1000)::float8, (extract(epoch from upper(b.during)) * 1000)::float8
    from busy b where b.provider_id = of_provider and (b.ref is null or b.ref <> all(but)) and b.kind in ('appointment', 'hold') and b.lat is not null
      and upper(b.during) <= lower(span) order by upper(b.during) desc limit 1)
  union all (select 'after', b.lat, b.lng, b.buffer_minutes, (extract(epoch from lower(b.during)) * 1000)::float8, (extract(epoch from upper(b.during)) * 1000)::float8
    from busy b where b.provider_id = of_provider and (b.ref is null or b.ref <> all(but)) and b.kind in ('appointment', 'hold') and b.lat is not null
      and lower(b.during) >= upper(span) order by lower(b.during) limit 1)
$$;

-- Whoever books for a day waits for no other artist of that day.
create function leave_lists_of_day() returns trigger language plpgsql as $$
begin
  if bulk_loading() then return null; end if;
  delete from freed_alert f using search s
    where s.id = f.search_id and f.provider_id is not null and s.event_date = new.event_date
      and (f.search_id = new.search_id
        or lower(f.email) = lower(new.requester->>'email')
        or f.email = (select a.email from account a where a.id = new.account_id));
  return null;
end $$;
create trigger appointment_leaves_lists after insert on appointment for each row execute function leave_lists_of_day();
