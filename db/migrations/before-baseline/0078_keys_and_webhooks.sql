-- Keys by which other programs call in an artist's name; what opens something stands here as its hash.
create table api_key (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references account on delete cascade,
  name text not null check (length(name) between 1 and 80),
  key_hash bytea not null unique check (octet_length(key_hash) = 32),
  -- How it begins, by which its owner knows it again.
  begins text not null check (length(begins) between 8 and 12),
  scopes text[] not null check (
    scopes <> '{}'
    and scopes <@ '{bookings:read,calendar:read,calendar:write,requests:read,profile:read,earnings:read}'
  ),
  created_at timestamptz not null,
  last_used_at timestamptz,
  ended_at timestamptz
);
create index api_key_of_account on api_key (account_id, created_at desc);
comment on table api_key is 'owner: accounts';

-- Addresses of other programs that are told what happens to an artist. Their secrets are reckoned and stand nowhere.
create table webhook (
  id uuid primary key default gen_random_uuid(),
  provider_id uuid not null references provider on delete cascade,
  url text not null check (url ~ '^https?://' and length(url) <= 500),
  events text[] not null check (
    events <> '{}'
    and events <@ '{booking.created,booking.changed,booking.cancelled,booking.completed,request.created,review.created}'
  ),
  -- The secret is another one with each number.
  secret_no int not null default 1 check (secret_no > 0),
  paused text check (paused in ('by_owner', 'unanswered')),
  created_at timestamptz not null,
  unique (provider_id, url)
);
comment on table webhook is 'owner: notifications';

alter table outbox
  drop constraint outbox_channel_check,
  -- Of a webhook the address is its id.
  add constraint outbox_channel_check check (channel in ('mail', 'sms', 'push', 'webhook'));
create index outbox_of_webhook on outbox (address, created_at desc, id desc) where channel = 'webhook';

-- Written in the transaction of what they tell of, whichever way that came about.
create function tell_webhooks(to_provider uuid, event text, happened timestamptz, what jsonb) returns void
language sql as $$
  insert into outbox (channel, kind, address, subject, body, message_id, next_at, created_at)
  select 'webhook', event, w.id::text, event,
    jsonb_build_object('type', event, 'timestamp', to_char(happened at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'data', what)::text,
    'evt_' || replace(gen_random_uuid()::text, '-', ''), happened, happened
  from webhook w
  where w.provider_id = to_provider and w.paused is null and event = any (w.events)
$$;

create function appointment_tells_webhooks() returns trigger language plpgsql as $$
declare
  event text := case
    when tg_op = 'INSERT' then 'booking.created'
    when new.state = 'cancelled' and old.state <> 'cancelled' then 'booking.cancelled'
    when new.state = 'completed' and old.state <> 'completed' then 'booking.completed'
    when (new.starts_at, new.ends_at, new.total_minor, new.names, new.mode)
      is distinct from (old.starts_at, old.ends_at, old.total_minor, old.names, old.mode) then 'booking.changed'
  end;
begin
  if event is null or not exists (select from webhook where provider_id = new.provider_id) then return null; end if;
  perform tell_webhooks(new.provider_id, event,
    greatest(new.booked_at, new.changed_at, new.ended_at, new.completed_at),
    jsonb_build_object(
      'id', new.id, 'number', new.number, 'state', new.state, 'mode', new.mode, 'eventDate', new.event_date,
      'startsAt', to_char(new.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'endsAt', to_char(new.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'timeZone', new.tz, 'people', cardinality(new.names), 'total', new.total_minor / 100.0, 'currency', new.currency));
  return null;
end $$;
create trigger appointment_tells_webhooks after insert or update on appointment
  for each row execute function appointment_tells_webhooks();

create function request_tells_webhooks() returns trigger language plpgsql as $$
begin
  -- An artist is asked once the customer has proven the address.
  if new.state <> 'requested' or (tg_op = 'UPDATE' and old.state = 'requested')
    or not exists (select from webhook where provider_id = new.provider_id) then return null; end if;
  perform tell_webhooks(new.provider_id, 'request.created', coalesce(new.confirmed_at, new.created_at),
    jsonb_build_object('id', new.id, 'mode', new.mode, 'eventDate', new.event_date,
      'answerUntil', to_char(new.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')));
  return null;
end $$;
create trigger request_tells_webhooks after insert or update on request
  for each row execute function request_tells_webhooks();

create function review_tells_webhooks() returns trigger language plpgsql as $$
begin
  if not exists (select from webhook where provider_id = new.provider_id) then return null; end if;
  perform tell_webhooks(new.provider_id, 'review.created', new.created_at,
    jsonb_build_object('id', new.id, 'score', new.score, 'bookingId', new.appointment_id));
  return null;
end $$;
create trigger review_tells_webhooks after insert on review
  for each row execute function review_tells_webhooks();
