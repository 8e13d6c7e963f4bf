-- What was searched in the last month, newest first: the demand near an artist.
create index search_newest on search (created_at desc);
