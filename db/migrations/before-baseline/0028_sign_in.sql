-- Whoever types somebody else's address asks and books as that person's stand-in: an account of its own that nobody
-- signs in to, whose requests, bookings and payments become the person's once they have opened the link in a mail.
alter table account
  add column stands_in_for uuid references account on delete cascade,
  -- The browser that typed it, as the hash of its visitor cookie.
  add column stand_in_visitor bytea,
  add constraint stand_in_has_a_browser check ((stands_in_for is null) = (stand_in_visitor is null)),
  add constraint stand_in_has_no_way_in check (stands_in_for is null or (password_hash is null and email_verified_at is null)),
  drop constraint account_email_key;
create unique index account_email_key on account (email) where stands_in_for is null;
create unique index account_stand_in on account (stands_in_for, stand_in_visitor) where stands_in_for is not null;

-- The token of a session opens nothing without the cookie that the same sign-in set; sessions from before end.
alter table session
  add column secret_hash bytea,
  -- When its person last showed that it is them, and when by more than a password or a mail.
  add column proven_at timestamptz,
  add column strong_at timestamptz,
  add column network text not null default '';
update session set revoked_at = now() where revoked_at is null;
alter table sign_in
  add column network text not null default '',
  drop constraint sign_in_how_check,
  add constraint sign_in_how_check check (how in ('password', 'register', 'magic_link', 'provider_link', 'code', 'reset', 'login_as', 'passkey'));
alter table one_time_token
  drop constraint one_time_token_purpose_check,
  add constraint one_time_token_purpose_check check (purpose in ('verify_email', 'change_email', 'magic_link', 'provider_link', 'password_reset', 'login_as', 'delete_account', 'confirm_request', 'step_up'));

-- Wrong passwords and codes in a row for an address, known or not, by its hash: after some the next must wait, longer each time.
create table sign_in_brake (
  subject bytea primary key,
  failures int not null,
  last_at timestamptz not null,
  waits_until timestamptz
);
comment on table sign_in_brake is 'owner: accounts';

-- A browser in which somebody has signed in, by the hash of a cookie: no brake holds it back, and its sign-ins are no news.
create table known_device (
  account_id uuid not null references account on delete cascade,
  device_hash bytea not null,
  seen_at timestamptz not null,
  primary key (account_id, device_hash)
);
comment on table known_device is 'owner: accounts';
