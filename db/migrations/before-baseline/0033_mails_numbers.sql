-- What was too much for one address is kept and not sent, and counted by address and kind.
alter table outbox drop constraint outbox_state_check;
alter table outbox add constraint outbox_state_check
  check (state in ('waiting', 'sent', 'failed', 'given_up', 'switched_off', 'held_back'));
create index outbox_to on outbox (lower(address), kind, created_at desc) where channel = 'mail';

-- An address has said once, by a link, that it wants what anybody can have sent to it.
create table mail_confirmation (
  email citext not null,
  topic text not null check (topic in ('quotes', 'alert', 'place')),
  -- Of the key in the mail; null where a proven account has asked for its own address.
  key_hash bytea unique,
  asked_at timestamptz not null default now(),
  confirmed_at timestamptz,
  -- The notice that leaves once the address is confirmed.
  waiting jsonb,
  primary key (email, topic)
);
-- Whoever waits already has asked by the rules of then.
insert into mail_confirmation (email, topic, confirmed_at) select distinct email, 'alert', now() from freed_alert;
insert into mail_confirmation (email, topic, confirmed_at) select distinct email, 'place', now() from place_wait;

-- A number that an account names, and whether a code sent to it has come back.
create table number_proof (
  account_id uuid not null references account on delete cascade,
  mobile text not null,
  -- Of the code that was sent last; null once it has come back.
  code_hash bytea,
  sent_at timestamptz not null default now(),
  tries int not null default 0,
  proven_at timestamptz,
  primary key (account_id, mobile)
);

comment on table mail_confirmation is 'owner: notifications';
comment on table number_proof is 'owner: accounts';
create index outbox_texts on outbox (created_at) where channel = 'sms';
