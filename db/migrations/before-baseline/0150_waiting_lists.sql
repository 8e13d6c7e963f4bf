-- Who waits for one artist's day waits by the same table as who waits for anybody's: it names the artist, and where.
alter table freed_alert
  add column provider_id uuid references provider on delete cascade,
  add column mode text check (mode in ('mobile', 'studio')),
  -- When the artist said that this one comes before the others.
  add column first_at timestamptz,
  add constraint freed_alert_of_artist check ((provider_id is null) = (mode is null) and (first_at is null or provider_id is not null)),
  drop constraint freed_alert_search_id_email_key,
  add constraint freed_alert_once unique nulls not distinct (search_id, email, provider_id);
create index freed_alert_waits on freed_alert (provider_id, looked_at) where provider_id is not null;
create index freed_alert_of_address on freed_alert (email) where provider_id is not null;

-- Days for which an artist takes nobody more onto the list; who is on it stays.
create table waiting_closed (
  provider_id uuid not null references provider on delete cascade,
  event_date date not null,
  closed_at timestamptz not null,
  primary key (provider_id, event_date)
);
comment on table waiting_closed is 'owner: search';
