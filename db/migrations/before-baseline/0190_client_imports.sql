-- Imports of clients and appointments from files, run in the background and undone within 30 days.
create table client_import (
  id uuid primary key default gen_random_uuid(),
  provider_id uuid not null references provider on delete cascade,
  file_name text not null default '' check (length(file_name) <= 200),
  tool text not null check (length(tool) between 1 and 20),
  state text not null check (state in ('queued', 'running', 'done', 'failed', 'undoing', 'undone')),
  -- Kept only while rows are left to import: the result does not need it.
  content bytea check (length(content) <= 4000000),
  options jsonb not null,
  -- The outcome of each row as it was planned at the start, so that one which differs is shown.
  planned jsonb not null,
  total_rows int not null check (total_rows between 1 and 5000),
  done_rows int not null default 0 check (done_rows between 0 and total_rows),
  counts jsonb not null,
  failures int not null default 0 check (failures >= 0),
  created_at timestamptz not null,
  finished_at timestamptz,
  undone_at timestamptz,
  check ((state in ('queued', 'running')) = (content is not null)),
  check ((state in ('queued', 'running')) = (finished_at is null)),
  check ((state = 'undone') = (undone_at is not null))
);
create index client_import_of_provider on client_import (provider_id, created_at desc);
create unique index client_import_one_at_a_time on client_import (provider_id) where state in ('queued', 'running', 'undoing');
create index client_import_open on client_import (created_at) where state in ('queued', 'running', 'undoing');
create index client_import_finished on client_import (finished_at);
comment on table client_import is 'owner: bookings';

-- What an import did with each row. A client who is deleted takes along what imports keep about them.
create table client_import_row (
  import_id uuid not null references client_import on delete cascade,
  row_no int not null check (row_no > 0),
  client_id uuid references own_client on delete cascade,
  appointment_id uuid references own_appointment on delete set null,
  shown jsonb not null,
  -- The values before and after; without the former the import created it, without both it left it as it was.
  client_before jsonb,
  client_after jsonb,
  appointment_before jsonb,
  appointment_after jsonb,
  undone text check (undone in ('undone', 'kept')),
  primary key (import_id, row_no),
  check (client_before is null or client_after is not null),
  check (appointment_before is null or appointment_after is not null)
);
create index client_import_row_of_client on client_import_row (client_id);
create index client_import_row_of_appointment on client_import_row (appointment_id);
comment on table client_import_row is 'owner: bookings';

alter table own_client
  add column address text not null default '' check (length(address) <= 300),
  -- SHA-256 of a tool and its reference of the client.
  add column source_key bytea check (length(source_key) = 32),
  -- SHA-256 of the row of a file that brought the client, by which the same file is known again.
  add column row_key bytea check (length(row_key) = 32);
create unique index own_client_of_source on own_client (provider_id, source_key) where source_key is not null;

-- What the last import had for the appointment, to tell changes by hand from those of the tool.
alter table own_appointment add column imported jsonb;
