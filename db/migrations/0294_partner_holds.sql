-- Partners can hold times for their customers: the scope `bookings:write`, and when the link to pay was mailed.
alter table partner drop constraint partner_scopes_check, add constraint partner_scopes_check
  check (scopes <> '{}' and scopes <@ '{catalog:read,search:read,artists:read,bookings:read,bookings:write}');

alter table api_key drop constraint api_key_scopes_check, add constraint api_key_scopes_check
  check (scopes <> '{}' and scopes <@ case
    when partner_id is null then '{bookings:read,calendar:read,calendar:write,requests:read,profile:read,earnings:read}'::text[]
    else '{catalog:read,search:read,artists:read,bookings:read,bookings:write}'::text[] end);

alter table hold add column link_sent_at timestamptz;
create index hold_of_link on hold (link_sent_at) where link_sent_at is not null;
