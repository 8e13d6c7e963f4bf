-- Search engines index a place page only if it stands alone (server/content/page-index.ts). The decision is stored here,
-- because the sitemap and the lists of places read it for all pages at once.
alter table place_page
  -- Residents of its city who are based elsewhere in the city; null for a place that is not a part of a city.
  add column residents_elsewhere integer,
  add column bookings integer not null default 0,
  add column quotes integer not null default 0,
  add column reviews integer not null default 0,
  add column is_indexed boolean not null default false;

-- The decision until the next refresh.
update place_page set is_indexed = true where home >= 3;

-- No foreign key to `place`: the previous release truncates it alone when it loads another gazetteer.
create table place_occasion (
  category_id integer not null references category (id),
  place_id integer not null,
  event text not null,
  artists integer not null,
  reviews integer not null,
  primary key (category_id, place_id, event)
);
comment on table place_occasion is 'owner: content';

-- What each indexed page showed last, so that its date in the sitemap changes with its content only.
create table page_content (
  path text primary key,
  hash text not null,
  changed_at timestamptz not null,
  checked_at timestamptz not null
);
comment on table page_content is 'owner: content';
