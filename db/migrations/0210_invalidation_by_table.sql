-- A write to a table that cached pages or cards show invalidates what depends on the row, whichever column it is.
-- The triggers at the end are the list of these tables; tests/operation/page-dependencies.pg.test.ts fails for a table
-- that a cached page reads and that is not in it.

-- Triggers and functions that compared columns, or were written for one table.
do $$
declare old record;
begin
  for old in
    select tgname, tgrelid::regclass as on_table from pg_trigger join pg_proc p on p.oid = tgfoid
    where not tgisinternal and p.pronamespace = 'public'::regnamespace
      and p.proname in ('provider_on_pages', 'artist_part_on_pages', 'colleagues_on_pages', 'artist_document_shown', 'voucher_sale_on_pages', 'tell_all_pages', 'provider_on_card', 'artist_part_on_card')
  loop
    execute format('drop trigger %I on %s', old.tgname, old.on_table);
  end loop;
end $$;
drop function provider_on_pages, artist_part_on_pages, colleagues_on_pages, artist_document_shown, voucher_sale_on_pages, tell_all_pages, provider_on_card, artist_part_on_card;

alter function tell_of_artists(text, shown_artist[]) rename to notify_pages_of_providers;
alter function cards_anew(int[]) rename to invalidate_cards;

create function provider_locations(ids uuid[]) returns shown_artist[] language sql stable as $$
  select array(select row(slug, state, country_code, city, lat, lng, mobile, studio, travel_radius_m)::shown_artist from provider where id = any(ids))
$$;

-- For tables that every page is made with: all pages are rendered again. Fires for rows, since a statement that changes none fires too.
create function invalidate_all_pages() returns trigger language plpgsql as $$
begin
  perform pg_notify('pages_changed', '{"all":true}');
  return null;
end $$;

-- For tables that show something of a provider. The first argument is the part of a provider that the table holds:
-- 'self' is shown on the provider's own page alone, all others also on pages that list providers. The second is 'card'
-- where cards show it. The third is a query that answers the ids of providers from the `changed` rows; without it they
-- are in the column provider_id.
create function invalidate_pages() returns trigger language plpgsql as $$
declare
  ids uuid[];
  shown shown_artist[];
begin
  if bulk_loading() then
    perform pg_notify('pages_changed', '{"all":true}');
    -- Nobody has read a card of a provider that a bulk load makes.
    if tg_op = 'INSERT' then return null; end if;
  end if;
  if tg_nargs > 2 then
    execute format('with changed as (%s) select array(%s)', case tg_op
      when 'INSERT' then 'table after'
      when 'DELETE' then 'table before'
      else 'table before union all table after' end, tg_argv[2]) into ids;
  elsif tg_op = 'INSERT' then
    ids := array(select provider_id from after);
  elsif tg_op = 'DELETE' then
    ids := array(select provider_id from before);
  else
    ids := array(select provider_id from before union select provider_id from after);
  end if;
  if tg_argv[1] = 'card' then
    perform invalidate_cards(array(select no from provider where id = any(ids)));
  end if;
  if bulk_loading() then return null; end if;
  shown := provider_locations(ids);
  if shown <> '{}' then perform notify_pages_of_providers(tg_argv[0], shown); end if;
  return null;
end $$;

-- The same for the providers themselves: also where they were, and under which name.
create function invalidate_pages_of_providers() returns trigger language plpgsql as $$
declare shown shown_artist[];
begin
  if bulk_loading() then perform pg_notify('pages_changed', '{"all":true}'); end if;
  if tg_op = 'INSERT' then
    shown := provider_locations(array(select id from after));
  elsif tg_op = 'DELETE' then
    perform invalidate_cards(array(select no from before));
    shown := array(select row(slug, state, country_code, city, lat, lng, mobile, studio, travel_radius_m)::shown_artist from before);
  else
    perform invalidate_cards(array(select a.no from before b join after a on a.id = b.id where b is distinct from a));
    shown := array(
      select row(b.slug, b.state, b.country_code, b.city, b.lat, b.lng, b.mobile, b.studio, b.travel_radius_m)::shown_artist from before b join after a on a.id = b.id where b is distinct from a
      union
      select row(a.slug, a.state, a.country_code, a.city, a.lat, a.lng, a.mobile, a.studio, a.travel_radius_m)::shown_artist from before b join after a on a.id = b.id where b is distinct from a);
  end if;
  if shown <> '{}' and not bulk_loading() then perform notify_pages_of_providers('provider', shown); end if;
  return null;
end $$;
create trigger provider_inserted_on_pages after insert on provider referencing new table as after for each statement execute function invalidate_pages_of_providers();
create trigger provider_updated_on_pages after update on provider referencing old table as before new table as after for each statement execute function invalidate_pages_of_providers();
create trigger provider_deleted_on_pages after delete on provider referencing old table as before for each statement execute function invalidate_pages_of_providers();

-- Makes writes to a table invalidate the pages of providers, with the arguments of `invalidate_pages`.
create procedure invalidate_pages_on(of_table regclass, variadic arguments text[]) language plpgsql as $$
declare
  quoted text := (select string_agg(quote_literal(argument), ', ') from unnest(arguments) argument);
begin
  execute format('create trigger %s_inserted_on_pages after insert on %s referencing new table as after for each statement execute function invalidate_pages(%s)', of_table, of_table, quoted);
  execute format('create trigger %s_updated_on_pages after update on %s referencing old table as before new table as after for each statement execute function invalidate_pages(%s)', of_table, of_table, quoted);
  execute format('create trigger %s_deleted_on_pages after delete on %s referencing old table as before for each statement execute function invalidate_pages(%s)', of_table, of_table, quoted);
end $$;

-- The list.
call invalidate_pages_on('artist', 'provider', 'card');
call invalidate_pages_on('artist_document', 'provider', 'card');
call invalidate_pages_on('media', 'pictures', 'card');
call invalidate_pages_on('album', 'pictures');
call invalidate_pages_on('provider_service', 'price');
call invalidate_pages_on('lower_price', 'price');
call invalidate_pages_on('package', 'price');
call invalidate_pages_on('add_on', 'price');
call invalidate_pages_on('own_words', 'price');
call invalidate_pages_on('provider_trial', 'self');
call invalidate_pages_on('review', 'reviews');
call invalidate_pages_on('outside_review', 'reviews');
call invalidate_pages_on('before_after', 'reviews');
call invalidate_pages_on('colleague', 'self', '', 'select provider_id from changed union select other_id from changed');

do $$
declare of_table text;
begin
  foreach of_table in array array['market', 'market_check', 'store', 'category', 'service_type', 'service', 'skill', 'fee_rule', 'made_area', 'setting'] loop
    execute format('create trigger %s_on_all_pages after insert or update or delete on %s for each row execute function invalidate_all_pages()', of_table, of_table);
  end loop;
end $$;
