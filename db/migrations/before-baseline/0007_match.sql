-- The grid that search reads by: 0.1 degree squares, row by row from the south-west.
create function cell_of(lat double precision, lng double precision) returns int
language sql immutable parallel safe as
$$ select (floor((lat + 90) * 10)::int) * 3600 + floor((lng + 180) * 10)::int $$;

create table match_cell (
  cell int primary key,
  version bigint not null default 1
);

-- One wide row a live provider: everything that decides whether, when and for how much, so that no join stands in the way.
create table provider_match (
  provider_no int primary key,
  provider_id uuid not null unique references provider on delete cascade,
  cell int not null,
  country_code text not null,
  lat double precision not null,
  lng double precision not null,
  mobile boolean not null,
  studio boolean not null,
  travel_radius_m int not null,
  travel_free_m int not null,
  travel_per_unit_minor int not null,
  minimum_job_minor int not null,
  instant_booking boolean not null,
  deposit_share int not null,
  buffer_minutes int not null,
  notice_hours int not null,
  horizon_days int not null,
  opens_minute int not null,
  closes_minute int not null,
  early_before_minute int,
  early_fee_minor int not null,
  featured boolean not null,
  vaccinated boolean not null,
  covid_trained boolean not null,
  review_count int not null,
  review_sum int not null,
  answer_minutes int,
  answered_percent int,
  cancelled_percent int not null,
  booking_count int not null,
  approved_at timestamptz not null,
  -- service.no of every active service, ascending, with its cost and minutes at the same place.
  service_nos smallint[] not null,
  costs_minor int[] not null,
  minutes smallint[] not null,
  setups smallint[] not null,
  -- For each artist, in order, the service numbers they do, as '3,4,9;12,13'.
  artists text not null,
  skills text[] not null
);
create index provider_match_cell on provider_match (cell);

-- Bulk loads set this for their transaction and refresh once at the end.
create function bulk_loading() returns boolean language sql stable as
$$ select coalesce(current_setting('primp.bulk', true), '') = 'on' $$;

-- Brings the wide rows of these providers up to date and tells readers of their cells, in the caller's transaction.
create function refresh_match(ids uuid[]) returns void language plpgsql as $$
declare touched int[];
begin
  select coalesce(array_agg(distinct cell), '{}') into touched from provider_match where provider_id = any(ids);
  delete from provider_match where provider_id = any(ids);

  with fresh as (
    insert into provider_match
    select p.no, p.id, cell_of(p.lat, p.lng), p.country_code, p.lat, p.lng, p.mobile, p.studio,
      p.travel_radius_m, p.travel_free_m, p.travel_per_unit_minor, p.minimum_job_minor, p.instant_booking,
      p.deposit_share, p.buffer_minutes, p.notice_hours, p.horizon_days, p.opens_minute, p.closes_minute,
      p.early_before_minute, p.early_fee_minor, p.featured, p.vaccinated, p.covid_trained,
      p.review_count, p.review_sum, p.answer_minutes, p.answered_percent, p.cancelled_percent, p.booking_count,
      coalesce(p.approved_at, p.created_at),
      s.nos, s.costs, s.minutes, s.setups, a.artists, p.skills
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

create function provider_changed() returns trigger language plpgsql as $$
begin
  if not bulk_loading() then perform refresh_match(array(select distinct id from changed)); end if;
  return null;
end $$;
create function provider_part_changed() returns trigger language plpgsql as $$
begin
  if not bulk_loading() then perform refresh_match(array(select distinct provider_id from changed)); end if;
  return null;
end $$;

create trigger provider_inserted after insert on provider referencing new table as changed for each statement execute function provider_changed();
create trigger provider_updated after update on provider referencing new table as changed for each statement execute function provider_changed();
create trigger provider_service_inserted after insert on provider_service referencing new table as changed for each statement execute function provider_part_changed();
create trigger provider_service_updated after update on provider_service referencing new table as changed for each statement execute function provider_part_changed();
create trigger provider_service_deleted after delete on provider_service referencing old table as changed for each statement execute function provider_part_changed();
create trigger artist_inserted after insert on artist referencing new table as changed for each statement execute function provider_part_changed();
create trigger artist_updated after update on artist referencing new table as changed for each statement execute function provider_part_changed();
create trigger artist_deleted after delete on artist referencing old table as changed for each statement execute function provider_part_changed();

-- A deleted provider's wide row goes by its foreign key; its cell must be told all the same.
create function match_row_gone() returns trigger language plpgsql as $$
begin
  update match_cell set version = version + 1 where cell in (select cell from gone);
  return null;
end $$;
create trigger provider_match_deleted after delete on provider_match referencing old table as gone for each statement execute function match_row_gone();

-- busy carries the provider's number and cell, and its days, so that search reads one index.
create function busy_located() returns trigger language plpgsql as $$
begin
  if not bulk_loading() then
    select p.no, cell_of(p.lat, p.lng) into strict new.provider_no, new.cell from provider p where p.id = new.provider_id;
  end if;
  return new;
end $$;
create trigger busy_before before insert or update on busy for each row execute function busy_located();

create function busy_days_written() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then delete from busy_day where busy_id = old.id; end if;
  if not bulk_loading() then
    insert into busy_day (day, cell, provider_no, from_s, to_s, busy_id)
    select d::date, new.cell, new.provider_no, extract(epoch from lower(new.during))::int, extract(epoch from upper(new.during))::int, new.id
    from generate_series((lower(new.during) at time zone 'UTC')::date,
                         ((upper(new.during) - interval '1 microsecond') at time zone 'UTC')::date, interval '1 day') d;
    perform pg_notify('cell_changed', new.cell::text);
  end if;
  return null;
end $$;
create trigger busy_after after insert or update on busy for each row execute function busy_days_written();

-- Freed time changes what a search finds just as taken time does.
create function busy_freed() returns trigger language plpgsql as $$
begin
  perform pg_notify('cell_changed', old.cell::text);
  return null;
end $$;
create trigger busy_gone after delete on busy for each row execute function busy_freed();

-- A provider who moves takes their busy time to the new cell.
create function provider_moved() returns trigger language plpgsql as $$
begin
  update busy set cell = cell where provider_id = new.id;
  return null;
end $$;
create trigger provider_moves after update of lat, lng on provider for each row
  when (cell_of(old.lat, old.lng) <> cell_of(new.lat, new.lng)) execute function provider_moved();
