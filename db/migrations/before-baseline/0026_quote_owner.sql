-- A locked quote is a price of a search: search keeps it, offers ask search to.
comment on table quote is 'owner: search';
