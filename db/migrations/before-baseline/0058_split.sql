-- A bill that a party shares: each pays their own part of what is due, and it is booked once all of it is covered.
alter table hold add column split boolean not null default false;

create table bill (
  hold_id uuid primary key references hold on delete cascade,
  -- What it has become; another one after a rescue.
  appointment_id uuid references appointment on delete cascade,
  -- Asked for; open once the booker's own part is reserved; covered, or let go with all that was reserved.
  state text not null default 'asked' check (state in ('asked', 'open', 'covered', 'let_go')),
  due_minor int not null check (due_minor > 0),
  -- Until when the others pay, and until when the booker may pay what they have not.
  shares_until timestamptz,
  rest_until timestamptz,
  rest_told_at timestamptz,
  created_at timestamptz not null default now(),
  opened_at timestamptz,
  ended_at timestamptz,
  check ((state in ('covered', 'let_go')) = (ended_at is not null)),
  check ((opened_at is null) = (shares_until is null) and (opened_at is null) = (rest_until is null)),
  check (state <> 'open' or opened_at is not null),
  check (appointment_id is null or state = 'covered'),
  check (rest_until >= shares_until)
);
create index bill_of_appointment on bill (appointment_id) where appointment_id is not null;
create index bill_due on bill (shares_until) where state = 'open';
comment on table bill is 'owner: bookings';

-- What one person of the party has to pay; a payment of kind share is for it.
create table bill_share (
  id uuid primary key default gen_random_uuid(),
  hold_id uuid not null references bill on delete cascade,
  -- Their place in the plan, and their name.
  person int not null check (person >= 1),
  name text not null default '' check (length(name) <= 60),
  -- Whoever books pays this one first.
  booker boolean not null default false,
  lines jsonb not null,
  total_minor int not null check (total_minor > 0),
  due_minor int not null check (due_minor > 0 and due_minor <= total_minor),
  fee_minor int not null check (fee_minor between 0 and due_minor),
  unique (hold_id, person)
);
create unique index bill_share_of_booker on bill_share (hold_id) where booker;
comment on table bill_share is 'owner: bookings';

alter table payment drop constraint payment_kind_check;
alter table payment add constraint payment_kind_check check (kind in ('deposit', 'balance', 'difference', 'tip', 'voucher', 'credit', 'share'));
