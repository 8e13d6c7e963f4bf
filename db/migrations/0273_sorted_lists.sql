-- Each order of a list of the console, with the id that makes it unique.
create index appointment_by_total on appointment (total_minor, id);
create index payment_by_amount on payment (amount_minor, id);
create index refund_by_amount on refund (amount_minor, id);
create index payout_by_amount on payout (amount_minor, id);
create index charge_back_by_amount on charge_back (amount_minor, id);
create index voucher_by_left on voucher (left_minor, id);
create index account_by_name on account (lower(name), id);
create index provider_by_name on provider (lower(name), id);
create index provider_by_bookings on provider (booking_count, id);
create index provider_by_reviews on provider (review_count, id);
create index partner_newest on partner (created_at, id);
create index partner_by_name on partner (lower(name), id);
create index promo_code_by_code on promo_code (code, id);
create index review_by_score on review (score, id);
