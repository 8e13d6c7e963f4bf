-- Services that are often booked for people under 18. A booking with one needs the consent of a parent or guardian.
alter table service add column is_for_minors boolean not null default false;
update service set is_for_minors = true where id in ('teen-makeup', 'face-painting', 'childrens-hair', 'childrens-polish');

-- When the booker confirmed the consent of a parent or guardian. Null for parties that have no such service, and for
-- older bookings.
alter table hold add column guardian_confirmed_at timestamptz;
alter table appointment add column guardian_confirmed_at timestamptz;
