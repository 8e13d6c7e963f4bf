-- Replaces trial and patch_test, and the checks that both had, by one table: an appointment before a booking, linked to it.
-- Rolling deployment: the previous release reads and writes the views trial, patch_test and hold_visit at the end of this
-- file. A later migration drops the three views and the function linked_appointment_from_view.
lock table trial, patch_test, hold_visit in access exclusive mode;

create table linked_appointment (
  id uuid primary key default gen_random_uuid(),
  appointment_id uuid not null references appointment on delete cascade,
  kind text not null check (kind in ('trial', 'patch_test')),
  -- The trial whose visit a patch test shares: it has the same time, and only the trial has an entry in the diary.
  part_of uuid references linked_appointment on delete set null,
  provider_id uuid not null references provider on delete cascade,
  account_id uuid references account on delete set null,
  services text[] not null check (cardinality(services) between 1 and 60),
  -- An open trial waits for another time.
  state text not null check (state in ('open', 'booked', 'done', 'missed', 'cancelled')),
  minutes int not null check (minutes between 5 and 1440),
  -- It ends at least so many hours before the booking starts, and starts at most so many months before it.
  hours int not null default 48 check (hours between 48 and 1440),
  months int not null default 6 check (months between 1 and 6),
  price_minor int not null default 0 check (price_minor >= 0),
  -- The part of the price that is deducted from the price of the day.
  deducted_minor int not null default 0 check (deducted_minor between 0 and price_minor),
  -- The part of the price that stays due after a cancellation.
  kept_minor int not null default 0 check (kept_minor between 0 and price_minor),
  starts_at timestamptz,
  ends_at timestamptz,
  event_date date,
  -- The cancellation policy of a trial counts from here. Moving a trial never makes this later for its customer.
  policy_start timestamptz,
  booked_at timestamptz not null,
  ended_at timestamptz,
  cancelled_by text check (cancelled_by in ('customer', 'provider', 'operator', 'clock')),
  constraint linked_appointment_time check ((starts_at is null) = (ends_at is null) and (starts_at is null) = (event_date is null)),
  constraint linked_appointment_order check (ends_at > starts_at),
  constraint linked_appointment_has_time check (state in ('open', 'cancelled') or starts_at is not null),
  constraint linked_appointment_open check (state <> 'open' or (kind = 'trial' and starts_at is null)),
  constraint linked_appointment_ended check ((state in ('done', 'missed', 'cancelled')) = (ended_at is not null)),
  constraint linked_appointment_begun check (state not in ('done', 'missed') or ended_at >= starts_at),
  constraint linked_appointment_kept check (kept_minor = 0 or state = 'cancelled'),
  constraint linked_appointment_cancelled check (cancelled_by is null or state = 'cancelled'),
  constraint linked_appointment_trial check (kind <> 'trial' or (part_of is null and policy_start is not null and (state = 'cancelled') = (cancelled_by is not null))),
  constraint linked_appointment_patch_test check (kind <> 'patch_test' or (starts_at is not null and price_minor = 0 and hours = 48 and months = 6))
);
comment on table linked_appointment is 'owner: bookings';

-- Times that a customer chooses at checkout, with the hold. A table of its own: a choice has no state, price or account
-- yet, and is deleted with its hold.
create table hold_linked_appointment (
  id uuid primary key default gen_random_uuid(),
  hold_id uuid not null references hold on delete cascade,
  kind text not null check (kind in ('trial', 'patch_test')),
  services text[] not null check (cardinality(services) between 1 and 60),
  with_test boolean not null default false check (kind = 'trial' or not with_test),
  hours int not null default 48 check (hours between 48 and 1440),
  months int not null default 6 check (months between 1 and 6),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  event_date date not null,
  unique (hold_id, kind)
);
comment on table hold_linked_appointment is 'owner: bookings';
-- One patch test per hold: by itself or at the trial.
create unique index hold_linked_appointment_one_test on hold_linked_appointment (hold_id) where kind = 'patch_test' or with_test;

insert into linked_appointment (id, appointment_id, kind, provider_id, account_id, services, state, minutes, hours, months, price_minor, deducted_minor, kept_minor,
    starts_at, ends_at, event_date, policy_start, booked_at, ended_at, cancelled_by)
  select id, appointment_id, 'trial', provider_id, account_id, services, state, minutes, hours, months, price_minor, off_minor, kept_minor,
    starts_at, ends_at, event_date, policy_start, booked_at, ended_at, cancelled_by from trial;
insert into linked_appointment (id, appointment_id, kind, part_of, provider_id, account_id, services, state, minutes, starts_at, ends_at, event_date, booked_at, ended_at)
  select id, appointment_id, 'patch_test', trial_id, provider_id, account_id, services, state, greatest(5, round(extract(epoch from ends_at - starts_at) / 60))::int,
    starts_at, ends_at, event_date, booked_at, ended_at from patch_test;
