-- What of a price is the platform's, beside the usual percent of a category: for a market, a kind of work or one artist, from a day to a day.
create table fee_rule (
  id uuid primary key default gen_random_uuid(),
  country_code text references market,
  category_id int references category,
  provider_id uuid references provider on delete cascade,
  percent int not null check (percent between 0 and 50),
  first_on date not null,
  -- Null where nobody has said when it ends.
  last_on date,
  -- Introductory: while an artist has kept fewer bookings than that, and for so many months after they went live.
  first_bookings int check (first_bookings between 1 and 1000),
  first_months int check (first_months between 1 and 60),
  -- Of the fee of a whole job, in the currency of the one market that the rule is for.
  floor_minor int check (floor_minor between 1 and 1000000),
  cap_minor int check (cap_minor between 100 and 10000000),
  made_by uuid references account on delete set null,
  reason text not null check (length(reason) between 3 and 500),
  created_at timestamptz not null,
  constraint fee_rule_scope check (num_nonnulls(country_code, category_id, provider_id) > 0),
  constraint fee_rule_one_market check (provider_id is null or country_code is null),
  constraint fee_rule_days check (last_on >= first_on),
  constraint fee_rule_currency check (num_nonnulls(floor_minor, cap_minor) = 0 or num_nonnulls(country_code, provider_id) = 1),
  -- Prices are whole: what brings a fee below its cap must not bring it below its floor.
  constraint fee_rule_bounds check (cap_minor >= floor_minor + 100),
  -- At any day one rule for the same: beside it only the introductory one of the same.
  constraint fee_rule_apart exclude using gist (
    (coalesce(country_code, '')) with =, (coalesce(category_id, 0)) with =,
    (coalesce(provider_id, '00000000-0000-0000-0000-000000000000'::uuid)) with =,
    (least(num_nonnulls(first_bookings, first_months), 1)) with =, daterange(first_on, last_on, '[]') with &&)
);
create index fee_rule_of_provider on fee_rule (provider_id) where provider_id is not null;
create index fee_rule_newest on fee_rule (created_at desc, id desc);
comment on table fee_rule is 'owner: catalog';

create trigger fee_rule_told after insert or update or delete on fee_rule for each statement execute function tell_all_pages();
