-- Whether vouchers are sold shows on an artist's own page alone.
create function voucher_sale_on_pages() returns trigger language plpgsql as $$
begin
  perform pg_notify('pages_changed', json_build_object('part', 'self', 'artists', json_build_array(new.slug))::text);
  return null;
end $$;
create trigger voucher_sale_told after update of sells_vouchers on provider
  for each row when (old.sells_vouchers is distinct from new.sells_vouchers) execute function voucher_sale_on_pages();
