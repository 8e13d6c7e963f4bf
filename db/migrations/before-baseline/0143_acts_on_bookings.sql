-- What the team did with a booking, in words that both of its sides read: nobody has to ask what has changed, and why.
create table booking_act (
  id uuid primary key default gen_random_uuid(),
  appointment_id uuid not null references appointment on delete cascade,
  kind text not null check (kind in ('goodwill', 'moved', 'changed', 'swapped')),
  -- What its words are filled with: times, sums, artists by their ids.
  said jsonb not null,
  -- Empty once the customer has gone.
  reason text not null check (length(reason) <= 500),
  acted_by uuid references account on delete set null,
  at timestamptz not null
);
create index booking_act_of on booking_act (appointment_id, at);
create index booking_act_by on booking_act (acted_by) where acted_by is not null;
comment on table booking_act is 'owner: bookings';
