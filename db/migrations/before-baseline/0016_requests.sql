-- What a customer has asked one provider for one event. An edited search is the same event: asked again, it is a new version of the request.
create table request (
  id uuid primary key default gen_random_uuid(),
  -- The first search of the chain of edits.
  event_key text not null references search,
  search_id text not null references search,
  provider_id uuid not null references provider,
  account_id uuid not null references account,
  mode text not null check (mode in ('mobile', 'studio')),
  version int not null default 1 check (version > 0),
  replaces uuid references request,
  state text not null check (state in ('unconfirmed', 'requested', 'offered', 'declined', 'expired', 'withdrawn')),
  -- It waits for an answer, or its offer stands.
  open boolean not null default true check (case state when 'unconfirmed' then open when 'requested' then open when 'offered' then true else not open end),
  -- The price as it was when asked.
  quote_id uuid not null references quote,
  event_date date not null,
  created_at timestamptz not null default now(),
  -- When it was put before the provider.
  confirmed_at timestamptz check (case state when 'unconfirmed' then confirmed_at is null when 'requested' then confirmed_at is not null when 'offered' then confirmed_at is not null when 'declined' then confirmed_at is not null else true end),
  ends_at timestamptz not null,
  half_told_at timestamptz,
  answered_at timestamptz,
  -- One of the reasons of the form, if the provider gave one, and the note beside it.
  reason text not null default '' check (length(reason) <= 60),
  note text not null default '' check (length(note) <= 1000),
  unique (event_key, provider_id, version),
  check (ends_at > created_at)
);
-- Never a second live request to one provider for one event.
create unique index request_one_live on request (event_key, provider_id) where open;
create index request_of_provider on request (provider_id, state, ends_at);
create index request_of_search on request (search_id);
create index request_of_account on request (account_id, created_at desc);
create index request_due on request (ends_at) where state in ('unconfirmed', 'requested');

-- One answer to a request: a price and a plan that stand for a while. A new version replaces the one before.
create table offer (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null references request on delete cascade,
  version int not null check (version > 0),
  quote_id uuid not null references quote,
  state text not null default 'offered' check (state in ('offered', 'accepted', 'declined', 'expired', 'withdrawn', 'superseded')),
  kind text not null check (kind in ('asPriced', 'changed', 'otherTime')),
  -- Why the price differs; the customer sees it.
  reason text not null default '' check (length(reason) <= 500 and (kind <> 'changed' or reason <> '')),
  note text not null default '' check (length(note) <= 1000),
  -- The whole time that it needs, buffer included; null where no time is known yet.
  during tstzrange check (during is null or not isempty(during)),
  created_at timestamptz not null default now(),
  ends_at timestamptz not null,
  half_told_at timestamptz,
  ended_at timestamptz check ((ended_at is null) = (state = 'offered')),
  unique (request_id, version),
  check (ends_at > created_at)
);
create unique index offer_one_standing on offer (request_id) where state = 'offered';
create unique index offer_one_accepted on offer (request_id) where state = 'accepted';
create index offer_due on offer (ends_at) where state = 'offered';

-- What a card says of the customer's own act: which way, for how much and until when.
alter table quote_act drop constraint quote_act_state_check;
alter table quote_act
  add constraint quote_act_state_check check (state in ('unconfirmed', 'requested', 'offered', 'booked', 'cancelled')),
  add column mode text check (mode in ('mobile', 'studio')),
  add column quote_id uuid references quote,
  add column total_minor int check (total_minor >= 0),
  add column deposit_minor int check (deposit_minor between 0 and total_minor),
  add column until timestamptz,
  -- Offered for another time than was asked: whether the asked one fits says nothing then.
  add column other_time boolean not null default false;

-- Whoever has the quotes page of a search open hears of what is done on it.
create function search_changed() returns trigger language plpgsql as $$
begin
  if not bulk_loading() then perform pg_notify('search_changed', coalesce(new.search_id, old.search_id)); end if;
  return null;
end $$;
create trigger quote_act_changed after insert or update or delete on quote_act for each row execute function search_changed();

-- A mailed link that confirms a request.
alter table one_time_token drop constraint one_time_token_purpose_check;
alter table one_time_token add constraint one_time_token_purpose_check check (purpose in
  ('verify_email', 'change_email', 'magic_link', 'provider_link', 'password_reset', 'login_as', 'delete_account', 'confirm_request'));

-- What was searched around a square for a day, and how much of it found nobody.
create table demand_day (
  cell int not null,
  event_date date not null,
  category_id int not null references category,
  searches int not null check (searches >= 0),
  people int not null check (people >= 0),
  -- Who could come, and who of them is booked, as the newest search there found it.
  reaching int not null check (reaching >= 0),
  booked int not null check (booked between 0 and reaching),
  -- Searches that found nobody who fits, and requests that nobody answered.
  without_artist int not null check (without_artist between 0 and searches),
  unanswered int not null check (unanswered >= 0),
  place text not null,
  country_code text not null references market,
  lat double precision not null,
  lng double precision not null,
  refreshed_at timestamptz not null,
  primary key (cell, event_date, category_id)
);
create index demand_day_of_date on demand_day (event_date);

-- Whoever waits for a freed time has their turn alone; the next is told when it has passed.
create table freed_turn (
  id bigint generated by default as identity primary key,
  alert_id bigint not null references freed_alert on delete cascade,
  provider_id uuid not null references provider on delete cascade,
  event_date date not null,
  started_at timestamptz not null,
  ends_at timestamptz not null,
  unique (alert_id, provider_id),
  check (ends_at > started_at),
  constraint freed_turn_one_at_a_time exclude using gist (provider_id with =, event_date with =, tstzrange(started_at, ends_at) with &&)
);
