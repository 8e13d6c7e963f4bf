-- What somebody said to the cookie banner, so that no other browser of theirs asks again; null while they have said nothing.
alter table account add column cookie_choice text check (cookie_choice in ('accepted', 'necessary'));
