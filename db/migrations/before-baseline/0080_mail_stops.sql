-- Addresses to which mail goes no more, or not of one group of notices. The address is kept as a hash: whom it belongs to is nobody's business once they have gone.
create table mail_stop (
  -- SHA-256 of the address in lower case.
  address_hash bytea not null check (length(address_hash) = 32),
  -- The group of notices; empty where it is said of all mail.
  topic text not null default '' check (length(topic) <= 20),
  -- By its reader; by a mail server that knows no such address; by a reader who called a mail of ours spam.
  reason text not null check (reason in ('unsubscribed', 'bounced', 'complained')),
  created_at timestamptz not null,
  check ((reason = 'unsubscribed') = (topic <> '')),
  primary key (address_hash, topic, reason)
);
comment on table mail_stop is 'owner: notifications';
