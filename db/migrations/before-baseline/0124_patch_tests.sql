-- How long a patch test for a service takes: what operators say of it everywhere, and what an artist says of theirs. Where neither says so, none is needed.
alter table service add column patch_test_minutes int check (patch_test_minutes between 5 and 120);
alter table provider_service add column patch_test_minutes int check (patch_test_minutes between 5 and 120);

-- A patch test before a booking: a time of its own in the artist's diary. Done once, it holds for the same person, artist and services for six months.
create table patch_test (
  id uuid primary key default gen_random_uuid(),
  appointment_id uuid not null references appointment on delete cascade,
  provider_id uuid not null references provider on delete cascade,
  account_id uuid references account on delete set null,
  services text[] not null check (cardinality(services) between 1 and 60),
  state text not null check (state in ('booked', 'done', 'missed', 'cancelled')),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  event_date date not null,
  booked_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'booked') = (ended_at is null)),
  -- Nothing is done, or missed, before it begins.
  check (state not in ('done', 'missed') or ended_at >= starts_at)
);
comment on table patch_test is 'owner: bookings';
create unique index patch_test_booked on patch_test (appointment_id) where state = 'booked';
create index patch_test_of on patch_test (appointment_id, booked_at desc);
create index patch_test_done on patch_test (account_id, provider_id, starts_at) where state = 'done';
create index patch_test_of_account on patch_test (account_id);
create index patch_test_of_provider on patch_test (provider_id, event_date);
create index patch_test_ahead on patch_test (starts_at) where state = 'booked';

-- What is booked stands 48 hours to six months before a booking that stands itself, with the same artist: whatever moves or ends that lets the test go in the same transaction.
create function patch_test_in_span(of_appointment uuid) returns void language plpgsql as $$
begin
  if exists (select from patch_test t join appointment a on a.id = t.appointment_id where t.appointment_id = of_appointment and t.state = 'booked'
      and (a.state = 'cancelled' or a.provider_id <> t.provider_id or t.ends_at > a.starts_at - interval '48 hours' or t.starts_at at time zone 'UTC' < a.starts_at at time zone 'UTC' - interval '6 months')) then
    raise exception 'a patch test stands 48 hours to six months before its booking' using errcode = 'check_violation', constraint = 'patch_test_in_span';
  end if;
end $$;
create function patch_test_spanned() returns trigger language plpgsql as $$
begin
  perform patch_test_in_span(new.appointment_id);
  return null;
end $$;
create function appointment_patch_test() returns trigger language plpgsql as $$
begin
  perform patch_test_in_span(new.id);
  return null;
end $$;
create constraint trigger patch_test_spanned after insert or update on patch_test deferrable initially deferred
  for each row when (new.state = 'booked') execute function patch_test_spanned();
create constraint trigger appointment_patch_test after update of starts_at, state on appointment deferrable initially deferred
  for each row when (old.starts_at is distinct from new.starts_at or (new.state = 'cancelled' and old.state <> 'cancelled')) execute function appointment_patch_test();
