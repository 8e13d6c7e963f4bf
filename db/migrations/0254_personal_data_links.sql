-- `personal_data` is mailed to a person without an account; opening it gives `personal_data_session`, which shows the
-- page of their data for an hour.
alter table one_time_token
  drop constraint one_time_token_purpose_check,
  add constraint one_time_token_purpose_check check (purpose in ('verify_email', 'change_email', 'magic_link', 'provider_link', 'password_reset', 'login_as', 'delete_account', 'confirm_request', 'step_up', 'personal_data', 'personal_data_session'));

-- Finds what is saved with a person's address.
create index payment_email_idx on payment (email) where kind in ('share', 'voucher');
create index voucher_to_email_idx on voucher (to_email) where to_email is not null;

-- A legal hold on a person without an account.
create table email_legal_hold (
  email citext not null,
  since timestamptz not null,
  by uuid not null,
  reason text not null,
  constraint email_legal_hold_pkey primary key (email),
  constraint email_legal_hold_by_fkey foreign key (by) references account (id)
);
comment on table email_legal_hold is 'owner: accounts';
create index email_legal_hold_by_idx on email_legal_hold (by);

-- Exports and erasures that a person asked for in writing need a second operator.
alter table approval
  drop constraint approval_kind_check,
  add constraint approval_kind_check check (kind in ('operator', 'refund_limit', 'second_approval', 'data_export', 'data_erasure'));
