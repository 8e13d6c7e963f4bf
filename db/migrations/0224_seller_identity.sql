-- What tax offices require a platform to report about its sellers. The tax number and the date of birth are encrypted
-- (`sealed`, its key in `wrapped_key`); `tax_number_end` has the last three characters.
create table seller_identity (
  provider_id uuid not null,
  entity_type text not null,
  first_name text not null default '',
  name text not null,
  street text not null,
  city text not null,
  region text not null default '',
  postcode text not null,
  registration_number text not null default '',
  tax_number_kind text not null,
  tax_number_end text not null,
  wrapped_key text not null,
  sealed text not null,
  provided_at timestamptz not null,
  updated_at timestamptz not null,
  constraint seller_identity_pkey primary key (provider_id),
  constraint seller_identity_provider_id_fkey foreign key (provider_id) references provider (id) on delete cascade,
  constraint seller_identity_entity_type_check check (entity_type in ('individual', 'business')),
  constraint seller_identity_first_name_check check (length(first_name) <= 60),
  constraint seller_identity_name_check check (length(name) >= 1 and length(name) <= 120),
  constraint seller_identity_street_check check (length(street) >= 1 and length(street) <= 120),
  constraint seller_identity_city_check check (length(city) >= 1 and length(city) <= 80),
  constraint seller_identity_region_check check (length(region) <= 60),
  constraint seller_identity_postcode_check check (length(postcode) >= 1 and length(postcode) <= 12),
  constraint seller_identity_registration_number_check check (length(registration_number) <= 30),
  constraint seller_identity_tax_number_kind_check
    check (tax_number_kind in ('nino', 'utr', 'sin', 'bn', 'abn', 'ssn', 'itin', 'ein')),
  constraint seller_identity_tax_number_end_check check (length(tax_number_end) = 3),
  constraint seller_identity_individual_check check (entity_type <> 'individual' or first_name <> ''),
  constraint seller_identity_business_check check (entity_type <> 'business' or registration_number <> '')
);
comment on table seller_identity is 'owner: payments';

-- Reminders to artists who have been paid and have not given their tax identity.
create table seller_reminder (
  provider_id uuid not null,
  first_at timestamptz not null,
  second_at timestamptz,
  constraint seller_reminder_pkey primary key (provider_id),
  constraint seller_reminder_provider_id_fkey foreign key (provider_id) references provider (id) on delete cascade,
  constraint seller_reminder_order_check check (second_at is null or second_at > first_at)
);
comment on table seller_reminder is 'owner: payments';

alter table access_log drop constraint access_log_what_check;
alter table access_log add constraint access_log_what_check check (what in ('person', 'people', 'booking', 'bookings', 'payment', 'payments', 'voucher', 'vouchers', 'identity', 'conversation', 'notice', 'notices', 'export', 'access_log', 'acting', 'document', 'appeal', 'platform_report')) not valid;
