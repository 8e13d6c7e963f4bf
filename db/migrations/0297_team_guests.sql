-- A guest of a team has a row per artist they sit with. Rows with the same person_id are one person: one link opens them
-- all, and an answer is saved in each. Null outside teams. The previous release ignores it and shows a row by its link.
alter table guest
  add column person_id uuid,
  add constraint guest_person_id_appointment_id_key unique (person_id, appointment_id);
