-- Companies that bring bookings: what they may see at most, and whom to write to.
create table partner (
  id uuid primary key default gen_random_uuid(),
  -- As it stands in the links that bring people.
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) between 2 and 40),
  name text not null check (length(name) between 2 and 80),
  email citext not null check (email ~ '^[^@\s]+@[^@\s]+\.[A-Za-z]{2,}$' and length(email) <= 254),
  note text not null default '' check (length(note) <= 1000),
  scopes text[] not null check (
    scopes <> '{}' and scopes <@ '{catalog:read,search:read,artists:read,bookings:read}'
  ),
  created_at timestamptz not null,
  ended_at timestamptz check (ended_at >= created_at)
);
comment on table partner is 'owner: accounts';

-- A key is an artist's or a partner's. One that is replaced stands for a while beside the new one.
alter table api_key
  alter column account_id drop not null,
  add column partner_id uuid references partner on delete cascade,
  add column a_minute int not null default 120 check (a_minute between 1 and 600),
  add column ends_at timestamptz check (ends_at > created_at),
  drop constraint api_key_scopes_check,
  add constraint api_key_of_one check (num_nonnulls(account_id, partner_id) = 1),
  add constraint api_key_scopes_check check (
    scopes <> '{}' and scopes <@ case when partner_id is null
      then '{bookings:read,calendar:read,calendar:write,requests:read,profile:read,earnings:read}'::text[]
      else '{catalog:read,search:read,artists:read,bookings:read}'::text[] end
  );
create index api_key_of_partner on api_key (partner_id, created_at desc) where partner_id is not null;

-- So is a webhook; a partner's is told of bookings alone.
alter table webhook
  alter column provider_id drop not null,
  add column partner_id uuid references partner on delete cascade,
  add constraint webhook_of_one check (num_nonnulls(provider_id, partner_id) = 1),
  add constraint webhook_of_bookings check (
    partner_id is null or events <@ '{booking.created,booking.changed,booking.cancelled,booking.completed}'
  ),
  add unique (partner_id, url);

-- Through whom a search came, and with it its booking.
alter table search add column partner_id uuid references partner;
create index search_of_partner on search (partner_id) where partner_id is not null;
alter table appointment add column partner_id uuid references partner;
create index appointment_of_partner on appointment (partner_id, booked_at desc, id desc) where partner_id is not null;

-- An edit came the same way as what it edits.
create function search_keeps_partner() returns trigger language plpgsql as $$
begin
  new.partner_id := coalesce((select partner_id from search where id = new.previous_search), new.partner_id);
  return new;
end $$;
create trigger search_keeps_partner before insert on search
  for each row when (new.previous_search is not null) execute function search_keeps_partner();

-- A booking came the way its search did, whatever whoever books says.
create function appointment_takes_partner() returns trigger language plpgsql as $$
begin
  new.partner_id := (select partner_id from search where id = new.search_id);
  return new;
end $$;
create trigger appointment_takes_partner before insert on appointment
  for each row execute function appointment_takes_partner();

create function partner_stands() returns trigger language plpgsql as $$
begin
  raise exception 'through whom a % came stands', tg_table_name using errcode = 'check_violation', constraint = 'partner_stands';
end $$;
create trigger search_partner_stands before update on search
  for each row when (new.partner_id is distinct from old.partner_id) execute function partner_stands();
create trigger appointment_partner_stands before update on appointment
  for each row when (new.partner_id is distinct from old.partner_id) execute function partner_stands();

-- A partner is told of bookings that came through it, in the same words as the artist.
drop function tell_webhooks(uuid, text, timestamptz, jsonb);
create function tell_webhooks(to_provider uuid, event text, happened timestamptz, what jsonb, to_partner uuid default null) returns void
language sql as $$
  insert into outbox (channel, kind, address, subject, body, message_id, next_at, created_at)
  select 'webhook', event, w.id::text, event,
    jsonb_build_object('type', event, 'timestamp', to_char(happened at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'data', what)::text,
    'evt_' || replace(gen_random_uuid()::text, '-', ''), happened, happened
  from webhook w
  where (w.provider_id = to_provider
      or w.partner_id = (select p.id from partner p where p.id = to_partner and p.ended_at is null))
    and w.paused is null and event = any (w.events)
$$;

create or replace function appointment_tells_webhooks() returns trigger language plpgsql as $$
declare
  event text := case
    when tg_op = 'INSERT' then 'booking.created'
    when new.state = 'cancelled' and old.state <> 'cancelled' then 'booking.cancelled'
    when new.state = 'completed' and old.state <> 'completed' then 'booking.completed'
    when (new.starts_at, new.ends_at, new.total_minor, new.names, new.mode)
      is distinct from (old.starts_at, old.ends_at, old.total_minor, old.names, old.mode) then 'booking.changed'
  end;
begin
  if event is null or not exists (
    select from webhook where provider_id = new.provider_id or (partner_id = new.partner_id and new.partner_id is not null)
  ) then return null; end if;
  perform tell_webhooks(new.provider_id, event,
    greatest(new.booked_at, new.changed_at, new.ended_at, new.completed_at),
    jsonb_build_object(
      'id', new.id, 'number', new.number, 'state', new.state, 'mode', new.mode, 'eventDate', new.event_date,
      'startsAt', to_char(new.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'endsAt', to_char(new.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'timeZone', new.tz, 'people', cardinality(new.names), 'total', new.total_minor / 100.0, 'currency', new.currency),
    new.partner_id);
  return null;
end $$;
