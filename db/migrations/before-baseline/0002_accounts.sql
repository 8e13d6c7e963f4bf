create table account (
  id uuid primary key default gen_random_uuid(),
  email citext not null unique check (email ~ '^[^@\s]+@[^@\s]+\.[A-Za-z]{2,}$'),
  name text not null check (length(name) between 1 and 120),
  mobile text check (mobile ~ '^\+[1-9][0-9]{6,14}$'),
  password_hash text,
  roles text[] not null default '{customer}' check (roles <@ '{customer,provider,operator}' and 'customer' = any(roles)),
  suspended_at timestamptz,
  sample boolean not null default false,
  created_at timestamptz not null default now()
);

-- A signed-in device. The token names it, so ending the row ends the token.
create table session (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references account on delete cascade,
  actor_id uuid references account,
  device text not null default '',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index session_of_account on session (account_id);
