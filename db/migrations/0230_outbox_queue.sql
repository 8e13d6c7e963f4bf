-- Entries of the outbox that are still to be sent. An entry leaves the queue when it is sent or given up, so no index of
-- `outbox` depends on its state and every update of an entry is heap-only (HOT). Triggers maintain the queue, because
-- the previous release writes the outbox too.
create table outbox_queue (
  next_at timestamptz not null,
  outbox_id uuid not null,
  constraint outbox_queue_pkey primary key (next_at, outbox_id)
);
comment on table outbox_queue is 'owner: notifications';

create function update_outbox_queue() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from outbox_queue where next_at = old.next_at and outbox_id = old.id;
  end if;
  if tg_op <> 'DELETE' and new.state in ('waiting', 'failed') then
    insert into outbox_queue (next_at, outbox_id) values (new.next_at, new.id) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger outbox_inserted after insert on outbox for each row
  when (new.state in ('waiting', 'failed')) execute function update_outbox_queue();
create trigger outbox_updated after update of state, next_at on outbox for each row
  when (old.state is distinct from new.state or old.next_at is distinct from new.next_at)
  execute function update_outbox_queue();
create trigger outbox_deleted after delete on outbox for each row
  when (old.state in ('waiting', 'failed')) execute function update_outbox_queue();
insert into outbox_queue (next_at, outbox_id) select next_at, id from outbox where state in ('waiting', 'failed');

-- The operators' search finds an address by its beginning, so that no trigram index is written with each message.
drop index outbox_words, outbox_by_state, outbox_due, outbox_texts, outbox_to;
create index outbox_to on outbox (lower(address) text_pattern_ops, kind, created_at desc) where channel = 'mail';
create index outbox_texts on outbox (created_at) where channel = 'sms';
create index outbox_given_up on outbox (given_up_at) where given_up_at is not null;
-- The message ID is derived from the primary key.
alter table outbox drop constraint outbox_message_id_key;
-- Half a page is room for the claim and the mark of each message. Only the HTML of a long mail is stored out of line.
alter table outbox set (fillfactor = 50, toast_tuple_target = 3072);
