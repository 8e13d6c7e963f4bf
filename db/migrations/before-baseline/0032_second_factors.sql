-- Keys that a person's own devices hold; only the public half is here.
create table passkey (
  id text primary key check (length(id) between 16 and 1400),
  account_id uuid not null references account on delete cascade,
  public_key bytea not null,
  -- How often it has signed, as far as it says so: one that goes back has been copied.
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index passkey_of_account on passkey (account_id);
comment on table passkey is 'owner: accounts';

-- The secret that an app makes six digits from, sealed; each step of half a minute counts once.
create table totp (
  account_id uuid primary key references account on delete cascade,
  sealed bytea not null,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  last_step bigint not null default 0
);
comment on table totp is 'owner: accounts';

-- Codes on paper for whoever has lost both, each once.
create table recovery_code (
  account_id uuid not null references account on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);
comment on table recovery_code is 'owner: accounts';
