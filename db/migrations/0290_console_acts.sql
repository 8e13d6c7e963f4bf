-- Acts of the console that needed SQL: more changes of a booking, addresses changed by our team, and approvals that take
-- effect after a waiting period.
alter table booking_act drop constraint booking_act_kind_check;
alter table booking_act add constraint booking_act_kind_check
  check (kind in ('goodwill', 'moved', 'changed', 'swapped', 'cancelled', 'no_show', 'cash_undone'));

alter table one_time_token drop constraint one_time_token_purpose_check;
alter table one_time_token add constraint one_time_token_purpose_check
  check (purpose in ('verify_email', 'change_email', 'magic_link', 'provider_link', 'password_reset', 'login_as',
    'delete_account', 'confirm_request', 'step_up', 'personal_data', 'personal_data_session', 'team_email', 'stop_change'));

-- effective_at: end of the waiting period, null without one. done_at: when the change was made after it.
alter table approval add column effective_at timestamptz, add column done_at timestamptz;
alter table approval drop constraint approval_kind_check;
alter table approval add constraint approval_kind_check
  check (kind in ('operator', 'refund_limit', 'second_approval', 'data_export', 'data_erasure', 'factor_reset'));
-- A waiting period ends, or is stopped by the mailed link, without another operator.
alter table approval drop constraint approval_check, drop constraint approval_check1;
alter table approval add constraint approval_decided_check
  check ((decided_at is null) = (approved is null) and (decided_by is null or decided_at is not null));
alter table approval add constraint approval_second_check
  check (approved is not true or (decided_by is not null and decided_by <> asked_by)
    or (decided_by is null and effective_at is not null and done_at is not null));
alter table approval add constraint approval_done_check check (done_at is null or (approved and effective_at is not null));
create index approval_effective on approval (effective_at) where effective_at is not null and done_at is null;
