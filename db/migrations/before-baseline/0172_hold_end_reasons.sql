-- Why a hold ended, as its customer's checkout shows it. Holds that ended before have none.
alter table hold add column end_reason text
  check (end_reason in ('expired', 'released', 'replaced', 'offer_withdrawn', 'artist_unavailable', 'listing_changed'))
  check (end_reason is null or state in ('lapsed', 'released'));
