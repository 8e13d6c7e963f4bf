-- What is checked of artists in a market: whether it has to be there for the badge, is wanted, or is not looked at; for how
-- long it holds, and what it proves. Operators set it.
create table market_check (
  country_code text not null references market,
  kind text not null check (kind in ('identity', 'insurance', 'background', 'qualification', 'hygiene')),
  label text not null check (length(label) between 1 and 60),
  asked text not null check (asked in ('required', 'wanted', 'off')),
  -- Null where it does not run out by itself; a day on the document itself counts in any case.
  holds_months int check (holds_months between 1 and 120),
  proves text not null check (length(proves) between 1 and 300),
  primary key (country_code, kind),
  -- 'Identity verified' says so: there is no badge without it.
  check (kind <> 'identity' or asked = 'required')
);
comment on table market_check is 'owner: catalog';
create trigger market_check_told after insert or update or delete on market_check for each statement execute function tell_all_pages();

-- What an artist has shown that it is so, and what a person has said to it. Whether it still holds, the day says.
create table artist_document (
  id uuid primary key default gen_random_uuid(),
  provider_id uuid not null references provider on delete cascade,
  kind text not null check (kind in ('identity', 'insurance', 'background', 'qualification', 'hygiene')),
  -- As it stands on the document.
  holder text not null default '' check (length(holder) <= 100),
  number text not null default '' check (length(number) <= 80),
  issuer text not null default '' check (length(issuer) <= 120),
  expires_on date,
  state text not null default 'pending' check (state in ('pending', 'accepted', 'refused')),
  sent_at timestamptz not null,
  -- Whoever refused it before may not decide it again after an appeal.
  not_by uuid references account,
  -- Two have to say yes where something speaks against one.
  second_look boolean not null default false,
  first_approval_by uuid references account,
  first_approval_at timestamptz,
  decided_by uuid references account,
  decided_at timestamptz,
  -- The last day on which it holds; null where it does not run out.
  valid_until date,
  refusal text check (refusal in ('unreadable', 'expired', 'wrong_document', 'name', 'incomplete', 'withdrawn', 'other')),
  note text not null default '' check (length(note) <= 500),
  purge_at timestamptz,
  check ((state = 'pending') = (decided_at is null)),
  check ((state = 'refused') = (refusal is not null)),
  check (valid_until is null or state = 'accepted'),
  check ((first_approval_by is null) = (first_approval_at is null)),
  check (state <> 'accepted' or not second_look or first_approval_by is not null),
  -- Nobody is two people.
  check (state <> 'accepted' or first_approval_by is null or first_approval_by <> decided_by),
  check (not_by is null or decided_by is null or not_by <> decided_by)
);
comment on table artist_document is 'owner: providers';
create unique index artist_document_pending on artist_document (provider_id, kind) where state = 'pending';
create index artist_document_of_provider on artist_document (provider_id, kind, valid_until) where state = 'accepted';
create index artist_document_sent on artist_document (provider_id, sent_at desc);
create index artist_document_waiting on artist_document (sent_at, id) where state = 'pending';
create index artist_document_decided on artist_document (decided_at desc, id desc) where decided_at is not null;
create index artist_document_ends on artist_document (valid_until) where valid_until is not null;
create index artist_document_purge on artist_document (purge_at) where purge_at is not null;
create index artist_document_not_by on artist_document (not_by) where not_by is not null;
create index artist_document_first_by on artist_document (first_approval_by) where first_approval_by is not null;
create index artist_document_decided_by on artist_document (decided_by) where decided_by is not null;

-- Its pictures: encrypted files, seen by the artist and by operators who check.
create table artist_document_file (
  id uuid primary key default gen_random_uuid(),
  document_id uuid not null references artist_document on delete cascade,
  position int not null check (position between 0 and 2),
  file text not null,
  -- Of what was sent, so that the same picture is known again.
  digest bytea not null check (length(digest) = 32),
  unique (document_id, position)
);
comment on table artist_document_file is 'owner: providers';
create index artist_document_file_digest on artist_document_file (digest);

-- The pictures of signing up are known again as well; those from before are not.
alter table identity_picture add column digest bytea check (length(digest) = 32);
create index identity_picture_digest on identity_picture (digest) where digest is not null;

-- A round that an appeal has opened anew is for somebody else than who turned the profile down.
alter table verification add column not_by uuid references account on delete set null;
create index verification_not_by on verification (not_by) where not_by is not null;
alter table verification add constraint approved_by_two_people
  check (decision is distinct from 'approved' or first_approval_by is null or decided_by is null or first_approval_by <> decided_by) not valid;
