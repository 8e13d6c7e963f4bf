-- The searches of a group of demand: a day, a category and a map square.
create index search_of_demand on search (event_date, category_id, cell_of(lat, lng));
-- Requests that expired since the last count.
create index request_expired on request (ends_at) where state = 'expired';
