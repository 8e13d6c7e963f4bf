-- The guest list of a booking: a link of its own for each person of the party, and what they say by it.
create table guest (
  id uuid primary key default gen_random_uuid(),
  appointment_id uuid not null references appointment on delete cascade,
  -- Where they stand on the list; no list is longer than a party can be.
  no smallint not null check (no between 1 and 20),
  -- Their place in the plan; null for somebody who is not of the party yet.
  person smallint check (person between 1 and 20),
  name text not null default '' check (length(name) <= 60),
  -- The key of their link is reckoned from this under the site's signing key, and stands nowhere; null where it was taken back.
  link_id uuid unique,
  -- What they would like to have done; null where it is as it stands.
  services text[] check (cardinality(services) between 1 and 20),
  -- The same as they read it when they chose.
  labels text[],
  look text not null default '' check (length(look) <= 500),
  allergies text not null default '' check (length(allergies) <= 1000),
  answered_at timestamptz,
  -- Whoever booked has said no to what they would like.
  declined_at timestamptz,
  -- Theirs of the bill that the party shares.
  share_id uuid unique references bill_share on delete set null,
  created_at timestamptz not null,
  unique (appointment_id, no),
  -- Places change hands in one statement.
  unique (appointment_id, person) deferrable,
  check (answered_at is not null or (services is null and look = '' and allergies = '')),
  check ((services is null) = (labels is null) and cardinality(services) = cardinality(labels)),
  check (declined_at is null or services is not null)
);
comment on table guest is 'owner: bookings';

-- Who comes where when a party changes: the place of each before, 0 for nobody of it, and the guest who takes a new one.
alter table appointment_move
  add column was smallint[],
  add column guests uuid[],
  add constraint places_of_a_change_are_whole check ((was is null) = (guests is null) and (was is null or people is not null)),
  add constraint a_place_for_each check (cardinality(was) = cardinality(guests) and cardinality(was) = cardinality(names));
