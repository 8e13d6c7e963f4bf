-- International top-level domains are stored in Punycode, which has digits and hyphens. The contract checks the rest.
-- The next migration validates the rows there are: to read them in this transaction would keep its locks for as long.
alter table account
  drop constraint account_email_check,
  add constraint account_email_check check (email ~ '^[^@\s]+@[^@\s]+\.([A-Za-z]{2,}|xn--[A-Za-z0-9-]+)$') not valid,
  drop constraint account_pending_email_check,
  add constraint account_pending_email_check check (pending_email ~ '^[^@\s]+@[^@\s]+\.([A-Za-z]{2,}|xn--[A-Za-z0-9-]+)$') not valid;
alter table place_wait
  drop constraint place_wait_email_check,
  add constraint place_wait_email_check check (email = lower(email) and email ~ '^[^@\s]+@[^@\s]+\.([a-z]{2,}|xn--[a-z0-9-]+)$' and length(email) <= 254) not valid;
alter table partner
  drop constraint partner_email_check,
  add constraint partner_email_check check (email ~ '^[^@\s]+@[^@\s]+\.([A-Za-z]{2,}|xn--[A-Za-z0-9-]+)$' and length(email) <= 254) not valid;
