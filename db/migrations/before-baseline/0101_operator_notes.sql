-- What operators write down of somebody for each other; on the person, or on the artist's profile, whose person is the same.
create table operator_note (
  id uuid primary key default gen_random_uuid(),
  account_id uuid references account on delete cascade,
  provider_id uuid references provider on delete cascade,
  text text not null check (length(text) between 1 and 2000),
  written_by uuid not null references account,
  written_at timestamptz not null,
  check (num_nonnulls(account_id, provider_id) = 1)
);
comment on table operator_note is 'owner: operator';
create index operator_note_of_account on operator_note (account_id, written_at desc) where account_id is not null;
create index operator_note_of_provider on operator_note (provider_id, written_at desc) where provider_id is not null;
create index operator_note_by on operator_note (written_by);

-- Words by which operators find those again who belong together.
create table operator_tag (
  id uuid primary key default gen_random_uuid(),
  account_id uuid references account on delete cascade,
  provider_id uuid references provider on delete cascade,
  tag text not null check (tag ~ '^[a-z0-9]+([ -][a-z0-9]+)*$' and length(tag) <= 30),
  set_by uuid not null references account,
  set_at timestamptz not null,
  check (num_nonnulls(account_id, provider_id) = 1)
);
comment on table operator_tag is 'owner: operator';
create unique index operator_tag_of_account on operator_tag (account_id, tag) where account_id is not null;
create unique index operator_tag_of_provider on operator_tag (provider_id, tag) where provider_id is not null;
create index operator_tag_by on operator_tag (set_by);
create index operator_tag_words on operator_tag (tag);

-- People are found by the digits of their number, however it is written.
create index account_mobile on account using gin (mobile gin_trgm_ops) where mobile is not null;
