-- A dispute that has been decided can be appealed, and is then decided again: how often and since when, and what the last decision cost.
alter table charge_back add column appeals int not null default 0 check (appeals >= 0);
alter table charge_back add column appealed_at timestamptz;
alter table charge_back add constraint appealed_as_a_whole check ((appeals = 0) = (appealed_at is null));
alter table charge_back add column lost_minor int check (lost_minor >= 0);
alter table charge_back add column lost_fee_minor int;
alter table charge_back add constraint lost_as_a_whole check ((lost_minor is null) = (lost_fee_minor is null));
alter table ledger_movement drop constraint ledger_movement_kind_check;
alter table ledger_movement add constraint ledger_movement_kind_check check (kind in ('capture', 'refund', 'refunded', 'refund_back',
  'refund_refused', 'release', 'payout', 'paid_out', 'payout_failed', 'reversal', 'cash', 'charge_back', 'charge_back_won', 'charge_back_lost',
  'charge_back_restored', 'hand_off', 'hand_on', 'share_to_provider', 'share_to_platform', 'service_fee', 'own_payout', 'top_up', 'adjustment',
  'voucher_sold', 'voucher_returned', 'voucher_lost', 'promo')) not valid;
