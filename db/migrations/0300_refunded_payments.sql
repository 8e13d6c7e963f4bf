-- The payments with a refund, which a job compares with what was sent to artists, every minute.
create index payment_refunded on payment (id) where refunded_minor > 0;
