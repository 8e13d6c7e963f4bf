-- Replaces private names by standard terms. Rolling deployment: the views and functions under the former names at the end
-- serve the previous release. A later migration drops all of them.

alter table untold rename to pending_notification;
alter table pending_notification rename constraint untold_pkey to pending_notification_pkey;
alter sequence untold_key_seq rename to pending_notification_key_seq;

alter table booked_job rename to booking_job;
alter table booking_job rename constraint booked_job_pkey to booking_job_pkey;
alter table booking_job rename constraint booked_job_appointment_id_fkey to booking_job_appointment_id_fkey;
alter index booked_job_due rename to booking_job_next_at_idx;

alter table gesture_code rename to identity_gesture_code;
alter table identity_gesture_code rename constraint gesture_code_pkey to identity_gesture_code_pkey;
alter table identity_gesture_code rename constraint gesture_code_account_id_fkey to identity_gesture_code_account_id_fkey;

alter table sign_in_brake rename to sign_in_throttle;
alter table sign_in_throttle rename constraint sign_in_brake_pkey to sign_in_throttle_pkey;

alter table challenge_spent rename to used_challenge;
alter table used_challenge rename constraint challenge_spent_pkey to used_challenge_pkey;

alter table mail_words rename to mail_template;
alter table mail_template rename constraint mail_words_pkey to mail_template_pkey;
alter table mail_template rename constraint mail_words_kind_number_key to mail_template_kind_number_key;
alter table mail_template rename constraint mail_words_body_check to mail_template_body_check;
alter table mail_template rename constraint mail_words_button_check to mail_template_button_check;
alter table mail_template rename constraint mail_words_check to mail_template_check;
alter table mail_template rename constraint mail_words_check1 to mail_template_check1;
alter table mail_template rename constraint mail_words_kind_check to mail_template_kind_check;
alter table mail_template rename constraint mail_words_number_check to mail_template_number_check;
alter table mail_template rename constraint mail_words_preview_check to mail_template_preview_check;
alter table mail_template rename constraint mail_words_reason_check to mail_template_reason_check;
alter table mail_template rename constraint mail_words_subject_check to mail_template_subject_check;
alter table mail_template rename constraint mail_words_written_by_fkey to mail_template_written_by_fkey;
alter sequence mail_words_id_seq rename to mail_template_id_seq;
alter index mail_words_by rename to mail_template_written_by;
alter index mail_words_standing rename to mail_template_current;

alter table waiting_closed rename to closed_waiting_list;
alter table closed_waiting_list rename constraint waiting_closed_pkey to closed_waiting_list_pkey;
alter table closed_waiting_list rename constraint waiting_closed_provider_id_fkey to closed_waiting_list_provider_id_fkey;

alter table day_word rename to appointment_progress;
alter table appointment_progress rename constraint day_word_pkey to appointment_progress_pkey;
alter table appointment_progress rename constraint day_word_check to appointment_progress_check;
alter table appointment_progress rename constraint day_word_check1 to appointment_progress_check1;
alter table appointment_progress rename constraint day_word_check2 to appointment_progress_check2;
alter table appointment_progress rename constraint day_word_check3 to appointment_progress_check3;
alter table appointment_progress rename constraint day_word_kind_check to appointment_progress_kind_check;
alter table appointment_progress rename constraint day_word_minutes_check to appointment_progress_minutes_check;
alter table appointment_progress rename constraint day_word_person_check to appointment_progress_person_check;
alter table appointment_progress rename constraint day_word_service_id_check to appointment_progress_service_id_check;
alter table appointment_progress rename constraint day_word_appointment_id_fkey to appointment_progress_appointment_id_fkey;

alter table before_after_word rename to before_after_consent;
alter table before_after_consent rename constraint before_after_word_pkey to before_after_consent_pkey;
alter table before_after_consent rename constraint before_after_word_id_appointment_id_key to before_after_consent_id_appointment_id_key;
alter table before_after_consent rename constraint before_after_word_said_check to before_after_consent_said_check;
alter table before_after_consent rename constraint before_after_word_version_check to before_after_consent_version_check;
alter table before_after_consent rename constraint before_after_word_words_check to before_after_consent_words_check;
alter table before_after_consent rename constraint before_after_word_appointment_id_fkey to before_after_consent_appointment_id_fkey;
alter sequence before_after_word_id_seq rename to before_after_consent_id_seq;
alter index before_after_word_of rename to before_after_consent_appointment_id;

