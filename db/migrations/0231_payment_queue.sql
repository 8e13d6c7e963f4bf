-- Payments that are not captured, voided or ended, with the time of their next request to the payment provider. No index
-- of `payment` depends on its state any more, so the updates of a payment are heap-only (HOT). Triggers maintain the
-- queue, because the previous release updates payments too.
create table payment_queue (
  payment_id uuid not null,
  next_at timestamptz,
  constraint payment_queue_pkey primary key (payment_id)
) with (fillfactor = 70);
comment on table payment_queue is 'owner: payments';

create function update_payment_queue() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from payment_queue where payment_id = old.id;
  elsif new.next_at is null and new.state in ('captured', 'voided', 'ended') then
    delete from payment_queue where payment_id = new.id;
  else
    insert into payment_queue (payment_id, next_at) values (new.id, new.next_at)
    on conflict (payment_id) do update set next_at = excluded.next_at;
  end if;
  return null;
end $$;
create trigger payment_inserted after insert on payment for each row
  when (new.next_at is not null or new.state not in ('captured', 'voided', 'ended'))
  execute function update_payment_queue();
create trigger payment_updated after update of state, next_at on payment for each row
  when (old.state is distinct from new.state or old.next_at is distinct from new.next_at)
  execute function update_payment_queue();
create trigger payment_deleted after delete on payment for each row execute function update_payment_queue();
insert into payment_queue (payment_id, next_at)
  select id, next_at from payment where next_at is not null or state not in ('captured', 'voided', 'ended');

-- A payment that has ended is no longer wanted either. So `payment_alive` needs no state.
create function set_payment_let_go() returns trigger language plpgsql as $$
begin
  new.let_go := true;
  return new;
end $$;
create trigger payment_set_let_go before insert or update of state on payment for each row
  when (not new.let_go and new.state in ('voided', 'ended')) execute function set_payment_let_go();
update payment set let_go = true where not let_go and state in ('voided', 'ended');

drop index payment_due, payment_unanswered, payment_alive, payment_of_provider;
create unique index payment_alive on payment (kind, ref) where not let_go;
create index payment_of_provider on payment (provider_id, created_at desc) where provider_id is not null;
alter table payment set (fillfactor = 70);
