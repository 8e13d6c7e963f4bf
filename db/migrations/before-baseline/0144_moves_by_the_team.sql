-- The team moves and changes bookings as well: where something is due first, its proposal waits for the customer alone.
alter table appointment_move drop constraint appointment_move_by_check;
alter table appointment_move add constraint appointment_move_by_check check (by in ('customer', 'provider', 'operator'));
alter table appointment_move add constraint team_has_agreed check (by <> 'operator' or state <> 'proposed' or agreed_at is not null);
