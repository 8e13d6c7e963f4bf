-- Indexes that each booking writes and that no frequent query needs.
-- Requested artists are few of the rows of an artist: the state is read from the row.
drop index quote_act_of_provider;
create index quote_act_of_provider on quote_act (provider_id);
-- Most appointments have no link and most messages no key.
alter table appointment drop constraint appointment_share_key_hash_key;
create unique index appointment_share_key_hash_idx on appointment (share_key_hash) where share_key_hash is not null;
drop index message_by_key;
create unique index message_by_key on message (conversation_id, side, key) where key is not null;
-- These tables are short queues, or are searched by this column once a day.
drop index booking_job_next_at_idx, one_time_token_expiry, short_link_age, account_unused, test_bank_event_waiting;

-- Room for heap-only updates.
alter table quote_act set (fillfactor = 80);
alter table search set (fillfactor = 80);
alter table test_bank_intent set (fillfactor = 70);
alter table test_bank_event set (fillfactor = 80);

-- A hold that becomes a booking occupies the same time, so the days of the artist do not change.
drop trigger busy_days_update on busy;
create trigger busy_inserted after insert on busy for each row execute function update_busy_days();
create trigger busy_updated after update on busy for each row
  when ((old.during, old.cell, old.provider_no) is distinct from (new.during, new.cell, new.provider_no))
  execute function update_busy_days();
