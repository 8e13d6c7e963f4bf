-- Whoever works on something with the payment service holds it by a claim, and writes back only while it is theirs.
-- What moves money goes out under one key; it gets another only after the service has said from memory that the one
-- before will never be done.
alter table payment add column claim uuid, add column charge_id text;
alter table refund
  add column claim uuid,
  add column key_no int not null default 0 check (key_no >= 0),
  -- When the service first failed at it in a way that it keeps by the key.
  add column faulted_at timestamptz;

-- Queued: still ours. Sent: with the artist's account at the service, on its way to their bank. Paid: the bank has it.
alter table payout
  add column claim uuid,
  add column key_no int not null default 0 check (key_no >= 0),
  add column faulted_at timestamptz,
  add column sent_at timestamptz,
  -- The artist's bank has sent it back: it waits at the service until the details are in order again.
  add column returned_at timestamptz,
  -- The service refused it for what is ours to mend: no business of the artist's, to whom it is due again.
  add column refused_to_us boolean not null default false;
alter table payout drop constraint payout_state_check;
alter table payout add constraint payout_state_check check (state in ('queued', 'sent', 'paid', 'failed'));
update payout set sent_at = paid_at where state = 'paid';

-- What a payout is made of: each part is the artist's share of one payment, and leaves from its charge; a part of no
-- payment leaves from what the platform has.
create table payout_transfer (
  id uuid primary key default gen_random_uuid(),
  payout_id uuid not null references payout on delete cascade,
  payment_id uuid references payment,
  amount_minor int not null check (amount_minor > 0),
  reversed_minor int not null default 0 check (reversed_minor >= 0),
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  gateway_id text,
  error text not null default '',
  key_no int not null default 0 check (key_no >= 0),
  faulted_at timestamptz,
  attempts int not null default 0 check (attempts >= 0),
  next_at timestamptz,
  claimed_until timestamptz,
  claim uuid,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  constraint reversed_at_most_sent check (reversed_minor <= amount_minor),
  constraint only_sent_is_reversed check (reversed_minor = 0 or state = 'sent'),
  constraint sent_knows_when check ((state = 'sent') = (sent_at is not null))
);
create unique index payout_transfer_once on payout_transfer (payout_id, payment_id) nulls not distinct;
create index payout_transfer_of_payment on payout_transfer (payment_id);
create index payout_transfer_due on payout_transfer (next_at) where next_at is not null;
create index payout_transfer_by_name on payout_transfer (gateway_id);
comment on table payout_transfer is 'owner: payments';

-- What was sent to an artist and is the customer's again: taken back from their account at the service.
create table transfer_reversal (
  id uuid primary key default gen_random_uuid(),
  transfer_id uuid not null references payout_transfer on delete cascade,
  amount_minor int not null check (amount_minor > 0),
  state text not null default 'queued' check (state in ('queued', 'done', 'dropped')),
  gateway_id text unique,
  error text not null default '',
  key_no int not null default 0 check (key_no >= 0),
  faulted_at timestamptz,
  attempts int not null default 0 check (attempts >= 0),
  next_at timestamptz,
  claimed_until timestamptz,
  claim uuid,
  created_at timestamptz not null default now(),
  done_at timestamptz,
  check ((state = 'done') = (done_at is not null))
);
create index transfer_reversal_of_transfer on transfer_reversal (transfer_id);
create index transfer_reversal_due on transfer_reversal (next_at) where next_at is not null;
comment on table transfer_reversal is 'owner: payments';

-- When what we know of an account was said: an older word that comes later changes nothing.
alter table payout_account add column told_at timestamptz;

-- Each movement names what it is at the service, by its own name there.
alter table ledger_movement add column source text;
create index ledger_movement_of_source on ledger_movement (source) where source is not null;
alter table ledger_movement drop constraint ledger_movement_kind_check;
alter table ledger_movement add constraint ledger_movement_kind_check check (kind in ('capture', 'refund', 'refunded', 'refund_back',
  'release', 'payout', 'paid_out', 'payout_failed', 'reversal', 'cash', 'charge_back', 'charge_back_won', 'charge_back_lost',
  'hand_off', 'hand_on', 'share_to_provider', 'share_to_platform', 'service_fee', 'own_payout', 'top_up', 'adjustment'));
alter table ledger_entry drop constraint ledger_entry_account_check;
alter table ledger_entry add constraint ledger_entry_account_check check (account in ('bank', 'fees', 'refunds_due', 'payouts_due',
  'charge_backs', 'cash', 'handed_on', 'service_fees', 'own_bank', 'adjustments') or account ~ '^(pending|earned|cash_kept):[0-9a-f-]{36}$');

-- Events are kept as they came, answered at once, and worked on after.
alter table payment_event
  add column raw text,
  add column account_id text,
  add column worked_at timestamptz,
  add column attempts int not null default 0 check (attempts >= 0),
  add column next_at timestamptz,
  add column error text not null default '';
update payment_event set worked_at = at;
alter table payment_event alter column outcome drop not null;
alter table payment_event add constraint worked_has_outcome check (worked_at is null or outcome is not null);
create index payment_event_due on payment_event (next_at) where next_at is not null;

-- What the service says it has moved in the platform's own balance, line by line.
create table bank_line (
  gateway text not null check (gateway in ('test', 'stripe')),
  line_id text not null,
  -- Whose keys it was read with.
  country_code text not null references market,
  type text not null,
  category text not null,
  source text,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null,
  fee_minor bigint not null,
  net_minor bigint not null,
  description text not null default '',
  created_at timestamptz not null,
  available_at timestamptz not null,
  read_at timestamptz not null default now(),
  primary key (gateway, line_id),
  check (net_minor = amount_minor - fee_minor)
);
create index bank_line_of_month on bank_line (country_code, created_at);
create index bank_line_of_source on bank_line (source) where source is not null;
comment on table bank_line is 'owner: payments';

-- Somebody has asked their bank for their money back.
create table charge_back (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references payment,
  gateway text not null check (gateway in ('test', 'stripe')),
  gateway_id text not null,
  amount_minor int not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- What the service takes for it.
  fee_minor int not null default 0 check (fee_minor >= 0),
  reason text not null default '',
  state text not null default 'open' check (state in ('open', 'sent', 'won', 'lost', 'closed')),
  due_at timestamptz,
  -- What was sent to the bank, as it was sent.
  evidence jsonb,
  evidence_sent_at timestamptz,
  -- Whether the bank has taken the money.
  taken boolean not null default false,
  opened_at timestamptz not null,
  closed_at timestamptz,
  unique (gateway, gateway_id),
  check ((state in ('won', 'lost', 'closed')) = (closed_at is not null))
);
create index charge_back_of_payment on charge_back (payment_id);
create index charge_back_newest on charge_back (opened_at desc, id desc);
comment on table charge_back is 'owner: payments';

-- What is on its way already leaves as it was to leave.
insert into payout_transfer (payout_id, amount_minor, next_at) select id, amount_minor, next_at from payout where state = 'queued';
update payout set next_at = null where state = 'queued';

alter table test_bank_transfer
  add column reversed_minor int not null default 0 check (reversed_minor between 0 and amount_minor),
  add column reversed_by text[] not null default '{}';