insert into hold_linked_appointment select id, hold_id, kind, services, with_test, hours, months, starts_at, ends_at, event_date from hold_visit;

drop trigger appointment_patch_test on appointment;
drop trigger appointment_trial on appointment;
drop table patch_test;
drop table trial;
drop table hold_visit;
drop function patch_test_spanned();
drop function appointment_patch_test();
drop function patch_test_in_span(uuid);
drop function trial_spanned();
drop function appointment_trial();
drop function trial_in_span(uuid);
drop function visit_once();

create unique index linked_appointment_one_trial on linked_appointment (appointment_id) where kind = 'trial';
create unique index linked_appointment_one_booked_test on linked_appointment (appointment_id) where kind = 'patch_test' and state = 'booked';
create index linked_appointment_of_booking on linked_appointment (appointment_id, booked_at desc);
create index linked_appointment_of_account on linked_appointment (account_id, provider_id, starts_at);
create index linked_appointment_of_provider on linked_appointment (provider_id, starts_at);
create index linked_appointment_part_of on linked_appointment (part_of) where part_of is not null;
create index linked_appointment_booked on linked_appointment (starts_at) where state = 'booked';
create index linked_appointment_open on linked_appointment (booked_at) where state = 'open';

-- An open or booked linked appointment belongs to a booking that is not cancelled, with the same provider, and lies within
-- its span before it. Checked at commit, on both sides: a transaction that moves or cancels the booking updates it too.
create function linked_appointment_in_span() returns trigger language plpgsql as $$
declare
  checked uuid;
begin
  if tg_table_name = 'appointment' then
    checked := new.id;
  else
    checked := new.appointment_id;
  end if;
  if exists (select from linked_appointment l join appointment a on a.id = l.appointment_id where l.appointment_id = checked and l.state in ('open', 'booked')
      and (a.state = 'cancelled' or a.provider_id <> l.provider_id or l.ends_at > a.starts_at - make_interval(hours => l.hours)
        or l.starts_at at time zone 'UTC' < a.starts_at at time zone 'UTC' - make_interval(months => l.months))) then
    raise exception 'a linked appointment lies within its span before its booking' using errcode = 'check_violation', constraint = 'linked_appointment_in_span';
  end if;
  return null;
end $$;
create constraint trigger linked_appointment_in_span after insert or update on linked_appointment deferrable initially deferred
  for each row when (new.state in ('open', 'booked')) execute function linked_appointment_in_span();
create constraint trigger appointment_linked_in_span after update of starts_at, state on appointment deferrable initially deferred
  for each row when (old.starts_at is distinct from new.starts_at or (new.state = 'cancelled' and old.state <> 'cancelled')) execute function linked_appointment_in_span();

-- The views have the columns of the former tables, in the same order and with the same types. They are updatable; an
-- insert needs the kind, which the former tables did not have.
create view trial as
  select id, appointment_id, provider_id, account_id, services, state, minutes, hours, months, price_minor, deducted_minor as off_minor, kept_minor,
    starts_at, ends_at, event_date, policy_start, booked_at, ended_at, cancelled_by
  from linked_appointment where kind = 'trial';
alter view trial alter column id set default gen_random_uuid();
alter view trial alter column kept_minor set default 0;
create view patch_test as
  select id, appointment_id, provider_id, account_id, services, state, starts_at, ends_at, event_date, booked_at, ended_at, part_of as trial_id
  from linked_appointment where kind = 'patch_test';
alter view patch_test alter column id set default gen_random_uuid();
create view hold_visit as
  select id, hold_id, kind, services, with_test, hours, months, starts_at, ends_at, event_date from hold_linked_appointment;

create function linked_appointment_from_view() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'trial' then
    insert into linked_appointment (id, appointment_id, kind, provider_id, account_id, services, state, minutes, hours, months, price_minor, deducted_minor, kept_minor,
        starts_at, ends_at, event_date, policy_start, booked_at, ended_at, cancelled_by)
      values (new.id, new.appointment_id, 'trial', new.provider_id, new.account_id, new.services, new.state, new.minutes, new.hours, new.months, new.price_minor, new.off_minor, new.kept_minor,
        new.starts_at, new.ends_at, new.event_date, new.policy_start, new.booked_at, new.ended_at, new.cancelled_by);
  else
    insert into linked_appointment (id, appointment_id, kind, part_of, provider_id, account_id, services, state, minutes, starts_at, ends_at, event_date, booked_at, ended_at)
      values (new.id, new.appointment_id, 'patch_test', new.trial_id, new.provider_id, new.account_id, new.services, new.state,
        greatest(5, round(extract(epoch from new.ends_at - new.starts_at) / 60))::int, new.starts_at, new.ends_at, new.event_date, new.booked_at, new.ended_at);
  end if;
  return new;
end $$;
create trigger trial_insert instead of insert on trial for each row execute function linked_appointment_from_view();
create trigger patch_test_insert instead of insert on patch_test for each row execute function linked_appointment_from_view();
