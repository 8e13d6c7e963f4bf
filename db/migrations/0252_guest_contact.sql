-- The address of a guest, if they want to see, correct or delete their answers later, and their consent to the use of
-- what they say about allergies: when, and to which version of its text. The previous release writes neither.
alter table guest
  add column email citext,
  add column allergies_consent_at timestamptz,
  add column allergies_consent_version text,
  add constraint guest_email_check check (email ~ '^[^@\s]+@[^@\s]+\.([A-Za-z]{2,}|xn--[A-Za-z0-9-]+)$'),
  add constraint guest_allergies_consent_check check ((allergies_consent_at is null) = (allergies_consent_version is null));
create index guest_email_idx on guest (email) where email is not null;
