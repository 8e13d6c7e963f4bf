-- What people say of an artist's work done elsewhere, asked for by the artist. It has no score and is another table than
-- reviews, so that it stands in no count.
create table outside_review (
  id uuid primary key default gen_random_uuid(),
  provider_id uuid not null references provider on delete cascade,
  -- SHA-256 of the address in lower case: nobody is asked twice, and whom it belongs to stands nowhere.
  address_hash bytea not null check (length(address_hash) = 32),
  -- As the artist greets them, then as they sign.
  name text not null check (length(name) between 1 and 60),
  work text not null check (length(work) between 1 and 120),
  invited_at timestamptz not null,
  comments text not null default '' check (length(comments) <= 2000),
  written_at timestamptz,
  hidden_at timestamptz,
  hidden_reason text,
  unique (provider_id, address_hash),
  check ((written_at is null) = (comments = '')),
  check ((hidden_at is null) = (hidden_reason is null)),
  check (hidden_at is null or written_at is not null)
);
create index outside_review_of_address on outside_review (address_hash, invited_at);
create index outside_review_newest on outside_review (provider_id, invited_at desc);
create index outside_review_shown on outside_review (provider_id, written_at desc) where written_at is not null and hidden_at is null;
comment on table outside_review is 'owner: reviews';

create trigger outside_review_told_in after insert on outside_review referencing new table as after
  for each statement execute function artist_part_on_pages('reviews');
create trigger outside_review_told after update on outside_review referencing new table as after
  for each statement execute function artist_part_on_pages('reviews');
create trigger outside_review_told_out after delete on outside_review referencing old table as before
  for each statement execute function artist_part_on_pages('reviews');

alter table report add column outside_id uuid references outside_review on delete cascade;
alter table report drop constraint report_check;
alter table report add constraint report_of_one check (num_nonnulls(conversation_id, review_id, outside_id) = 1);
create index report_of_outside on report (outside_id) where outside_id is not null;
