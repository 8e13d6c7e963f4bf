-- What an artist adds to one of their services for those who choose it, up to eight; words and price are theirs.
create table add_on (
  id uuid primary key default gen_random_uuid(),
  provider_id uuid not null references provider on delete cascade,
  service_id text not null,
  position int not null check (position between 0 and 7),
  -- What they earn for it.
  cost_minor int not null check (cost_minor > 0),
  -- By how much it lengthens the service of whoever gets it.
  minutes int not null check (minutes between 0 and 120 and minutes % 5 = 0),
  -- An add-on keeps its place while all of them are written anew: so there are never more than eight.
  constraint add_on_place unique (provider_id, position) deferrable initially deferred,
  -- Whoever no longer offers the service no longer offers what is added to it.
  foreign key (provider_id, service_id) references provider_service on delete cascade
);
comment on table add_on is 'owner: providers';
create index add_on_of_service on add_on (provider_id, service_id);

-- What it is called stands in own_words, as the name of a package does.
alter table own_words add column add_on_id uuid unique references add_on on delete cascade;
alter table own_words drop constraint own_words_of_one;
alter table own_words add constraint own_words_of_one check (num_nonnulls(service_id, package_id, add_on_id) = 1);

create trigger add_on_told_in after insert on add_on referencing new table as after for each statement execute function artist_part_on_pages('price');
create trigger add_on_told after update on add_on referencing new table as after for each statement execute function artist_part_on_pages('price');
create trigger add_on_told_out after delete on add_on referencing old table as before for each statement execute function artist_part_on_pages('price');
