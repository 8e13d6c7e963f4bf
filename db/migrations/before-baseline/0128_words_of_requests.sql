-- What whoever asks says with it, and the pictures they show: read by them and by the artist.
alter table request
  add column words text not null default '' check (length(words) <= 1000),
  add column files text[] not null default '{}' check (cardinality(files) <= 5);
