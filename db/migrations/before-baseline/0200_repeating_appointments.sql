-- Appointments that an artist entered together by a repeat rule. Each occurrence is a row of own_appointment.
create table own_series (
  id uuid primary key default gen_random_uuid(),
  provider_id uuid not null references provider on delete cascade,
  repeat_unit text not null check (repeat_unit in ('week', 'month')),
  repeat_every smallint not null check (repeat_every between 1 and 26),
  created_at timestamptz not null,
  unique (id, provider_id)
);
comment on table own_series is 'owner: bookings';
create index own_series_of_provider on own_series (provider_id);

alter table own_appointment
  add column series_id uuid,
  add constraint own_appointment_series foreign key (series_id, provider_id) references own_series (id, provider_id)
    on delete cascade;
create index own_appointment_of_series on own_appointment (series_id, starts_at) where series_id is not null;
