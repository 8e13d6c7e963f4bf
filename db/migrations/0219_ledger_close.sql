-- Closed months of the ledger. Nothing can be posted into them: a later correction has the date of its posting, and
-- `dated_at` is the day that it is about.
create table ledger_close (
  currency text not null,
  month date not null,
  closed_at timestamptz not null default now(),
  closed_by uuid references account(id) on delete set null,
  balances jsonb not null,
  constraint ledger_close_pkey primary key (currency, month),
  constraint ledger_close_currency_check check (currency ~ '^[A-Z]{3}$'),
  constraint ledger_close_month_check check (month = date_trunc('month', month::timestamp)::date),
  constraint ledger_close_balances_check check (jsonb_typeof(balances) = 'object')
);
comment on table ledger_close is 'owner: payments';
alter table ledger_movement add column dated_at timestamptz;

create function reject_closed_month() returns trigger language plpgsql as $$
begin
  if exists (
    select from posted join ledger_movement m on m.id = posted.movement_id
    join ledger_close c on c.currency = posted.currency
    where m.at < (c.month + interval '1 month') at time zone 'UTC'
  ) then
    raise exception 'the month is closed' using errcode = 'restrict_violation', constraint = 'ledger_month_closed';
  end if;
  return null;
end $$;
create trigger ledger_entry_reject_closed_month after insert on ledger_entry referencing new table as posted
  for each statement execute function reject_closed_month();
create trigger ledger_close_reject_change before delete or update of currency, month, closed_at, balances on ledger_close
  for each row execute function reject_ledger_change();
