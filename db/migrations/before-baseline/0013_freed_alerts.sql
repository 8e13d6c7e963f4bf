-- How many fitted when the alert was set, or at the fewest since: more than that, and a time has come free.
alter table freed_alert
  add column fits_then int not null default 0 check (fits_then >= 0),
  add column looked_at timestamptz not null default now();
create index freed_alert_due on freed_alert (looked_at) where told_at is null;
