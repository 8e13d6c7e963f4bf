-- Of what is kept the provider has as much as of the whole: the platform passes on what it holds too much of its fee.
alter table ledger_movement drop constraint ledger_movement_kind_check;
alter table ledger_movement add constraint ledger_movement_kind_check check (kind in ('capture', 'refund', 'refunded', 'release', 'payout', 'paid_out', 'payout_failed', 'cash', 'charge_back', 'charge_back_won', 'charge_back_lost', 'hand_off', 'hand_on', 'share_to_provider', 'share_to_platform'));
-- What of its fee the platform has given back or passed on: more than the fee where it bore more than that of a refund.
alter table payment drop constraint payment_check1;
alter table payment add constraint fee_given_up check (fee_refunded_minor >= 0);
-- Who bears a refund that an operator made: the platform out of its own, the provider, or both by their parts of the whole.
alter table refund add column borne_by text check (borne_by in ('platform', 'provider', 'shared'));
