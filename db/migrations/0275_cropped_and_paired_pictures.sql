-- The upload that a cropped picture of an album was cut from, so that it can be cropped again or shown whole.
-- The picture before the look, on the picture after it.
alter table media
  add column original_upload_id text references upload (id),
  add column before_media_id bigint references media (id) on delete set null,
  add constraint media_original check (original_upload_id is null or album_id is not null and upload_id is not null),
  add constraint media_before check (before_media_id is null or album_id is not null and before_media_id <> id);
create index media_original_upload_id_idx on media (original_upload_id) where original_upload_id is not null;
create unique index media_before_media_id_idx on media (before_media_id) where before_media_id is not null;
