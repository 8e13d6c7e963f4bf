-- What somebody takes off the price of bookings: the platform out of its fee, or an artist out of what she earns.
create table promo_code (
  id uuid primary key default gen_random_uuid(),
  country_code text not null references market,
  -- By its normal spelling; shorter than the code of a gift voucher.
  code text not null check (code ~ '^[A-Z0-9]{4,15}$'),
  -- Null where the platform gives it.
  provider_id uuid references provider,
  made_by uuid references account on delete set null,
  percent int check (percent between 1 and 100),
  amount_minor int check (amount_minor >= 100),
  starts_at timestamptz not null,
  ends_at timestamptz,
  -- Null where there is no limit.
  most_uses int check (most_uses > 0),
  most_each int check (most_each > 0),
  least_total_minor int not null default 0 check (least_total_minor >= 0),
  first_only boolean not null default false,
  -- How often it is kept or used.
  uses int not null default 0 check (uses >= 0),
  stopped_at timestamptz,
  created_at timestamptz not null default now(),
  constraint promo_code_taken unique (country_code, code),
  constraint promo_code_worth check ((percent is null) <> (amount_minor is null)),
  constraint promo_code_times check (ends_at > starts_at),
  constraint promo_code_used_up check (uses <= most_uses)
);
create index promo_code_of_provider on promo_code (provider_id, created_at desc) where provider_id is not null;
create index promo_code_newest on promo_code (created_at desc, id desc);
comment on table promo_code is 'owner: bookings';

-- A code on the price of a kept time: kept while it is paid, used with the booking, or returned.
create table promo_use (
  id uuid primary key default gen_random_uuid(),
  promo_id uuid not null references promo_code,
  hold_id uuid not null references hold on delete cascade,
  -- Whose use it is: their address under a secret of the site.
  person bytea not null,
  amount_minor int not null check (amount_minor > 0),
  -- How much of that whoever gives it bears: an artist not the fee's part of it.
  cost_minor int not null check (cost_minor between 0 and amount_minor),
  state text not null default 'kept' check (state in ('kept', 'used', 'returned')),
  kept_until timestamptz not null,
  created_at timestamptz not null default now()
);
create unique index promo_use_once on promo_use (hold_id) where state <> 'returned';
create index promo_use_of_person on promo_use (promo_id, person) where state <> 'returned';
create index promo_use_of_promo on promo_use (promo_id, created_at);
create index promo_use_due on promo_use (kept_until) where state = 'kept';
comment on table promo_use is 'owner: bookings';

-- A version of a price with a promo code on it is for one kept time alone, and has the number of the version that it is made of.
alter table quote add column promo_of uuid references quote;
alter table quote drop constraint quote_search_id_provider_id_mode_version_key;
create unique index quote_version on quote (search_id, provider_id, mode, version) where promo_of is null;
