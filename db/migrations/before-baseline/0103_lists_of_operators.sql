-- What an operator narrows a list by and wants to have again; one that is shared is there for all.
create table saved_filter (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references account on delete cascade,
  list text not null check (list ~ '^[a-z]+(-[a-z]+)*$' and length(list) <= 40),
  name text not null check (length(name) between 1 and 40),
  query text not null check (length(query) between 1 and 500),
  shared boolean not null default false,
  created_at timestamptz not null,
  unique (account_id, list, name)
);
comment on table saved_filter is 'owner: operator';
create index saved_filter_shared on saved_filter (list) where shared;

-- What was done to many at once, with how each of them stood before, so that it can be undone.
create table bulk_act (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references account on delete cascade,
  act text not null check (act ~ '^[a-z]+\.[a-z]+$'),
  value text,
  reason text not null check (length(reason) between 3 and 500),
  changed jsonb not null check (jsonb_typeof(changed) = 'array' and jsonb_array_length(changed) between 1 and 200),
  done_at timestamptz not null,
  undone_at timestamptz check (undone_at >= done_at)
);
comment on table bulk_act is 'owner: operator';
create index bulk_act_of on bulk_act (account_id, done_at desc);
