-- Whether card payments may be made on behalf of the account's holder, as the payment service reports it.
alter table payout_account add column card_payments_active boolean not null default false;
