-- Words that an artist brought along from another site, in a file that it has signed: which site. They were asked for by nobody here, so they count in no limit of asking.
alter table outside_review
  add column source text check (length(source) between 1 and 300),
  add constraint what_is_brought_is_written check (source is null or written_at is not null);
