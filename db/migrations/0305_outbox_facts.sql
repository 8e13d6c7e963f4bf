-- The fact of each notice, once. A table that is partitioned by time cannot keep facts unique itself, and the next
-- migration partitions `outbox`. Triggers maintain the facts, because the previous release writes the outbox too.
create table outbox_fact (
  fact text not null,
  outbox_id uuid not null,
  constraint outbox_fact_pkey primary key (fact)
);
comment on table outbox_fact is 'owner: notifications';

-- Skips a notice whose fact is already known.
create function check_outbox_fact() returns trigger language plpgsql as $$
begin
  insert into outbox_fact (fact, outbox_id) values (new.fact, new.id) on conflict do nothing;
  if not found then return null; end if;
  return new;
end $$;
create trigger outbox_check_fact before insert on outbox for each row
  when (new.fact is not null) execute function check_outbox_fact();

create function delete_outbox_fact() returns trigger language plpgsql as $$
begin
  delete from outbox_fact where fact = old.fact;
  return null;
end $$;
create trigger outbox_fact_deleted after delete on outbox for each row
  when (old.fact is not null) execute function delete_outbox_fact();
insert into outbox_fact (fact, outbox_id) select fact, id from outbox where fact is not null;
