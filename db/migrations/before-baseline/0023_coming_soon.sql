-- Who wants to be written to, once, when artists start near a place; gone with that mail.
create table place_wait (
  id bigint generated always as identity primary key,
  email text not null check (email = lower(email) and email ~ '^[^@\s]+@[^@\s]+\.[a-z]{2,}$' and length(email) <= 254),
  place_name text not null check (length(place_name) between 1 and 200),
  country_code text not null references market,
  lat double precision not null check (lat between -90 and 90),
  lng double precision not null check (lng between -180 and 180),
  created_at timestamptz not null,
  looked_at timestamptz not null
);
-- Asked twice for one place, an address waits once.
create unique index place_wait_once on place_wait (email, country_code, place_name);
create index place_wait_due on place_wait (looked_at);
