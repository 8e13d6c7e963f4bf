-- When a person confirmed to be 18 or over: at registration, or when they became an artist. Null for older accounts,
-- and for accounts that a request or booking created.
alter table account add column adult_confirmed_at timestamptz;
