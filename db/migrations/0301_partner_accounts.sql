-- Accounts on which partners owe deposits of bookings. What a partner owes is the sum of the entries of the ledger's
-- account `partners` over the movements of that partner, so it is stored once. Whoever books locks the row of the
-- account first, so that two bookings cannot pass its limit together. The previous release reads no payment on account,
-- because no key of it has the scope.
alter table partner drop constraint partner_scopes_check, add constraint partner_scopes_check
  check (scopes <> '{}' and scopes <@ '{catalog:read,search:read,artists:read,bookings:read,bookings:write,account:read,account:write}');

alter table api_key drop constraint api_key_scopes_check, add constraint api_key_scopes_check
  check (scopes <> '{}' and scopes <@ case
    when partner_id is null then '{bookings:read,calendar:read,calendar:write,requests:read,profile:read,earnings:read}'::text[]
    else '{catalog:read,search:read,artists:read,bookings:read,bookings:write,account:read,account:write}'::text[] end);

create table partner_account (
  partner_id uuid primary key references partner(id) on delete cascade,
  currency text not null,
  limit_minor integer not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  constraint partner_account_currency_check check (currency ~ '^[A-Z]{3}$'),
  constraint partner_account_limit_minor_check check (limit_minor >= 0)
);
comment on table partner_account is 'owner: payments';

-- Money that a partner has paid to the platform's bank, as operators recorded it.
create table partner_payment (
  id uuid primary key default gen_random_uuid(),
  partner_id uuid not null references partner(id) on delete cascade,
  currency text not null,
  amount_minor integer not null,
  reference text not null,
  received_on date not null,
  created_at timestamptz not null,
  created_by uuid references account(id) on delete set null,
  undone_at timestamptz,
  constraint partner_payment_currency_check check (currency ~ '^[A-Z]{3}$'),
  constraint partner_payment_amount_minor_check check (amount_minor > 0),
  constraint partner_payment_reference_check check (length(reference) between 1 and 80)
);
comment on table partner_payment is 'owner: payments';
create unique index partner_payment_reference ON partner_payment (partner_id, lower(reference)) where undone_at is null;
create index partner_payment_partner_id_idx on partner_payment (partner_id, created_at desc);
create index partner_payment_created_by_idx on partner_payment (created_by);

alter table payment add column partner_id uuid,
  drop constraint payment_gateway_check,
  add constraint payment_gateway_check check (gateway in ('test', 'stripe', 'credit', 'account')),
  add constraint payment_account_check check ((gateway = 'account') = (partner_id is not null));

alter table hold add column on_account boolean not null default false;
alter table sandbox_hold add column on_account boolean not null default false;
create index hold_on_account on hold (created_at) where on_account;

alter table ledger_movement add column partner_id uuid,
  drop constraint ledger_movement_kind_check,
  add constraint ledger_movement_kind_check check (kind in ('capture', 'refund', 'refunded', 'refund_back', 'refund_refused',
    'release', 'payout', 'paid_out', 'payout_failed', 'reversal', 'cash', 'charge_back', 'charge_back_won', 'charge_back_lost',
    'charge_back_restored', 'hand_off', 'hand_on', 'share_to_provider', 'share_to_platform', 'service_fee', 'own_payout', 'top_up',
    'adjustment', 'voucher_sold', 'voucher_returned', 'voucher_lost', 'promo', 'partner_paid'));
create index ledger_movement_partner_id_idx on ledger_movement (partner_id, at) where partner_id is not null;

alter table ledger_entry drop constraint ledger_entry_account_check,
  add constraint ledger_entry_account_check check (account in ('bank', 'fees', 'refunds_due', 'payouts_due', 'charge_backs', 'cash',
    'handed_on', 'service_fees', 'own_bank', 'adjustments', 'vouchers', 'promos', 'partners')
    or account ~ '^(pending|earned|cash_kept):[0-9a-f-]{36}$');
