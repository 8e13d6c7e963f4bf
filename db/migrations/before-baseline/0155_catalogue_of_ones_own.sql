-- Stores, categories and types that operators make. Those that come with the site count from one; a newer catalogue meets none of these.
alter table store add column made boolean not null default false, add check (made = (id > 1000)), add check (length(label) between 2 and 60);
alter table category add column made boolean not null default false, add check (made = (id > 1000)), add check (length(label) between 2 and 60);
alter table service_type add column made boolean not null default false, add check (length(label) between 2 and 60);

-- Areas that people search by and that no gazetteer has: where a market begins.
create table made_area (
  id int primary key generated always as identity (start with 1000000001),
  country_code text not null references market,
  name text not null check (length(name) between 2 and 60),
  -- As names of places are compared.
  search text not null check (search <> ''),
  also text[] not null default '{}' check (cardinality(also) <= 10 and array_position(also, '') is null),
  lat double precision not null check (lat between -90 and 90),
  lng double precision not null check (lng between -180 and 180),
  metres int not null check (metres between 1000 and 150000),
  made_at timestamptz not null,
  closed_at timestamptz check (closed_at >= made_at)
);
comment on table made_area is 'owner: places';
create unique index made_area_open on made_area (country_code, search) where closed_at is null;

-- The place that an area is while it is open. Its region and its clock are those of the nearest town.
create function place_of_area(area made_area) returns void language plpgsql as $$
declare
  town place;
  -- The address that is free: its name, its name in its region, its name with its number.
  slug text := slug_of(area.name);
  free text;
  named text;
begin
  select * into town from place where kind = 'place' and country_code = area.country_code order by point(lng, lat) <-> point(area.lng, area.lat) limit 1;
  select a into free from unnest(array[slug, slug || '-' || slug_of(town.region), slug || '-' || area.id]) with ordinality as t(a, turn)
    where not exists (select from place p where p.country_code = area.country_code and p.address = a) order by turn limit 1;
  select l into named from unnest(array[area.name, area.name || ', ' || town.region, area.name || ' (' || free || ')']) with ordinality as t(l, turn)
    where not exists (select from place p where p.label = l) order by turn limit 1;
  insert into place (id, country_code, kind, name, slug, region, region_code, lat, lng, tz, search, address, label, metres, also)
  values (area.id, area.country_code, 'district', area.name, slug, coalesce(town.region, ''), coalesce(town.region_code, ''), area.lat, area.lng, coalesce(town.tz, (select default_tz from market m where m.country_code = area.country_code)), area.search, free, named, area.metres, area.also);
  if not bulk_loading() then perform pages_due(array[cell_of(area.lat, area.lng)]); end if;
end $$;

create function made_area_placed() returns trigger language plpgsql as $$
begin
  delete from place where id = new.id;
  if new.closed_at is null then perform place_of_area(new); end if;
  return null;
end $$;
create trigger made_area_placed after insert or update on made_area for each row execute function made_area_placed();
create trigger made_area_told after insert or update or delete on made_area for each statement execute function tell_all_pages();
