-- Evidence that the payment service rejected can be corrected and sent again. Each attempt has its own idempotency key.
alter table charge_back
  add column evidence_attempt integer not null default 0,
  add column evidence_error text not null default '',
  add constraint charge_back_evidence_attempt_check check (evidence_attempt >= 0);
