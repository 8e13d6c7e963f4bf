-- Exports of a market's platform report. One that was filed with the tax office has `filed_at`: later exports of the year
-- have only what changed since. `operator_ref` is the id of the platform's own record.
create table platform_report (
  id uuid not null default gen_random_uuid(),
  country_code text not null,
  year integer not null,
  exported_at timestamptz not null,
  exported_by uuid,
  filed_at timestamptz,
  platform jsonb not null,
  operator_ref text not null,
  constraint platform_report_pkey primary key (id),
  constraint platform_report_country_code_fkey foreign key (country_code) references market (country_code),
  constraint platform_report_exported_by_fkey foreign key (exported_by) references account (id) on delete set null
);
comment on table platform_report is 'owner: payments';
create index platform_report_country_code_year_idx on platform_report (country_code, year, exported_at);
-- Finds the exports of a deleted account.
create index platform_report_exported_by_idx on platform_report (exported_by) where exported_by is not null;

-- The artists in an export, with the figures that it reports. `corrects_ref` is the id of the record that it replaces.
create table platform_report_seller (
  report_id uuid not null,
  provider_id uuid not null,
  doc_ref text not null,
  corrects_ref text,
  periods jsonb not null,
  constraint platform_report_seller_pkey primary key (report_id, provider_id),
  constraint platform_report_seller_report_id_fkey foreign key (report_id) references platform_report (id) on delete cascade,
  constraint platform_report_seller_provider_id_fkey foreign key (provider_id) references provider (id) on delete cascade
);
comment on table platform_report_seller is 'owner: payments';
create index platform_report_seller_provider_id_idx on platform_report_seller (provider_id);
