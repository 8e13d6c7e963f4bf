-- Which prices an artist has given that still stand.
create index quote_of_provider on quote (provider_id, expires_at);
