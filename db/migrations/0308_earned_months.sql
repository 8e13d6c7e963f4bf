-- What an artist with many bookings earned in months that are over, by category, so that earnings and insights read only
-- the ledger of the current month. A job writes them; a movement that is posted into the past deletes them again.
create table earned_month (
  provider_id uuid not null,
  currency text not null,
  month text not null,
  tz text not null,
  categories jsonb not null,
  constraint earned_month_pkey primary key (provider_id, currency, month),
  constraint earned_month_provider_id_fkey foreign key (provider_id) references provider (id) on delete cascade,
  constraint earned_month_month_check check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  constraint earned_month_categories_check check (jsonb_typeof(categories) = 'array')
);
comment on table earned_month is 'owner: payments';

create function delete_earned_months() returns trigger language plpgsql as $$
begin
  delete from earned_month where provider_id = new.provider_id;
  return null;
end $$;
create trigger ledger_movement_delete_earned_months after insert on ledger_movement for each row
  when (new.at < now() - interval '1 day') execute function delete_earned_months();
