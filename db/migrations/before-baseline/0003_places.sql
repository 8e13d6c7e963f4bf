create table place (
  id int primary key,
  country_code text not null check (country_code in ('AU', 'US', 'GB', 'CA')),
  kind text not null check (kind in ('place', 'locality', 'neighborhood', 'postcode')),
  name text not null,
  slug text not null,
  -- The town that a neighbourhood or postcode lies in, for the label and the city page.
  locality text,
  region text not null default '',
  region_code text not null default '',
  population int not null default 0,
  lat double precision not null check (lat between -90 and 90),
  lng double precision not null check (lng between -180 and 180),
  tz text not null,
  -- Lower case, without accents, St for Saint: what typed text is compared with.
  search text not null
);
create index place_prefix on place (search text_pattern_ops);
create index place_trigram on place using gin (search gin_trgm_ops);
create index place_slug on place (country_code, slug);
create index place_position on place using gist (point(lng, lat));
