-- What an artist offers to try before the day, service by service: what it earns, how long it takes, whether it comes off the day's price, and by its own rules of date.
create table provider_trial (
  provider_id uuid not null,
  service_id text not null,
  cost_minor int not null check (cost_minor between 0 and 100000000),
  minutes int not null check (minutes between 15 and 240),
  deducted boolean not null,
  -- The patch test that the booking needs can be done at the same visit.
  with_test boolean not null,
  hours int not null check (hours between 48 and 1440),
  months int not null check (months between 1 and 6),
  primary key (provider_id, service_id),
  foreign key (provider_id, service_id) references provider_service on delete cascade,
  check (hours < months * 28 * 24)
);
comment on table provider_trial is 'owner: providers';

-- A visit before the day that is chosen while the day is being booked, kept with its time until both are booked or let go.
create table hold_visit (
  id uuid primary key default gen_random_uuid(),
  hold_id uuid not null references hold on delete cascade,
  kind text not null check (kind in ('trial', 'patch_test')),
  services text[] not null check (cardinality(services) between 1 and 60),
  -- A trial may carry the patch test: one visit for both.
  with_test boolean not null default false check (kind = 'trial' or not with_test),
  -- By what rule of date a trial was chosen.
  hours int not null default 48 check (hours between 48 and 1440),
  months int not null default 6 check (months between 1 and 6),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  event_date date not null,
  unique (hold_id, kind)
);
comment on table hold_visit is 'owner: bookings';
create function visit_once() returns trigger language plpgsql as $$
begin
  if exists (select from hold_visit where hold_id = new.hold_id and with_test)
    and exists (select from hold_visit where hold_id = new.hold_id and kind = 'patch_test') then
    raise exception 'one patch test is enough' using errcode = 'check_violation', constraint = 'hold_visit_once';
  end if;
  return null;
end $$;
create constraint trigger hold_visit_once after insert or update on hold_visit deferrable initially deferred
  for each row execute function visit_once();

-- A trial before a booking: a line of its price and a time of its own in the artist's diary. Open, it waits for another time.
create table trial (
  id uuid primary key default gen_random_uuid(),
  appointment_id uuid not null unique references appointment on delete cascade,
  provider_id uuid not null references provider on delete cascade,
  account_id uuid references account on delete set null,
  services text[] not null check (cardinality(services) between 1 and 60),
  state text not null check (state in ('open', 'booked', 'done', 'missed', 'cancelled')),
  minutes int not null check (minutes between 15 and 1440),
  hours int not null check (hours between 48 and 1440),
  months int not null check (months between 1 and 6),
  price_minor int not null check (price_minor >= 0),
  -- What of it comes off the day's price.
  off_minor int not null check (off_minor between 0 and price_minor),
  -- What of the price stays although it was cancelled.
  kept_minor int not null default 0 check (kept_minor between 0 and price_minor),
  starts_at timestamptz,
  ends_at timestamptz,
  event_date date,
  -- From where the policy of cancelling it alone counts: its customer moves it no further away from that.
  policy_start timestamptz not null,
  booked_at timestamptz not null,
  ended_at timestamptz,
  cancelled_by text check (cancelled_by in ('customer', 'provider', 'operator', 'clock')),
  check ((starts_at is null) = (ends_at is null) and (starts_at is null) = (event_date is null)),
  check (ends_at > starts_at),
  check (state not in ('booked', 'done', 'missed') or starts_at is not null),
  check (state <> 'open' or starts_at is null),
  check ((state in ('done', 'missed', 'cancelled')) = (ended_at is not null)),
  check ((state = 'cancelled') = (cancelled_by is not null)),
  check (kept_minor = 0 or state = 'cancelled'),
  -- Nothing is done, or missed, before it begins.
  check (state not in ('done', 'missed') or ended_at >= starts_at)
);
comment on table trial is 'owner: bookings';
create index trial_of_account on trial (account_id);
create index trial_of_provider on trial (provider_id, event_date);
create index trial_ahead on trial (starts_at) where state = 'booked';
create index trial_open on trial (booked_at) where state = 'open';

-- The visit that a patch test shares with a trial.
alter table patch_test add column trial_id uuid references trial on delete set null;
create index patch_test_of_trial on patch_test (trial_id) where trial_id is not null;

-- What is booked stands by its own rule before a booking that stands itself, with the same artist: whatever moves or ends that lets the trial go in the same transaction.
create function trial_in_span(of_appointment uuid) returns void language plpgsql as $$
begin
  if exists (select from trial t join appointment a on a.id = t.appointment_id where t.appointment_id = of_appointment and t.state in ('booked', 'open')
      and (a.state = 'cancelled' or a.provider_id <> t.provider_id or t.ends_at > a.starts_at - make_interval(hours => t.hours)
        or t.starts_at at time zone 'UTC' < a.starts_at at time zone 'UTC' - make_interval(months => t.months))) then
    raise exception 'a trial stands within its span before its booking' using errcode = 'check_violation', constraint = 'trial_in_span';
  end if;
end $$;
create function trial_spanned() returns trigger language plpgsql as $$
begin
  perform trial_in_span(new.appointment_id);
  return null;
end $$;
create function appointment_trial() returns trigger language plpgsql as $$
begin
  perform trial_in_span(new.id);
  return null;
end $$;
create constraint trigger trial_spanned after insert or update on trial deferrable initially deferred
  for each row when (new.state in ('booked', 'open')) execute function trial_spanned();
create constraint trigger appointment_trial after update of starts_at, state on appointment deferrable initially deferred
  for each row when (old.starts_at is distinct from new.starts_at or (new.state = 'cancelled' and old.state <> 'cancelled')) execute function appointment_trial();
