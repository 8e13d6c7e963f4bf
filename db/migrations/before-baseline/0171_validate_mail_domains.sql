-- Reads and writes go on while the rows are checked.
alter table account validate constraint account_email_check;
alter table account validate constraint account_pending_email_check;
alter table place_wait validate constraint place_wait_email_check;
alter table partner validate constraint partner_email_check;
