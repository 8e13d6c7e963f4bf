-- breaks before 0305
-- Logs are partitioned by time, so that their retention drops partitions: `audit` and `outbox` by month, `sign_in` and
-- `live_event`, which are kept for 30 days and one, by day. The job `partition-logs` creates partitions ahead. The
-- default partition gets rows of periods without a partition, and rows of dropped ones under a legal hold.
-- The existing rows stay in their table, which becomes one partition until the end of the current period.
set local timezone to 'UTC';

alter table audit rename to audit_before;
alter sequence audit_id_seq rename to audit_before_id_seq;
alter index audit_newest rename to audit_before_newest;
alter index audit_of_acting rename to audit_before_of_acting;
alter index audit_of_actor rename to audit_before_of_actor;
alter index audit_of_any_subject rename to audit_before_of_any_subject;
alter index audit_of_subject rename to audit_before_of_subject;
alter index audit_words rename to audit_before_words;
alter table audit_before drop constraint audit_pkey;
drop trigger audit_reject_change on audit_before;
drop trigger audit_reject_truncate on audit_before;
create table audit (like audit_before including defaults including constraints including identity) partition by range (at);
alter table audit_before alter column id drop identity;
alter table audit add constraint audit_pkey primary key (id, at);
comment on table audit is 'owner: platform';
comment on table audit_before is null;
create index audit_newest on audit (at desc, id desc);
create index audit_of_acting on audit (as_account_id) where as_account_id is not null;
create index audit_of_actor on audit (actor_id, at desc);
create index audit_of_any_subject on audit (subject_id);
create index audit_of_subject on audit (subject_kind, subject_id, at desc);
create index audit_words on audit using gin (lower(act || ' ' || subject_name || ' ' || reason) gin_trgm_ops);
create table audit_default partition of audit default;

alter table sign_in rename to sign_in_before;
alter sequence sign_in_id_seq rename to sign_in_before_id_seq;
alter index sign_in_of_account rename to sign_in_before_of_account;
alter index sign_in_of_actor rename to sign_in_before_of_actor;
alter table sign_in_before drop constraint sign_in_pkey;
create table sign_in (like sign_in_before including defaults including constraints including identity) partition by range (at);
alter table sign_in_before alter column id drop identity;
alter table sign_in
  add constraint sign_in_pkey primary key (id, at),
  add constraint sign_in_account_id_fkey foreign key (account_id) references account (id) on delete cascade,
  add constraint sign_in_actor_id_fkey foreign key (actor_id) references account (id) on delete set null;
comment on table sign_in is 'owner: accounts';
comment on table sign_in_before is null;
create index sign_in_of_account on sign_in (account_id, at desc);
create index sign_in_of_actor on sign_in (actor_id) where actor_id is not null;
create table sign_in_default partition of sign_in default;

alter table outbox rename to outbox_before;
alter index outbox_given_up rename to outbox_before_given_up;
alter index outbox_newest rename to outbox_before_newest;
alter index outbox_of_account rename to outbox_before_of_account;
alter index outbox_of_webhook rename to outbox_before_of_webhook;
alter index outbox_texts rename to outbox_before_texts;
alter index outbox_to rename to outbox_before_to;
alter index outbox_to_number rename to outbox_before_to_number;
alter table outbox_before drop constraint outbox_pkey, drop constraint outbox_fact_key;
drop trigger outbox_check_fact on outbox_before;
drop trigger outbox_deleted on outbox_before;
drop trigger outbox_fact_deleted on outbox_before;
drop trigger outbox_inserted on outbox_before;
drop trigger outbox_notify on outbox_before;
drop trigger outbox_updated on outbox_before;
create table outbox (like outbox_before including defaults including constraints) partition by range (created_at);
alter table outbox
  add constraint outbox_pkey primary key (id, created_at),
  add constraint outbox_account_id_fkey foreign key (account_id) references account (id) on delete set null;
comment on table outbox is 'owner: notifications';
comment on table outbox_before is null;
create index outbox_given_up on outbox (given_up_at) where given_up_at is not null;
create index outbox_newest on outbox (created_at desc, id desc);
create index outbox_of_account on outbox (account_id, created_at desc);
create index outbox_of_webhook on outbox (address, created_at desc, id desc) where channel = 'webhook';
create index outbox_texts on outbox (created_at) where channel = 'sms';
create index outbox_to on outbox (lower(address) text_pattern_ops, kind, created_at desc) where channel = 'mail';
create index outbox_to_number on outbox (address) where channel = 'sms';
create table outbox_default partition of outbox default with (fillfactor = 50, toast_tuple_target = 3072);

-- Events get their number before they are inserted. Those without a number were of earlier releases and live a day.
delete from live_event where id is null;
alter table live_event rename to live_event_before;
alter index live_event_audience rename to live_event_before_audience;
drop index live_event_unnumbered;
alter table live_event_before drop constraint live_event_id_key, drop column key, alter column id set not null;
create table live_event (like live_event_before including defaults including constraints) partition by range (at);
alter table live_event add constraint live_event_pkey primary key (id, at);
comment on table live_event is 'owner: platform';
comment on table live_event_before is null;
create index live_event_audience on live_event using gin (audience);
create table live_event_default partition of live_event default;