alter index message_untold rename to message_notification_due;
alter index team_message_untold rename to team_message_notification_due;
alter index payment_method_standing rename to payment_method_saved;
alter index offer_one_standing rename to offer_one_open;
alter index appointment_move_standing rename to appointment_move_proposed;
alter index page_version_standing rename to page_version_published;
alter index voucher_to_tell rename to voucher_notification_due;
alter index artist_document_ends rename to artist_document_valid_until;

alter function only_where rename to assert_unchanged;
alter function time_stands rename to assert_time_facts;
alter function keep_answer rename to save_idempotent_response;
alter function keep_reserved rename to save_authorised_payment;
alter function tell_after rename to enqueue_notification;
alter function tell_webhooks rename to enqueue_webhooks;
alter function look_tags_right rename to are_look_tags;
alter function package_right rename to is_package;

-- Triggers keep their functions.
alter function appointment_ends_way rename to delete_shared_way;
alter function appointment_takes_partner rename to set_appointment_partner;
alter function appointment_tells_webhooks rename to enqueue_appointment_webhooks;
alter function audit_is_appended rename to reject_audit_change;
alter function audit_is_not_emptied rename to reject_audit_truncate;
alter function before_after_by_a_yes rename to check_before_after_consent;
alter function before_after_gone rename to delete_before_after_media;
alter function before_after_without_link rename to delete_guest_before_after;
alter function before_after_word_stands rename to reject_before_after_consent_change;
alter function busy_day_changed rename to insert_busy_cell_days;
alter function busy_days_written rename to update_busy_days;
alter function busy_freed rename to enqueue_cell_change;
alter function busy_located rename to set_busy_location;
alter function consent_form_version_stays rename to reject_consent_form_version_change;
alter function credit_spend_of_artist rename to check_credit_spend_provider;
alter function day_word_stands rename to reject_appointment_progress_change;
alter function fee_invoice_stands rename to reject_fee_invoice_change;
alter function hours_changed rename to refresh_provider_hours;
alter function hours_packed rename to set_packed_hours;
alter function leave_lists_of_day rename to delete_day_alerts;
alter function ledger_is_appended rename to reject_ledger_change;
alter function ledger_is_not_emptied rename to reject_ledger_truncate;
alter function ledger_sums_to_zero rename to check_ledger_balance;
alter function linked_appointment_in_span rename to check_linked_appointment_span;
alter function made_area_placed rename to update_made_area_place;
alter function match_cell_pages_due rename to schedule_match_cell_pages;
alter function match_row_gone rename to update_match_cell_versions;
alter function match_with_packages rename to set_match_packages;
alter function outbox_has_news rename to notify_outbox;
alter function partner_stands rename to reject_partner_change;
alter function party_reviews_counted rename to update_party_review_counts;
alter function payout_account_says rename to update_provider_payouts_ready;
alter function provider_changed rename to refresh_changed_matches;
alter function provider_moved rename to update_busy_cells;
alter function provider_part_changed rename to refresh_provider_matches;
alter function request_tells_webhooks rename to enqueue_request_webhooks;
alter function reserve_freed rename to reserve_freed_time;
alter function review_cell_counts rename to update_review_cells;
alter function review_counts rename to update_review_counts;
alter function review_located rename to set_review_location;
alter function review_tells_webhooks rename to enqueue_review_webhooks;
alter function search_changed rename to enqueue_search_change;
alter function search_keeps_partner rename to set_search_partner;
alter function search_picture_gone rename to release_search_picture_upload;
alter function service_leads_changed rename to refresh_service_lead_hours;
alter function session_ends rename to publish_session_end;
alter function shared_way_ahead rename to check_shared_way;
alter function version_anew rename to set_random_version;
alter function voucher_stays_whose rename to reject_voucher_provider_change;
alter function words_of_package_changed rename to refresh_package_matches;

