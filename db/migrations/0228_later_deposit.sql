-- Days that a market may hold a deposit; null: the limit of the payment provider.
alter table market
  add column deposit_hold_days integer,
  add constraint market_deposit_hold_days_check check (deposit_hold_days between 75 and 730);

-- The unpaid part of the deposit that is charged later. It is zero once it is paid, or belongs to the balance.
alter table appointment
  add column later_minor integer not null default 0,
  add constraint appointment_later_minor_check check (later_minor >= 0);
create index appointment_later on appointment (starts_at) where later_minor > 0;

-- The agreement to the part of a deposit that is charged 60 days before the start, to the card that paid the booking.
create table later_deposit (
  appointment_id uuid primary key references appointment on delete cascade,
  amount_minor integer not null check (amount_minor > 0),
  consent_text text not null check (length(consent_text) between 20 and 2000),
  consent_at timestamptz not null,
  state text not null default 'due' check (state in ('due', 'proving', 'asked', 'paid')),
  pay_until timestamptz,
  told_at timestamptz,
  told_due timestamptz,
  tries integer not null default 0 check (tries between 0 and 3),
  tried_at timestamptz,
  -- When the saved card was deleted at the payment provider.
  card_deleted_at timestamptz,
  constraint later_deposit_pay_until_check check ((state in ('proving', 'asked')) = (pay_until is not null)),
  constraint later_deposit_told_check check ((told_at is null) = (told_due is null))
);
comment on table later_deposit is 'owner: billing';
create index later_deposit_unpaid on later_deposit (state) where state <> 'paid';
create index later_deposit_card on later_deposit (appointment_id) where card_deleted_at is null;

alter table payment drop constraint payment_kind_check;
alter table payment add constraint payment_kind_check
  check (kind in ('deposit', 'later_deposit', 'balance', 'difference', 'tip', 'voucher', 'credit', 'share'));

-- The customer for whom the card of a payment is saved.
alter table test_bank_intent add column customer_id text;
