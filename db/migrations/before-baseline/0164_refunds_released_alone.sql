-- The operator who released a refund alone, without a second operator's approval: what one operator releases in 24 hours is limited as one sum.
alter table refund add column released_by uuid references account on delete set null;
alter table refund add constraint released_by_one check (released_by is null or approved_by is null and state <> 'asked');
create index refund_released_by on refund (released_by, created_at) where released_by is not null;

-- A refund that was recorded together with a cancellation, settlement or change, and that the second operator refused.
alter table ledger_movement drop constraint ledger_movement_kind_check;
alter table ledger_movement add constraint ledger_movement_kind_check check (kind in ('capture', 'refund', 'refunded', 'refund_back',
  'refund_refused', 'release', 'payout', 'paid_out', 'payout_failed', 'reversal', 'cash', 'charge_back', 'charge_back_won', 'charge_back_lost',
  'hand_off', 'hand_on', 'share_to_provider', 'share_to_platform', 'service_fee', 'own_payout', 'top_up', 'adjustment',
  'voucher_sold', 'voucher_returned', 'voucher_lost', 'promo'));
