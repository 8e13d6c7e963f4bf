-- Whoever works under a key says so by a mark of its own: an act that has been taken over by another process ends without a trace.
alter table idempotency add column claim uuid;
-- A message that was sent once is written once, for as long as it stands.
alter table message add column key text;
create unique index message_by_key on message (conversation_id, side, key);