alter table verification add constraint not_by_them_again check (not_by is null or decided_by is null or not_by <> decided_by);

-- What an artist says against a decision, and what another person answers.
create table appeal (
  id uuid primary key default gen_random_uuid(),
  provider_id uuid not null references provider on delete cascade,
  kind text not null check (kind in ('document', 'verification', 'suspension')),
  document_id uuid references artist_document on delete cascade,
  round_id bigint references verification on delete cascade,
  -- When what it is against was decided, and by whom: each decision is appealed against once.
  decision_at timestamptz not null,
  against uuid references account,
  -- Why it was decided so, as the artist was told.
  reason text not null default '',
  words text not null check (length(words) <= 4000),
  sent_at timestamptz not null,
  upheld boolean,
  answer text not null default '' check (length(answer) <= 1000),
  decided_by uuid references account,
  decided_at timestamptz,
  purge_at timestamptz,
  check ((kind = 'document') = (document_id is not null)),
  check ((kind = 'verification') = (round_id is not null)),
  check ((upheld is null) = (decided_at is null) and (upheld is null) = (decided_by is null)),
  check (against is null or decided_by is null or against <> decided_by)
);
comment on table appeal is 'owner: signup';
create unique index appeal_open on appeal (provider_id) where upheld is null;
create unique index appeal_once on appeal (provider_id, kind, decision_at);
create index appeal_of_provider on appeal (provider_id, sent_at desc);
create index appeal_waiting on appeal (sent_at, id) where upheld is null;
create index appeal_decided on appeal (decided_at desc, id desc) where decided_at is not null;
create index appeal_purge on appeal (purge_at) where purge_at is not null;
create index appeal_of_document on appeal (document_id) where document_id is not null;
create index appeal_of_round on appeal (round_id) where round_id is not null;
create index appeal_against on appeal (against) where against is not null;
create index appeal_decided_by on appeal (decided_by) where decided_by is not null;

create table appeal_file (
  id uuid primary key default gen_random_uuid(),
  appeal_id uuid not null references appeal on delete cascade,
  position int not null check (position between 0 and 2),
  file text not null,
  unique (appeal_id, position)
);
comment on table appeal_file is 'owner: signup';

-- Whoever was approved until now was so by a person who had looked at selfie and document.
insert into artist_document (provider_id, kind, holder, issuer, state, sent_at, decided_by, decided_at)
  select p.id, 'identity', p.name, '', 'accepted', coalesce(v.submitted_at, p.approved_at), v.decided_by, coalesce(v.decided_at, p.approved_at)
  from provider p
  left join lateral (select submitted_at, decided_by, decided_at from verification where provider_id = p.id and decision = 'approved' order by round desc limit 1) v on true
  where (p.account_id is not null or p.sample) and coalesce(v.decided_at, p.approved_at) is not null;

-- A card, and a page, say whether the badge stands. Documents that wait or were refused change nothing of that.
create function artist_document_shown() returns trigger language plpgsql as $$
declare changed shown_artist[]; nos int[]; shown uuid[];
begin
  if bulk_loading() then perform pg_notify('pages_changed', '{"all":true}'); return null; end if;
  if tg_op = 'INSERT' then
    shown := array(select provider_id from after where state = 'accepted');
  elsif tg_op = 'DELETE' then
    shown := array(select provider_id from before where state = 'accepted');
  else
    shown := array(select provider_id from before where state = 'accepted' union select provider_id from after where state = 'accepted');
  end if;
  if shown = '{}' then return null; end if;
  nos := array(select no from provider where id = any(shown));
  perform cards_anew(nos);
  changed := array(select row(p.slug, p.state, p.country_code, p.city, p.lat, p.lng, p.mobile, p.studio, p.travel_radius_m)::shown_artist from provider p where p.id = any(shown));
  if changed <> '{}' then perform tell_of_artists('face', changed); end if;
  return null;
end $$;
create trigger artist_document_shown_in after insert on artist_document referencing new table as after for each statement execute function artist_document_shown();
create trigger artist_document_shown after update on artist_document referencing old table as before new table as after for each statement execute function artist_document_shown();
create trigger artist_document_shown_out after delete on artist_document referencing old table as before for each statement execute function artist_document_shown();

-- Who looked at a document of an artist, or at what they appeal with, stands in the log of reads.
alter table access_log drop constraint access_log_what_check;
alter table access_log add constraint access_log_what_check check (what in ('person', 'people', 'booking', 'bookings', 'payment', 'payments', 'voucher', 'vouchers', 'identity', 'conversation', 'notice', 'notices', 'export', 'access_log', 'acting', 'document', 'appeal')) not valid;
