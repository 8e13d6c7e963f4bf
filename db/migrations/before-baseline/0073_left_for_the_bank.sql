-- What left an artist's account at the payment service for their bank in one payout: less than was sent to that account
-- where some was taken back before, from this payout or, after it had left, from another. Null while it has not left, and
-- for what left before this was written down.
alter table payout add column bank_minor int check (bank_minor >= 0);
