-- What a customer gives on top once the work is done: all of it the artist's. One for an appointment; until it is paid the amount may change.
create table tip (
  id uuid primary key default gen_random_uuid(),
  appointment_id uuid not null unique references appointment on delete cascade,
  amount_minor int not null check (amount_minor > 0),
  created_at timestamptz not null default now(),
  paid_at timestamptz
);
comment on table tip is 'owner: bookings';

alter table payment drop constraint payment_kind_check;
alter table payment add constraint payment_kind_check check (kind in ('deposit', 'balance', 'difference', 'tip'));
-- Nothing of a tip is the platform's.
alter table payment add constraint tip_has_no_fee check (kind <> 'tip' or fee_minor = 0);
