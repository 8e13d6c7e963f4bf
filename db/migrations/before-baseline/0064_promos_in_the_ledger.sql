-- What the platform pays of a price by its own promo code: the fee is charged whole, and this is what it costs.
alter table ledger_movement drop constraint ledger_movement_kind_check;
alter table ledger_movement add constraint ledger_movement_kind_check check (kind in ('capture', 'refund', 'refunded', 'refund_back',
  'release', 'payout', 'paid_out', 'payout_failed', 'reversal', 'cash', 'charge_back', 'charge_back_won', 'charge_back_lost',
  'hand_off', 'hand_on', 'share_to_provider', 'share_to_platform', 'service_fee', 'own_payout', 'top_up', 'adjustment',
  'voucher_sold', 'voucher_returned', 'voucher_lost', 'promo'));
alter table ledger_entry drop constraint ledger_entry_account_check;
alter table ledger_entry add constraint ledger_entry_account_check check (account in ('bank', 'fees', 'refunds_due', 'payouts_due',
  'charge_backs', 'cash', 'handed_on', 'service_fees', 'own_bank', 'adjustments', 'vouchers', 'promos') or account ~ '^(pending|earned|cash_kept):[0-9a-f-]{36}$');

-- When what its booking has been paid was last brought into the books.
alter table promo_use add column looked_at timestamptz;
create index promo_use_to_look on promo_use (looked_at nulls first) where state <> 'kept';
