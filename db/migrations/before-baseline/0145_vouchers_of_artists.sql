-- An artist may have gift vouchers sold that are for bookings with them alone.
alter table provider add column sells_vouchers boolean not null default false;
-- Since when they take no bookings by their own choice.
alter table provider add column paused_at timestamptz;

-- Whom a voucher is for; and from when on anybody can be booked with it, because they can be booked no more.
alter table voucher add column provider_id uuid references provider;
alter table voucher add column freed_at timestamptz;
alter table voucher add constraint voucher_freed_of_somebody check (freed_at is null or provider_id is not null);
create index voucher_of_provider on voucher (provider_id, number desc) where provider_id is not null;
create index voucher_to_free on voucher (provider_id) where provider_id is not null and freed_at is null and state <> 'open';

-- Whom it is for is said when it is bought, and once it is free it stays so.
create function voucher_stays_whose() returns trigger language plpgsql as $$
begin
  if new.provider_id is distinct from old.provider_id or (old.freed_at is not null and new.freed_at is distinct from old.freed_at) then
    raise exception 'whom a voucher is for does not change' using errcode = '23514', constraint = 'voucher_stays_whose';
  end if;
  return new;
end $$;
create trigger voucher_stays_whose before update of provider_id, freed_at on voucher
  for each row execute function voucher_stays_whose();

-- What is for one artist pays for nobody else. What has paid goes along where somebody comes in their place.
create function credit_spend_of_artist() returns trigger language plpgsql as $$
declare
  artist uuid;
  booked uuid;
begin
  select provider_id into artist from voucher where id = new.voucher_id and freed_at is null;
  if artist is null then return new; end if;
  select coalesce((select provider_id from appointment where id = new.for_ref), (select provider_id from hold where id = new.for_ref)) into booked;
  if booked = artist then return new; end if;
  if tg_op = 'UPDATE' and old.state = 'spent' and new.state = 'spent' and new.voucher_id = old.voucher_id and exists (
    select from appointment made join appointment was on was.id = made.rescued_from
    where made.id = new.for_ref and old.for_ref in (was.id, was.hold_id)) then return new; end if;
  raise exception 'a voucher for one artist does not pay for another' using errcode = '23514', constraint = 'credit_spend_of_artist';
end $$;
create trigger credit_spend_of_artist before insert or update of voucher_id, for_ref on credit_spend
  for each row execute function credit_spend_of_artist();
