-- Every named place has one address in its country and one name that no other place has: the most populous of a name keeps it plain.
alter table place add column address text, add column label text;
alter table place add constraint postcodes_have_no_page check (kind <> 'postcode' or (address is null and label is null));

create function slug_of(name text) returns text language sql stable as
$$ select trim(both '-' from regexp_replace(regexp_replace(lower(unaccent(name)), '[''’.]', '', 'g'), '[^a-z0-9]+', '-', 'g')) $$;

-- What a name says no more of than its region or town stands behind it; where that is not enough, the nearest city does.
create function name_places() returns void language plpgsql as $$
begin
  create temporary table naming on commit drop as
    select id, country_code, population, region,
      -- What everybody calls it.
      case when country_code = 'US' and name = 'New York City' then 'New York' else name end as name,
      case when country_code = 'US' and name = 'New York City' then 'new-york' else slug end as slug,
      case when kind = 'neighborhood' and locality <> '' then locality else region end as within,
      point(lng, lat) as at, kind, null::text as near, null::text as address, null::text as label
    from place where kind <> 'postcode';
  create index on naming (country_code, slug);
  create index on naming (name);
  create temporary table naming_city on commit drop as select name, country_code, point(lng, lat) as at from place where kind = 'place' and population >= 40000;
  create index on naming_city using gist (at);
  analyze naming;

  -- The name, the name in its town or region, the name near a city, and at last the name with a number.
  with shared as (select country_code, slug from naming group by 1, 2 having count(*) > 1)
  update naming n set near = (select c.name from naming_city c where c.country_code = n.country_code and c.name <> n.name order by c.at <-> n.at limit 1)
  where (country_code, slug) in (select country_code, slug from shared);

  with ranked as (select id, row_number() over (partition by country_code, slug order by population desc, kind = 'place' desc, id) as turn from naming)
  update naming n set address = n.slug from ranked r where r.id = n.id and r.turn = 1;
  for step in 1..3 loop
    with proposed as (
      select id, country_code, population, slug || '-' || case step when 1 then slug_of(within) when 2 then 'near-' || slug_of(coalesce(near, region)) else id::text end as address
      from naming where address is null),
    fit as (
      select p.*, count(*) over (partition by country_code, address) as alike from proposed p
      where not exists (select from naming n where n.country_code = p.country_code and n.address = p.address))
    update naming n set address = f.address from fit f where f.id = n.id and (f.alike = 1 or step = 3);
  end loop;

  with ranked as (select id, row_number() over (partition by name order by population desc, kind = 'place' desc, id) as turn from naming)
  update naming n set label = n.name from ranked r where r.id = n.id and r.turn = 1;
  for step in 1..4 loop
    with proposed as (
      select id, name || case step when 1 then ', ' || within when 2 then ' near ' || near when 3 then ', ' || region || ', ' || country_code else ' (' || address || ')' end as label
      from naming where label is null),
    fit as (
      select p.*, count(*) over (partition by p.label) as alike from proposed p
      where p.label is not null and not exists (select from naming n where n.label = p.label))
    update naming n set label = f.label from fit f where f.id = n.id and f.alike = 1;
  end loop;

  update place p set address = n.address, label = n.label from naming n where n.id = p.id;
  drop table naming, naming_city;
end $$;
select name_places();
create unique index place_address on place (country_code, address);
create unique index place_label on place (label);
create index place_of_locality on place (country_code, locality) where kind = 'neighborhood';

-- When what a page shows of an artist last changed.
alter table provider_match add column changed_at timestamptz not null default now();
update provider_match m set changed_at = greatest(m.approved_at, (select max(created_at) from review r where r.provider_id = m.provider_id and r.hidden_at is null));

create or replace function refresh_match(ids uuid[]) returns void language plpgsql as $$
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
      s.nos, s.costs, s.minutes, s.setups, a.artists, p.skills,
      -- A load writes what was true before it: nothing changed for its sake.
      case when bulk_loading() then greatest(p.approved_at, p.created_at, (select max(r.created_at) from review r where r.provider_id = p.id and r.hidden_at is null)) else now() end
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

-- A review belongs to the area of its booking; one from before bookings stood here, to that of its artist.
alter table review add column cell int;
update review r set cell = coalesce((select cell_of(a.lat, a.lng) from appointment a where a.id = r.appointment_id), (select cell_of(p.lat, p.lng) from provider p where p.id = r.provider_id));
alter table review alter column cell set not null, alter column cell set default 0;
create index review_of_cell on review (cell, created_at desc, id desc) where hidden_at is null and score >= 4 and event <> '' and length(comments) between 60 and 220;

