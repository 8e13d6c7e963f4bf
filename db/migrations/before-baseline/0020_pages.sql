-- What an operator says on a page in the place of what was made or computed: every version is kept, one stands, one is being written.
create table page_version (
  id bigint generated always as identity primary key,
  path text not null check (path ~ '^/[a-z0-9/-]*$' and length(path) <= 160),
  -- A draft has no number; one that was put aside for somebody else's neither.
  state text not null check (state in ('draft', 'aside', 'published', 'past')),
  number int check (number > 0),
  title text check (length(title) between 1 and 70),
  description text check (length(description) between 1 and 200),
  banner_title text check (length(banner_title) between 1 and 80),
  banner_text text check (length(banner_text) between 1 and 240),
  picture_id text references upload on delete restrict,
  picture_alt text check (length(picture_alt) between 1 and 160),
  -- [{ id, question, answer, hidden }] in the order of the page; null where the page's own questions stand.
  faqs jsonb check (jsonb_typeof(faqs) = 'array' and jsonb_array_length(faqs) <= 40),
  body text check (length(body) between 1 and 60000),
  author uuid references account on delete set null,
  written_at timestamptz not null,
  published_at timestamptz,
  published_by uuid references account on delete set null,
  reason text not null default '',
  -- What a draft was when somebody last saw it: another save changes it.
  mark uuid not null default gen_random_uuid(),
  check ((state in ('draft', 'aside')) = (number is null)),
  check ((number is null) = (published_at is null)),
  check ((picture_id is null) = (picture_alt is null)),
  unique (path, number)
);
create unique index page_version_standing on page_version (path) where state = 'published';
create unique index page_version_draft on page_version (path) where state = 'draft';
create index page_version_of_picture on page_version (picture_id) where picture_id is not null;

insert into page_version (path, state, number, title, description, banner_title, banner_text, body, author, written_at, published_at, published_by, reason)
  select path, 'published', 1, left(title, 70), left(description, 200), left(banner_title, 80), left(banner_text, 240), left(body, 60000), updated_by, updated_at, updated_at, updated_by, 'Carried over'
  from page_edit where coalesce(title, description, banner_title, banner_text, body) is not null;
drop table page_edit;

-- Whether an answer of the help page helped: two counts a question, of nobody in particular.
create table help_count (
  topic text primary key check (topic ~ '^[a-z0-9-]{1,120}$'),
  useful int not null default 0 check (useful >= 0),
  useless int not null default 0 check (useless >= 0)
);

-- When somebody was last here, to the day, and when they were told that an unused account goes.
alter table account
  add column seen_at timestamptz not null default now(),
  add column unused_told_at timestamptz;
update account a set seen_at = greatest(a.created_at, (select max(at) from sign_in s where s.account_id = a.id and succeeded and actor_id is null),
  (select max(last_seen_at) from session s where s.account_id = a.id and actor_id is null));
create index account_unused on account (seen_at) where deleted_at is null and not sample;
