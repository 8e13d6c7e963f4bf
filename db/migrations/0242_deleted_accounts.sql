-- Removes what remained of accounts that were deleted before.
delete from number_proof where account_id in (select id from account where deleted_at is not null);
update session set device = '', network = '' where account_id in (select id from account where deleted_at is not null) and (device <> '' or network <> '');
update payment_method set brand = '', last_four = '', expires = '' where account_id in (select id from account where deleted_at is not null);

-- Pictures of reviews whose customer has left: a job deletes the files.
update upload set used_at = null where id in (
  select m.upload_id from media m join review r on m.id = any(r.media_ids) where r.account_id is null and r.author = 'A customer' and m.provider_id is null);
delete from media where provider_id is null and id in (
  select unnest(media_ids) from review where account_id is null and author = 'A customer');
update review set media_ids = '{}' where account_id is null and author = 'A customer' and media_ids <> '{}';

-- Profiles of artists who have left.
delete from hours_block where provider_id in (select id from provider where account_id is null and slug like 'deleted-%');
delete from hours_exception where provider_id in (select id from provider where account_id is null and slug like 'deleted-%');
delete from hours_season where provider_id in (select id from provider where account_id is null and slug like 'deleted-%');
update payout_account set label = '' where label <> '' and provider_id in (select id from provider where account_id is null and slug like 'deleted-%');