create function review_located() returns trigger language plpgsql as $$
begin
  if new.cell = 0 then
    new.cell := coalesce((select cell_of(a.lat, a.lng) from appointment a where a.id = new.appointment_id), (select cell_of(p.lat, p.lng) from provider p where p.id = new.provider_id));
  end if;
  return new;
end $$;
create trigger review_before before insert on review for each row execute function review_located();

-- How many reviews an area has and what they sum to, by category, so that a page need not count them.
create table review_cell (
  cell int not null,
  category_id int not null references category,
  reviews int not null check (reviews >= 0),
  score_sum int not null check (score_sum between reviews and reviews * 5),
  changed_at timestamptz not null,
  primary key (cell, category_id)
);

create function count_review_cells() returns void language sql as $$
  delete from review_cell;
  insert into review_cell
  select cell, category_id, count(*), sum(score), max(greatest(created_at, edited_at, replied_at)) from review where hidden_at is null and category_id is not null group by 1, 2;
$$;
select count_review_cells();

create function review_cell_counts() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.hidden_at is null and old.category_id is not null then
    update review_cell set reviews = reviews - 1, score_sum = score_sum - old.score, changed_at = now() where cell = old.cell and category_id = old.category_id;
  end if;
  if tg_op <> 'DELETE' and new.hidden_at is null and new.category_id is not null then
    insert into review_cell as c values (new.cell, new.category_id, 1, new.score, now())
    on conflict (cell, category_id) do update set reviews = c.reviews + 1, score_sum = c.score_sum + new.score, changed_at = now();
  end if;
  -- Other words under the same score are a change of every page that shows them.
  if tg_op = 'UPDATE' and new.score = old.score and new.hidden_at is not distinct from old.hidden_at then perform refresh_match(array[new.provider_id]); end if;
  perform pages_due(array[case when tg_op = 'DELETE' then old.cell else new.cell end]);
  return null;
end $$;
create trigger review_cell_counted after insert or delete or update of score, hidden_at, comments, reply on review for each row execute function review_cell_counts();

-- What whole quotes cost lately, and how many weeks ahead people book, by square; counted anew by a job.
create table trade_cell (
  cell int not null,
  country_code text not null references market,
  category_id int not null references category,
  quotes int not null check (quotes > 0),
  least_minor int not null,
  most_minor int not null check (most_minor >= least_minor),
  primary key (cell, country_code, category_id)
);
create table lead_cell (
  cell int not null,
  country_code text not null references market,
  category_id int not null references category,
  weeks int not null check (weeks between 0 and 104),
  bookings int not null check (bookings > 0),
  primary key (cell, country_code, category_id, weeks)
);

-- Which places have a page worth finding in which category, since when, and when it last changed.
create table place_page (
  category_id int not null references category,
  place_id int not null references place on delete cascade,
  artists int not null check (artists > 0),
  from_minor int not null,
  -- Artists who have their base in it.
  home int not null default 0,
  first_on date not null,
  changed_at timestamptz not null,
  primary key (category_id, place_id)
);
create index place_page_of_place on place_page (place_id);
-- Squares whose artists or reviews have changed since the pages around them were reckoned; `mark` says which change was the last.
create sequence place_page_mark;
create table place_page_due (
  cell int primary key,
  mark bigint not null
);
insert into place_page_due select cell, nextval('place_page_mark') from match_cell;
create function pages_due(cells int[]) returns void language sql as $$
  insert into place_page_due select cell, nextval('place_page_mark') from (select distinct unnest(cells) as cell order by 1) changed
  on conflict (cell) do update set mark = excluded.mark;
$$;
create function match_cell_pages_due() returns trigger language plpgsql as $$
begin
  perform pages_due(array(select cell from changed));
  return null;
end $$;
create trigger match_cell_due_in after insert on match_cell referencing new table as changed for each statement execute function match_cell_pages_due();
create trigger match_cell_due after update on match_cell referencing new table as changed for each statement execute function match_cell_pages_due();
create index provider_directory on provider (country_code, (slug collate "C")) where state = 'approved';
create index provider_featured on provider (country_code, city) where state = 'approved' and featured;
