-- Forms on allergies and consent that operators have customers sign. What a form asks stands in its versions; a service has one form at most.
create table consent_form (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 2 and 60),
  made_at timestamptz not null,
  retired_at timestamptz check (retired_at >= made_at)
);
comment on table consent_form is 'owner: catalog';
create unique index consent_form_name on consent_form (lower(name)) where retired_at is null;

create table consent_form_version (
  id uuid primary key default gen_random_uuid(),
  form_id uuid not null references consent_form,
  number int not null check (number > 0),
  intro text not null check (length(intro) between 1 and 2000),
  questions jsonb not null check (jsonb_typeof(questions) = 'array' and jsonb_array_length(questions) between 1 and 30),
  published_at timestamptz not null,
  unique (form_id, number),
  unique (id, form_id)
);
comment on table consent_form_version is 'owner: catalog';

-- Somebody may have signed it: what they signed is what stands there.
create function consent_form_version_stays() returns trigger language plpgsql as $$
begin
  raise exception 'a version of a form that was published stays as it is' using errcode = 'integrity_constraint_violation';
end $$;
create trigger consent_form_version_stays before update or delete on consent_form_version for each row execute function consent_form_version_stays();

create table consent_form_service (
  service_id text primary key references service on delete cascade,
  form_id uuid not null references consent_form on delete cascade
);
comment on table consent_form_service is 'owner: catalog';
create index consent_form_service_of on consent_form_service (form_id);

-- What was signed for an appointment. Name and answers are sealed by a key of this row's own, which the site's key wraps: without
-- it they cannot be opened again, by anybody.
create table signed_form (
  appointment_id uuid not null references appointment on delete cascade,
  form_id uuid not null,
  version_id uuid not null,
  signed_at timestamptz not null,
  wrapped_key text,
  sealed text,
  erased_at timestamptz check (erased_at >= signed_at),
  primary key (appointment_id, form_id),
  foreign key (version_id, form_id) references consent_form_version (id, form_id),
  check ((wrapped_key is null) = (sealed is null) and (sealed is null) = (erased_at is not null))
);
comment on table signed_form is 'owner: bookings';
create index signed_form_version on signed_form (version_id, form_id);
