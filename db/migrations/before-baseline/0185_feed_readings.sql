-- The last reading of each calendar: how long it has been failing, when its server wants to be asked again, and what
-- could not be read.
alter table calendar_feed
  -- The last time that the whole calendar was downloaded, as opposed to answered with 304.
  add column read_at timestamptz,
  -- Null while the last reading succeeded.
  add column failing_since timestamptz,
  -- Not read before this time, because the server sent Retry-After.
  add column next_read_at timestamptz,
  -- Set while the calendar answers without events although busy times of it are still stored.
  add column empty_since timestamptz,
  -- Nothing is known of the calendar from this time on. Null if it was read in full.
  add column complete_until timestamptz,
  add column skipped jsonb not null default '[]'
    check (case when jsonb_typeof(skipped) = 'array' then jsonb_array_length(skipped) <= 20 else false end),
  add column assumed_zones jsonb not null default '[]'
    check (case when jsonb_typeof(assumed_zones) = 'array' then jsonb_array_length(assumed_zones) <= 20 else false end);
update calendar_feed set failing_since = checked_at where error <> '';

-- Instant Book covers the event days that end by this time: the earliest at which one of the artist's calendars was
-- not read any further. Null without such a calendar.
alter table provider add column instant_until timestamptz;

create function limit_instant_book() returns trigger language plpgsql as $$
declare
  of_provider uuid := case when tg_op = 'DELETE' then old.provider_id else new.provider_id end;
  earliest timestamptz;
begin
  select min(f.complete_until) into earliest from calendar_feed f where f.provider_id = of_provider;
  update provider set instant_until = earliest where id = of_provider and instant_until is distinct from earliest;
  return null;
end $$;
create trigger calendar_feed_limits_instant_book after update of complete_until or delete on calendar_feed
  for each row execute function limit_instant_book();

-- Whether Instant Book covers an event day, which ends at 5 AM the next morning. The same rule as `takesInstantBook` of the search.
create function takes_instant_book(turned_on boolean, until timestamptz, event_day date, zone text) returns boolean
  language sql immutable parallel safe as
$$ select turned_on and (until is null or until >= ((event_day + 1)::timestamp + interval '5 hours') at time zone zone) $$;

alter table provider_match add column instant_until timestamptz;

create or replace function refresh_match(ids uuid[]) returns void language plpgsql as $$
declare touched int[];
begin
  select coalesce(array_agg(distinct cell), '{}') into touched from provider_match where provider_id = any(ids);
  delete from provider_match where provider_id = any(ids);

  with fresh as (
    insert into provider_match
    select p.no, p.id, cell_of(p.lat, p.lng), p.country_code, p.lat, p.lng, p.mobile, p.studio,
      p.travel_radius_m, p.travel_free_m, p.travel_per_unit_minor, p.minimum_job_minor, p.instant_booking,
      p.deposit_share, p.buffer_minutes, p.notice_hours, p.horizon_days,
      -- With hours of their own: the span that holds every day.
      coalesce((p.hours->>'opens')::int, p.opens_minute), coalesce((p.hours->>'closes')::int, p.closes_minute),
      p.early_before_minute, p.early_fee_minor, p.featured, p.vaccinated, p.covid_trained,
      p.review_count, p.review_sum, p.answer_minutes, p.answered_percent, p.cancelled_percent, p.booking_count,
      coalesce(p.approved_at, p.created_at),
      s.nos, s.costs, s.minutes, s.setups, a.artists, p.skills,
      -- A bulk load restores an earlier state: it changes nothing itself.
      case when bulk_loading() then greatest(p.approved_at, p.created_at, (select max(r.created_at) from review r where r.provider_id = p.id and r.hidden_at is null)) else now() end,
      p.hours, packed_selling(p.id), p.instant_until
    from provider p
    cross join lateral (
      select array_agg(service.no order by service.no) as nos,
             array_agg(ps.cost_minor order by service.no) as costs,
             array_agg(coalesce(ps.minutes, service.minutes)::smallint order by service.no) as minutes,
             array_agg(service.setup_minutes::smallint order by service.no) as setups
      from provider_service ps join service on service.id = ps.service_id
      where ps.provider_id = p.id and ps.status = 'active') s
    cross join lateral (
      select string_agg(does.nos, ';' order by artist.position) as artists
      from artist cross join lateral (
        select coalesce(string_agg(service.no::text, ',' order by service.no), '') as nos
        from service where service.id = any(artist.service_ids)) does
      where artist.provider_id = p.id) a
    where p.id = any(ids) and p.state = 'approved' and s.nos is not null and a.artists is not null
    returning cell)
  select touched || coalesce(array_agg(distinct cell), '{}') into touched from fresh;

  insert into match_cell (cell) select distinct unnest(touched) order by 1
  on conflict (cell) do update set version = match_cell.version + 1;
  if not bulk_loading() then perform pg_notify('cell_changed', cell::text) from unnest(touched) as cell; end if;
end $$;
