create table market (
  country_code text primary key check (country_code in ('AU', 'US', 'GB', 'CA')),
  name text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  distance_unit text not null check (distance_unit in ('mi', 'km')),
  week_start int not null check (week_start in (0, 1)),
  default_tz text not null,
  covid_trained boolean not null default false,
  vaccinated boolean not null default false
);

create table store (
  id int primary key,
  slug text not null unique,
  label text not null
);

create table category (
  id int primary key,
  store_id int not null references store,
  slug text not null unique,
  label text not null,
  position int not null,
  fee_percent int not null default 15 check (fee_percent between 0 and 50)
);

create table service_type (
  id text primary key,
  category_id int not null references category,
  label text not null,
  position int not null
);

-- `no` is the service's place in the arrays of provider_match: small, dense, never used twice.
create table service (
  id text primary key,
  no smallint not null unique check (no between 0 and 255),
  service_type_id text not null references service_type,
  category_id int not null references category,
  label text not null,
  phrase text not null,
  position int not null,
  minutes int not null check (minutes between 5 and 600),
  setup_minutes int not null default 0 check (setup_minutes between 0 and 120),
  markets text[] not null default '{AU,US,GB,CA}'
);

create table skill (
  id text primary key,
  label text not null,
  position int not null
);
