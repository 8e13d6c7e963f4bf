-- A card that its owner lets us take from while they are not there: what the service knows it by, never its number.
create table payment_method (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references account on delete cascade,
  -- Whose keys it was saved with.
  country_code text not null references market,
  gateway text not null check (gateway in ('test', 'stripe')),
  customer_id text not null,
  setup_id text not null,
  client_secret text not null,
  gateway_id text,
  brand text not null default '' check (length(brand) <= 30),
  last_four text not null default '' check (last_four ~ '^[0-9]{0,4}$'),
  expires text not null default '' check (expires ~ '^([0-9]{2}/[0-9]{2})?$'),
  state text not null default 'open' check (state in ('open', 'saved', 'removed')),
  -- What its owner agreed to, in the words that they read, and when.
  consent_words text not null check (length(consent_words) between 20 and 2000),
  consent_at timestamptz not null,
  created_at timestamptz not null default now(),
  saved_at timestamptz,
  removed_at timestamptz,
  -- The service has forgotten it too.
  forgotten_at timestamptz,
  unique (gateway, setup_id),
  check ((state = 'saved') <= (gateway_id is not null and saved_at is not null)),
  check ((state = 'removed') = (removed_at is not null)),
  check (forgotten_at is null or state = 'removed')
);
create unique index payment_method_standing on payment_method (account_id, country_code) where state = 'saved';
create index payment_method_of_account on payment_method (account_id);
create index payment_method_to_forget on payment_method (removed_at) where state = 'removed' and forgotten_at is null;
comment on table payment_method is 'owner: payments';

-- A balance that is taken by itself, as its customer agreed.
create table agreed_balance (
  appointment_id uuid primary key references appointment on delete cascade,
  -- 48 hours before the artist begins, or 48 hours after the end.
  at text not null check (at in ('before', 'after')),
  -- What was agreed to at most: a balance that has grown since is asked for by hand.
  balance_minor int not null check (balance_minor > 0),
  consent_words text not null check (length(consent_words) between 20 and 2000),
  consent_at timestamptz not null,
  -- Agreed, being proven by whoever owns the card, taken, or to be asked for by hand.
  state text not null default 'agreed' check (state in ('agreed', 'proving', 'taken', 'asked')),
  -- When its customer was told, and of which time: told again where the appointment has moved.
  told_at timestamptz,
  told_due timestamptz,
  tries int not null default 0 check (tries between 0 and 3),
  tried_at timestamptz,
  prove_until timestamptz,
  check ((state = 'proving') = (prove_until is not null)),
  check ((told_at is null) = (told_due is null))
);
create index agreed_balance_waiting on agreed_balance (state) where state in ('agreed', 'proving');
comment on table agreed_balance is 'owner: bookings';

create table test_bank_setup (
  id text primary key,
  client_secret text not null unique,
  made_by text not null unique,
  customer_id text not null,
  status text not null default 'requires_payment_method' check (status in ('requires_payment_method', 'succeeded', 'detached')),
  -- What the card does when it is taken from while its owner is not there.
  answers text check (answers in ('success', 'declined', 'proof')),
  last_four text not null default '',
  expires text not null default '',
  created_at timestamptz not null default now()
);
comment on table test_bank_setup is 'owner: gateways';
