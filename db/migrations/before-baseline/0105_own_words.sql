-- Whether an operator looks at what artists call their services before customers read it.
alter table market add column look_first boolean not null default false;

-- What an artist calls a service of the catalogue that they offer, and says of it: as customers read it, and as it waits for a
-- look or was sent back. What is read already stays until something else may be.
create table own_words (
  id uuid primary key default gen_random_uuid(),
  provider_id uuid not null references provider on delete cascade,
  service_id text not null,
  title text check (length(title) between 3 and 60 and title !~ '[[:cntrl:]]'),
  words text not null default '' check (length(words) <= 300),
  asked_title text check (length(asked_title) between 3 and 60 and asked_title !~ '[[:cntrl:]]'),
  asked_words text check (length(asked_words) <= 300),
  asked_at timestamptz not null,
  -- Why it was sent back; null while it waits.
  sent_back text check (length(sent_back) between 3 and 500),
  decided_by uuid references account,
  decided_at timestamptz,
  unique (provider_id, service_id),
  foreign key (provider_id, service_id) references provider_service on delete cascade,
  constraint own_words_some check (title is not null or asked_title is not null),
  constraint own_words_of_title check (title is not null or words = ''),
  constraint own_words_asked check ((asked_title is null) = (asked_words is null)),
  constraint own_words_sent_back check (sent_back is null or asked_title is not null and decided_at is not null)
);
comment on table own_words is 'owner: providers';
create index own_words_waiting on own_words (asked_at, id) where asked_title is not null and sent_back is null;
create index own_words_shown on own_words (asked_at desc, id desc) where title is not null;
create index own_words_decided_by on own_words (decided_by) where decided_by is not null;

create trigger own_words_told_in after insert on own_words referencing new table as after for each statement execute function artist_part_on_pages('price');
create trigger own_words_told after update on own_words referencing new table as after for each statement execute function artist_part_on_pages('price');
create trigger own_words_told_out after delete on own_words referencing old table as before for each statement execute function artist_part_on_pages('price');
