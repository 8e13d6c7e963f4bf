-- Indexes for what jobs, lists and pages read at any size of the market.

-- The services of a booking, so that bookings which need a patch test are found without reading all.
create function booked_service_ids(body jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN jsonb_path_query_array(body, '$.plan.blocks[*].serviceId');
create index appointment_of_services on appointment using gin (booked_service_ids(body)) where state = 'booked';
create index provider_service_with_test on provider_service (provider_id) where patch_test_minutes is not null;

create index appointment_in_rescue on appointment (rescue_until) where rescue_until is not null and rescue_ended is null;
create index artist_document_refused on artist_document (decided_at) where state = 'refused';
create index provider_featured_until on provider (featured_until) where featured_until is not null;
create index account_pending_email on account (pending_email) where pending_email is not null;
create index audit_of_any_subject on audit (subject_id);
create index audit_of_acting on audit (as_account_id) where as_account_id is not null;
create index media_of_work on media ((file is null), id) where album_id is not null;

-- The hidden reviews of an artist, which the console counts beside the others.
create index review_hidden_of_provider on review (provider_id) where hidden_at is not null;
