-- The nightly job removes the artist's name and address from invoices that tax law no longer requires. The amounts stay.
create or replace function reject_fee_invoice_change() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('primp.retention', true), '') = 'on' and to_jsonb(new) - 'body' = to_jsonb(old) - 'body' then return new; end if;
  raise exception 'an invoice is never changed';
end $$;
