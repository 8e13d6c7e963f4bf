-- A note may stand on a booking as well.
alter table operator_note add column appointment_id uuid references appointment on delete cascade;
alter table operator_note drop constraint operator_note_check;
alter table operator_note add constraint note_stands_on_one check (num_nonnulls(account_id, provider_id, appointment_id) = 1);
create index operator_note_of_appointment on operator_note (appointment_id, written_at desc) where appointment_id is not null;
