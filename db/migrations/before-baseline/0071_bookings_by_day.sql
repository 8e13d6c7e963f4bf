-- Whoever looks after the market sees bookings by the day of their event.
create index appointment_by_day on appointment (event_date, starts_at, id);
