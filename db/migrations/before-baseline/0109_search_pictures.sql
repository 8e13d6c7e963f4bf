-- Pictures that somebody puts to their search: uploads of their own, or work out of an artist's album. Whoever searches sees them, and the artists they ask.
create table search_picture (
  id uuid primary key default gen_random_uuid(),
  search_id text not null references search on delete cascade,
  -- Five places, so there are never more than five.
  position int not null check (position between 0 and 4),
  upload_id text references upload on delete cascade,
  media_id bigint references media on delete cascade,
  added_at timestamptz not null,
  constraint search_picture_place unique (search_id, position),
  constraint search_picture_once unique nulls not distinct (search_id, upload_id, media_id),
  constraint search_picture_of_one check (num_nonnulls(upload_id, media_id) = 1)
);
comment on table search_picture is 'owner: search';
create index search_picture_upload on search_picture (upload_id) where upload_id is not null;
create index search_picture_media on search_picture (media_id) where media_id is not null;

-- An upload that no search shows any more is given up, however the search went: by hand, with an account, or when its time was over.
create function search_picture_gone() returns trigger language plpgsql as $$
begin
  update upload set used_at = null where id in (select upload_id from before where upload_id is not null)
    and not exists (select from search_picture s where s.upload_id = upload.id) and not exists (select from media m where m.upload_id = upload.id);
  return null;
end $$;
create trigger search_picture_gone after delete on search_picture referencing old table as before for each statement execute function search_picture_gone();
