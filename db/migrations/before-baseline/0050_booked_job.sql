-- What follows from a booking that stands and need not stand with it: the conversation, the mails of both, the page of
-- quotes, open pages. Written by the transaction that books, done in batches after it, and gone once it is done.
create table booked_job (
  appointment_id uuid primary key references appointment on delete cascade,
  next_at timestamptz not null,
  attempts int not null default 0
);
create index booked_job_due on booked_job (next_at);
comment on table booked_job is 'owner: bookings';