alter trigger appointment_ends_way on appointment rename to appointment_delete_shared_way;
alter trigger appointment_leaves_lists on appointment rename to appointment_delete_day_alerts;
alter trigger appointment_partner_stands on appointment rename to appointment_reject_partner_change;
alter trigger appointment_takes_partner on appointment rename to appointment_set_partner;
alter trigger appointment_tells_webhooks on appointment rename to appointment_enqueue_webhooks;
alter trigger before_after_by_a_yes on before_after rename to before_after_check_consent;
alter trigger before_after_gone on before_after rename to before_after_delete_media;
alter trigger before_after_word_stands on before_after_consent rename to before_after_consent_reject_change;
alter trigger busy_after on busy rename to busy_days_update;
alter trigger busy_before on busy rename to busy_set_location;
alter trigger busy_gone on busy rename to busy_enqueue_cell_change;
alter trigger consent_form_version_stays on consent_form_version rename to consent_form_version_reject_change;
alter trigger credit_spend_of_artist on credit_spend rename to credit_spend_check_provider;
alter trigger day_word_stands on appointment_progress rename to appointment_progress_reject_change;
alter trigger fee_invoice_stands on fee_invoice rename to fee_invoice_reject_change;
alter trigger guest_gone on guest rename to guest_deleted;
alter trigger guest_without_link on guest rename to guest_link_removed;
alter trigger made_area_placed on made_area rename to made_area_update_place;
alter trigger outbox_written on outbox rename to outbox_notify;
alter trigger payout_account_spoke on payout_account rename to payout_account_update_provider;
alter trigger provider_moves on provider rename to provider_update_busy_cells;
alter trigger request_tells_webhooks on request rename to request_enqueue_webhooks;
alter trigger review_before on review rename to review_set_location;
alter trigger review_tells_webhooks on review rename to review_enqueue_webhooks;
alter trigger search_keeps_partner on search rename to search_set_partner;
alter trigger search_partner_stands on search rename to search_reject_partner_change;
alter trigger search_picture_gone on search_picture rename to search_picture_release_upload;
alter trigger service_led_in on service rename to service_refresh_lead_hours;
alter trigger shared_way_ahead on shared_way rename to shared_way_check;
alter trigger voucher_stays_whose on voucher rename to voucher_reject_provider_change;
alter trigger hours_block_changed on hours_block rename to hours_block_updated;
alter trigger hours_block_in on hours_block rename to hours_block_inserted;
alter trigger hours_block_out on hours_block rename to hours_block_deleted;
alter trigger hours_exception_changed on hours_exception rename to hours_exception_updated;
alter trigger hours_exception_in on hours_exception rename to hours_exception_inserted;
alter trigger hours_exception_out on hours_exception rename to hours_exception_deleted;
alter trigger hours_season_changed on hours_season rename to hours_season_updated;
alter trigger hours_season_in on hours_season rename to hours_season_inserted;
alter trigger hours_season_out on hours_season rename to hours_season_deleted;
alter trigger lower_price_changed on lower_price rename to lower_price_updated;
alter trigger lower_price_in on lower_price rename to lower_price_inserted;
alter trigger lower_price_out on lower_price rename to lower_price_deleted;
alter trigger package_changed on package rename to package_updated;
alter trigger package_in on package rename to package_inserted;
alter trigger package_out on package rename to package_deleted;
alter trigger own_words_changed on own_words rename to own_words_updated;
alter trigger own_words_in on own_words rename to own_words_inserted;
alter trigger own_words_out on own_words rename to own_words_deleted;
alter trigger service_lead_changed on service_lead rename to service_lead_updated;
alter trigger service_lead_in on service_lead rename to service_lead_inserted;
alter trigger service_lead_out on service_lead rename to service_lead_deleted;
alter trigger ledger_movement_kept on ledger_movement rename to ledger_movement_reject_change;
alter trigger ledger_movement_not_truncated on ledger_movement rename to ledger_movement_reject_truncate;
alter trigger ledger_entry_kept on ledger_entry rename to ledger_entry_reject_change;
alter trigger ledger_entry_not_truncated on ledger_entry rename to ledger_entry_reject_truncate;
alter trigger access_log_kept on access_log rename to access_log_reject_change;
alter trigger access_log_not_truncated on access_log rename to access_log_reject_truncate;
alter trigger audit_kept on audit rename to audit_reject_change;
alter trigger audit_not_truncated on audit rename to audit_reject_truncate;
alter trigger provider_hours on provider rename to provider_set_packed_hours;
alter trigger provider_hours_in on provider rename to provider_set_packed_hours_inserted;
alter trigger match_cell_due on match_cell rename to match_cell_schedule_pages;
alter trigger match_cell_due_in on match_cell rename to match_cell_schedule_pages_inserted;

