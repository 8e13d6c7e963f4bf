-- Words that artists' texts in a market must not hold; `plain` is how they are compared: small letters without accents, words one space apart.
create table banned_word (
  id uuid primary key default gen_random_uuid(),
  country_code text not null references market,
  word text not null check (length(word) between 2 and 60 and word !~ '[[:cntrl:]]'),
  plain text not null check (length(plain) >= 2 and plain = btrim(plain)),
  added_at timestamptz not null,
  constraint banned_word_once unique (country_code, plain)
);
comment on table banned_word is 'owner: providers';
