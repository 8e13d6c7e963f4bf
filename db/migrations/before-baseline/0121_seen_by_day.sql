-- How often an artist was seen, added up by the day where they work; nothing of who looked.
create table artist_day (
  provider_id uuid not null references provider on delete cascade,
  day date not null,
  views int not null default 0 check (views >= 0),
  -- On how many searches their price stood on the first page that was read: among the first three, the first ten, further down.
  shown_first int not null default 0 check (shown_first >= 0),
  shown_near int not null default 0 check (shown_near >= 0),
  shown_further int not null default 0 check (shown_further >= 0),
  primary key (provider_id, day)
) with (fillfactor = 80);
comment on table artist_day is 'owner: search';
