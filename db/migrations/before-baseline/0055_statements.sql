-- The tax that is in a price, by market and where one has them by region; each rate from its day until the next of its kind.
create table tax_rate (
  country_code text not null references market,
  region text not null default '' check (region ~ '^([A-Z]{2,3})?$'),
  name text not null check (length(name) between 2 and 20),
  percent numeric(6, 3) not null check (percent > 0 and percent < 100),
  starts_on date not null,
  primary key (country_code, region, starts_on)
);
comment on table tax_rate is 'owner: catalog';

-- The number under which the platform itself is registered for that tax; none: there is no tax in its fees.
alter table market add column tax_number text not null default '' check (length(tax_number) <= 30);

-- Who an artist is to a tax office; what papers say.
create table tax_person (
  provider_id uuid primary key references provider on delete cascade,
  legal_name text not null check (length(legal_name) between 1 and 120),
  address text not null default '' check (length(address) <= 300),
  tax_number text not null default '' check (length(tax_number) <= 30),
  updated_at timestamptz not null default now()
);
comment on table tax_person is 'owner: payments';

-- From when until when an artist is registered for VAT, GST or HST: her prices have it in them meanwhile.
create table tax_registration (
  id uuid primary key default gen_random_uuid(),
  provider_id uuid not null references provider on delete cascade,
  country_code text not null references market,
  region text not null default '' check (region ~ '^([A-Z]{2,3})?$'),
  number text not null check (length(number) between 1 and 30),
  since timestamptz not null,
  until timestamptz,
  check (until is null or until >= since),
  -- One at a time.
  exclude using gist (provider_id with =, tstzrange(since, until) with &&)
);
comment on table tax_registration is 'owner: payments';

-- How often an artist is paid out.
alter table payout_account add column rhythm text not null default 'daily' check (rhythm in ('daily', 'weekly', 'job'));

-- What the platform charges an artist for a month, numbered without a gap in each market; a month with more given back than taken is a credit note.
create table fee_invoice (
  id uuid primary key default gen_random_uuid(),
  country_code text not null references market,
  number int not null check (number > 0),
  provider_id uuid not null references provider,
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  fee_minor int not null,
  tax_name text,
  tax_percent numeric(6, 3) check (tax_percent > 0 and tax_percent < 100),
  -- Of the fee, as much is tax.
  tax_minor int not null default 0,
  -- As it was issued: both sides' names, addresses and numbers, and each booking's fee.
  body jsonb not null,
  issued_at timestamptz not null,
  unique (country_code, number),
  unique (provider_id, month, currency),
  check ((tax_name is null) = (tax_percent is null)),
  check (tax_name is not null or tax_minor = 0),
  check (abs(tax_minor) <= abs(fee_minor))
);
comment on table fee_invoice is 'owner: payments';
create table fee_invoice_number (
  country_code text primary key references market,
  last int not null check (last > 0)
);
comment on table fee_invoice_number is 'owner: payments';

-- What was issued stands as it was issued.
create function fee_invoice_stands() returns trigger language plpgsql as $$
begin
  raise exception 'an invoice is never changed';
end $$;
create trigger fee_invoice_stands before update on fee_invoice for each row execute function fee_invoice_stands();
