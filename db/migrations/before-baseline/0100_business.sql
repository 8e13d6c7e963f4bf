-- How many artists fitted when whoever searched read their quotes; null until then.
alter table search add column quotes_found int check (quotes_found >= 0);

-- What the business home counts by week, found by when it happened.
create index request_asked on request (confirmed_at) where confirmed_at is not null;
create index dispute_by_day on dispute (created_at);
create index hold_of_search on hold (search_id);
create index provider_since on provider (approved_at) where approved_at is not null;
