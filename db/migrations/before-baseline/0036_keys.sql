-- Keys that open something stand here as hashes: whoever reads the database opens nothing with what they have read.
-- New ones are reckoned from what they open, under the site's signing key, and stand nowhere; these are of links that
-- went out before. Their old columns are emptied and stay until the next migration takes them away: processes of the
-- version before run beside this one while they are exchanged, and name them.
alter table appointment
  add column share_key_hash bytea unique,
  -- Whoever has the link of its run sheet reads nothing more.
  add column share_ended boolean not null default false,
  alter column share_key drop not null;
update appointment set share_key_hash = sha256(convert_to(share_key, 'UTF8')), share_key = null;

alter table calendar_key
  add column key_hash bytea unique,
  -- When its calendar was last read, or its address shown: one that nobody reads for half a year ends.
  add column seen_at timestamptz not null default now(),
  alter column key drop not null;
update calendar_key set key_hash = sha256(convert_to(key, 'UTF8')), key = null;

alter table freed_alert
  add column off_key_hash bytea unique,
  alter column off_key drop not null,
  alter column off_key drop default;
update freed_alert set off_key_hash = sha256(convert_to(off_key, 'UTF8')), off_key = null;

alter table short_link
  add column code_hash bytea unique,
  drop constraint short_link_pkey,
  alter column code drop not null;
update short_link set code_hash = sha256(convert_to(code, 'UTF8')), code = null;
