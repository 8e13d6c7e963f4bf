-- What operators have a kind of mail say, version by version; without words it says again what it was made to say.
create table mail_words (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[A-Za-z.]+$' and length(kind) <= 60),
  number int not null check (number > 0),
  subject text check (length(subject) between 1 and 150),
  preview text check (length(preview) between 1 and 200),
  body text check (length(body) between 1 and 3000),
  button text check (length(button) between 1 and 40),
  made boolean not null,
  standing boolean not null,
  written_by uuid references account on delete set null,
  written_at timestamptz not null,
  reason text not null check (length(reason) between 3 and 500),
  check (not made or num_nonnulls(subject, preview, body, button) = 0),
  check (made or num_nonnulls(subject, preview, body, button) > 0),
  unique (kind, number)
);
comment on table mail_words is 'owner: notifications';
-- One version of a kind stands at a time.
create unique index mail_words_standing on mail_words (kind) where standing;
create index mail_words_by on mail_words (written_by) where written_by is not null;
