-- A booking whose people or services change is a move of another kind: who is made up, by what part of the freed price comes back.
alter table appointment
  -- Who is made up, where that has changed since it was searched for: looks with their services, as a search keeps them.
  add column people jsonb;
alter table appointment_move
  add column people jsonb,
  -- The people by name, in the order of its plan.
  add column names text[],
  -- Of what is paid too much, what comes back in per cent; null for a move in time.
  add column share smallint check (share in (0, 50, 100)),
  add constraint change_of_party_is_whole check ((people is null) = (share is null) and (people is null) = (names is null));
