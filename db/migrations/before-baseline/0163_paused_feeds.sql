-- A feed that times out three times in a row is paused until its owner reads it again.
alter table calendar_feed
  add column timeouts smallint not null default 0 check (timeouts >= 0),
  add column paused_at timestamptz,
  add constraint paused_after_timeouts check (paused_at is null or timeouts >= 3);