do $$
declare
  log record;
  until timestamptz;
begin
  for log in values ('audit', 'at', 'month'), ('sign_in', 'at', 'day'), ('outbox', 'created_at', 'month'), ('live_event', 'at', 'day') loop
    execute format('select date_trunc(%L, max(%I)) + %L::interval from %I', log.column3, log.column2, '1 ' || log.column3, log.column1 || '_before') into until;
    if until is null then
      execute format('drop table %I', log.column1 || '_before');
    else
      until := greatest(until, date_trunc(log.column3, now()) + ('1 ' || log.column3)::interval);
      execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', log.column1, log.column1 || '_before', until);
      execute format('comment on table %I is %L', log.column1 || '_before', 'until ' || until);
    end if;
  end loop;
  if to_regclass('audit_before') is not null then
    perform setval(pg_get_serial_sequence('audit', 'id'), (select max(id) from audit));
    create trigger audit_before_reject_truncate before truncate on audit_before for each statement execute function reject_audit_truncate();
  end if;
  if to_regclass('sign_in_before') is not null then
    perform setval(pg_get_serial_sequence('sign_in', 'id'), (select max(id) from sign_in));
  end if;
end $$;

create trigger audit_reject_change before delete or update on audit for each row execute function reject_audit_change();
create trigger audit_reject_truncate before truncate on audit for each statement execute function reject_audit_truncate();
create trigger audit_default_reject_truncate before truncate on audit_default for each statement execute function reject_audit_truncate();
create trigger outbox_check_fact before insert on outbox for each row
  when (new.fact is not null) execute function check_outbox_fact();
create trigger outbox_deleted after delete on outbox for each row
  when (old.state in ('waiting', 'failed')) execute function update_outbox_queue();
create trigger outbox_fact_deleted after delete on outbox for each row
  when (old.fact is not null) execute function delete_outbox_fact();
create trigger outbox_inserted after insert on outbox for each row
  when (new.state in ('waiting', 'failed')) execute function update_outbox_queue();
create trigger outbox_notify after insert on outbox for each statement execute function notify_outbox();
create trigger outbox_updated after update of state, next_at on outbox for each row
  when (old.state is distinct from new.state or old.next_at is distinct from new.next_at)
  execute function update_outbox_queue();

-- Creates the partition of a log for a period, with the storage options of the default partition. Does nothing if the
-- log has rows or a partition in that period.
create procedure create_log_partition(log text, since timestamptz, until timestamptz) language plpgsql as $$
declare
  name text := log || '_' || to_char(since at time zone 'UTC', case when until - since > interval '1 day' then 'YYYY_MM' else 'YYYY_MM_DD' end);
  options text := (select array_to_string(reloptions, ', ') from pg_class where oid = (log || '_default')::regclass);
begin
  if to_regclass(name) is not null then return; end if;
  execute format('create table %I partition of %I for values from (%L) to (%L)', name, log, since, until)
    || case when options is null then '' else ' with (' || options || ')' end;
  execute format('comment on table %I is %L', name, 'until ' || until);
  if log = 'audit' then
    execute format('create trigger %I before truncate on %I for each statement execute function reject_audit_truncate()', name || '_reject_truncate', name);
  end if;
exception when check_violation or invalid_object_definition then return;
end $$;

-- Queues the event, which gets its number with the others.
create or replace function publish_session_end() returns trigger language plpgsql as $$
begin
  insert into live_event_queue (audience, kind) values (array['session:' || new.id], 'session.ended');
  return null;
end $$;

create or replace function number_live_events(most integer) returns integer language plpgsql as $$
declare
  numbered int;
  notified int;
begin
  if not exists (select from live_event_queue) and not exists (select from pending_notification) then return 0; end if;
  perform pg_advisory_xact_lock(hashtext('live_event'));
  with queued as (
    delete from live_event_queue where ctid = any(array(select ctid from live_event_queue order by key limit most))
    returning key, audience, kind, ref, at
  ), fresh as (
    select nextval('live_event_order') as id, live_event_audience(audience) as audience, kind, ref, at
    from (select * from queued order by key) events
  ), numbering as (
    insert into live_event (id, audience, kind, ref, at) select id, audience, kind, ref, at from fresh
    returning id, audience, kind, ref
  ), said as (
    select pg_notify('live_event', json_build_object('id', id, 'to', audience, 'kind', kind, 'ref', ref)::text)
    from (select * from numbering order by id) numbered_events
  )
  select count(*) into numbered from said;
  with gone as (
    delete from pending_notification where ctid = any(array(select ctid from pending_notification order by key limit most))
    returning channel, payload
  ), said as (
    select pg_notify(once.channel, once.payload) from (select distinct channel, payload from gone) once
  )
  select (select count(*) from gone) into notified from (select count(*) as n from said) heard where heard.n >= 0;
  return greatest(numbered, notified);
end $$;