-- Bodies that name a renamed table or function.
create or replace function update_busy_days()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then delete from busy_day where busy_id = old.id; end if;
  if not bulk_loading() then
    insert into busy_day (day, cell, provider_no, from_s, to_s, busy_id)
    select d::date, new.cell, new.provider_no, extract(epoch from lower(new.during))::int, extract(epoch from upper(new.during))::int, new.id
    from generate_series((lower(new.during) at time zone 'UTC')::date,
                         ((upper(new.during) - interval '1 microsecond') at time zone 'UTC')::date, interval '1 day') d;
    perform enqueue_notification('cell_changed', new.cell::text);
  end if;
  return null;
end $function$;

create or replace function enqueue_cell_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform enqueue_notification('cell_changed', old.cell::text);
  return null;
end $function$;

create or replace function enqueue_search_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not bulk_loading() then perform enqueue_notification('search_changed', coalesce(new.search_id, old.search_id)); end if;
  return null;
end $function$;

create or replace function enqueue_request_webhooks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- An artist is asked once the customer has proven the address.
  if new.state <> 'requested' or (tg_op = 'UPDATE' and old.state = 'requested')
    or not exists (select from webhook where provider_id = new.provider_id) then return null; end if;
  perform enqueue_webhooks(new.provider_id, 'request.created', coalesce(new.confirmed_at, new.created_at),
    jsonb_build_object('id', new.id, 'mode', new.mode, 'eventDate', new.event_date,
      'answerUntil', to_char(new.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')));
  return null;
end $function$;

create or replace function enqueue_appointment_webhooks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  event text := case
    when tg_op = 'INSERT' then 'booking.created'
    when new.state = 'cancelled' and old.state <> 'cancelled' then 'booking.cancelled'
    when new.state = 'completed' and old.state <> 'completed' then 'booking.completed'
    when (new.starts_at, new.ends_at, new.total_minor, new.names, new.mode)
      is distinct from (old.starts_at, old.ends_at, old.total_minor, old.names, old.mode) then 'booking.changed'
  end;
begin
  if event is null or not exists (
    select from webhook where provider_id = new.provider_id or (partner_id = new.partner_id and new.partner_id is not null)
  ) then return null; end if;
  perform enqueue_webhooks(new.provider_id, event,
    greatest(new.booked_at, new.changed_at, new.ended_at, new.completed_at),
    jsonb_build_object(
      'id', new.id, 'number', new.number, 'state', new.state, 'mode', new.mode, 'eventDate', new.event_date,
      'startsAt', to_char(new.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'endsAt', to_char(new.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'timeZone', new.tz, 'people', cardinality(new.names), 'total', new.total_minor / 100.0, 'currency', new.currency),
    new.partner_id);
  return null;
end $function$;

create or replace function check_before_after_consent()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.yes_id is not null and not exists (select from before_after_consent w where w.id = new.yes_id and w.said in ('yes', 'gallery') and w.guest_id is not distinct from new.guest_id)
  or num_nonnulls(new.before_media, new.after_media) > 0 and not exists (select from before_after_consent w where w.id = new.yes_id and w.said = 'gallery') then
    raise exception 'pictures of somebody need their own yes' using errcode = 'check_violation', constraint = 'before_after_by_a_yes';
  end if;
  return new;
end $function$;

create or replace function enqueue_review_webhooks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from webhook where provider_id = new.provider_id) then return null; end if;
  perform enqueue_webhooks(new.provider_id, 'review.created', new.created_at,
    jsonb_build_object('id', new.id, 'score', new.score, 'bookingId', new.appointment_id));
  return null;
end $function$;

create or replace function save_authorised_payment(of_payment uuid, was text, becomes text, charge text, taken_at timestamp with time zone, event payment_event)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  update payment set state = becomes, authorised_at = taken_at, last_error = null, charge_id = coalesce(charge, charge_id),
    next_at = taken_at, attempts = 0, claimed_until = null, claim = null
  where id = of_payment and state = was;
  if not assert_unchanged(found) then return false; end if;
  insert into payment_event (gateway, event_id, kind, account_id, raw, occurred_at, at, next_at, payment_id, outcome, worked_at)
  select event.gateway, event.event_id, event.kind, event.account_id, event.raw, event.occurred_at, event.at, null, of_payment, 'moved', taken_at
  on conflict do nothing;
  return assert_unchanged(found);
end $function$;

create or replace function number_live_events(most integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  numbered int;
  told int;
begin
  if not exists (select from live_event where id is null) and not exists (select from pending_notification) then return 0; end if;
  perform pg_advisory_xact_lock(hashtext('live_event'));
  with fresh as (
    select key, audience from live_event where id is null order by key limit most
  ), named as (
    select key, nextval('live_event_order') as number from fresh order by key
  ), given as (
    update live_event e set id = named.number, audience = live_event_audience(e.audience)
    from named where e.key = named.key returning e.id, e.audience, e.kind, e.ref
  ), said as (
    select pg_notify('live_event', json_build_object('id', id, 'to', audience, 'kind', kind, 'ref', ref)::text)
    from (select * from given order by id) given
  )
  select count(*) into numbered from said;
  with gone as (
    delete from pending_notification where key in (select key from pending_notification order by key limit most) returning channel, payload
  ), said as (
    select pg_notify(once.channel, once.payload) from (select distinct channel, payload from gone) once
  )
  select (select count(*) from gone) into told from (select count(*) as n from said) heard where heard.n >= 0;
  return greatest(numbered, told);
end $function$;

create or replace function enqueue_notification(channel text, payload text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into pending_notification (channel, payload) values ($1, $2);
end $function$;

create or replace function assert_time_facts(facts jsonb, network_key text, of_search text, of_provider uuid, span tstzrange, event_day date, network bytea, visitor bytea, account uuid, at timestamp with time zone, minutes integer)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  if network_key is not null then perform pg_advisory_xact_lock(hashtextextended('holds ' || network_key, 0)); end if;
  perform pg_advisory_xact_lock(hashtextextended('diary ' || of_provider, 0));
  return assert_unchanged(facts = time_facts(of_search, of_provider, span, event_day, network, visitor, account, at, minutes));
end $function$;

create or replace function assert_unchanged(stands boolean)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  if stands then return true; end if;
  raise exception 'the rows that this statement depends on have changed' using errcode = 'PR001';
end $function$;

-- For the previous release.
create view untold as select * from pending_notification;
create view booked_job as select * from booking_job;
create view gesture_code as select * from identity_gesture_code;
create view sign_in_brake as select * from sign_in_throttle;
create view challenge_spent as select * from used_challenge;
create view mail_words as select * from mail_template;
create view waiting_closed as select * from closed_waiting_list;
create view day_word as select * from appointment_progress;
create view before_after_word as select * from before_after_consent;
create function only_where(stands boolean) returns boolean language sql as $$
  select assert_unchanged(stands) $$;
create function time_stands(facts jsonb, network_key text, of_search text, of_provider uuid, span tstzrange, event_day date, network bytea, visitor bytea, account uuid, at timestamp with time zone, minutes integer) returns boolean language sql as $$
  select assert_time_facts(facts, network_key, of_search, of_provider, span, event_day, network, visitor, account, at, minutes) $$;
create function keep_answer(of_owner text, of_key text, asked text, answer jsonb, answered_at timestamp with time zone, dead_since timestamp with time zone) returns boolean language sql as $$
  select save_idempotent_response(of_owner, of_key, asked, answer, answered_at, dead_since) $$;
create function keep_reserved(of_payment uuid, was text, becomes text, charge text, taken_at timestamp with time zone, event payment_event) returns boolean language sql as $$
  select save_authorised_payment(of_payment, was, becomes, charge, taken_at, event) $$;
