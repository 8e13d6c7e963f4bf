-- Artists accept once that they are the controllers of the data of their private clients.
alter table terms_acceptance
  drop constraint terms_acceptance_terms_check,
  add constraint terms_acceptance_terms_check check (terms in ('customer', 'provider', 'submission', 'controller'));

-- What a private client asks their artist to correct or delete. It is deleted with the client.
create table client_data_request (
  id uuid not null default gen_random_uuid(),
  client_id uuid not null,
  provider_id uuid not null,
  kind text not null,
  details text not null default '',
  requested_at timestamptz not null,
  done_at timestamptz,
  constraint client_data_request_pkey primary key (id),
  constraint client_data_request_kind_check check (kind in ('correct', 'delete')),
  constraint client_data_request_details_check check (length(details) <= 1000),
  constraint client_data_request_client_id_provider_id_fkey foreign key (client_id, provider_id)
    references own_client (id, provider_id) on delete cascade
);
comment on table client_data_request is 'owner: calendar';
create index client_data_request_client_id_provider_id_idx on client_data_request (client_id, provider_id);
create unique index client_data_request_open_idx on client_data_request (client_id, kind) where done_at is null;
-- Finds the entries of a person.
create index own_client_email_idx on own_client (lower(email)) where email <> '';
