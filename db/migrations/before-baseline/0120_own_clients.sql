-- Clients whom an artist had before, or has elsewhere, and what is agreed with them. Nobody but the artist reads these.
create table own_client (
  id uuid primary key default gen_random_uuid(),
  provider_id uuid not null references provider on delete cascade,
  name text not null check (length(name) between 1 and 100),
  email text not null default '' check (length(email) <= 254),
  phone text not null default '' check (length(phone) <= 40),
  note text not null default '' check (length(note) <= 4000),
  allergies text not null default '' check (length(allergies) <= 1000),
  -- What they like best.
  look text not null default '' check (length(look) <= 1000),
  created_at timestamptz not null,
  -- What belongs to a client belongs to the same artist.
  unique (id, provider_id)
);
create index own_client_of_provider on own_client (provider_id, lower(name));
comment on table own_client is 'owner: bookings';

create table own_appointment (
  id uuid primary key default gen_random_uuid(),
  provider_id uuid not null,
  client_id uuid not null,
  event_date date not null,
  tz text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  services text not null default '' check (length(services) <= 500),
  place text not null default '' check (length(place) <= 200),
  -- Null where nobody knows: then no way is counted.
  lat double precision check (lat between -90 and 90),
  lng double precision check (lng between -180 and 180),
  price_minor int check (price_minor >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  note text not null default '' check (length(note) <= 4000),
  -- What the client said to the link that they were sent.
  answered_at timestamptz,
  cancelled_at timestamptz,
  -- What names the row of a file from which it came, so that the same file makes nothing twice.
  source_key bytea check (length(source_key) = 32),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  sequence int not null default 0 check (sequence >= 0),
  foreign key (client_id, provider_id) references own_client (id, provider_id) on delete cascade,
  check (ends_at > starts_at and ends_at <= starts_at + interval '24 hours'),
  check ((lat is null) = (lng is null))
);
create index own_appointment_of_provider on own_appointment (provider_id, starts_at);
create index own_appointment_of_client on own_appointment (client_id, provider_id);
create unique index own_appointment_of_source on own_appointment (provider_id, source_key) where source_key is not null;
comment on table own_appointment is 'owner: bookings';

-- In the diary it is an appointment as any other: the same constraint keeps others out, the same search finds nobody free. It
-- goes with what it stands for.
alter table busy add column own_id uuid references own_appointment on delete cascade;
alter table busy add constraint own_is_an_appointment check (own_id is null or (kind = 'appointment' and ref = own_id)) not valid;
create unique index busy_of_own on busy (own_id) where own_id is not null;

-- What an artist keeps about somebody who booked here, beside the note.
alter table client_note
  add column allergies text not null default '' check (length(allergies) <= 1000),
  add column look text not null default '' check (length(look) <= 1000);
