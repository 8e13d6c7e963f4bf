-- What a card shows of an artist is kept by every process for as long as its version stands. Nobody has a row before
-- something of theirs has changed: until then their version is 0.
create table card_version (
  provider_no int primary key,
  version bigint not null default new_version()
);
comment on table card_version is 'owner: providers';

-- In the order of the numbers, so that two who change the same artists wait for each other instead of giving up.
create function cards_anew(nos int[]) returns void language sql as
$$ insert into card_version (provider_no) select distinct no from unnest(nos) no order by no
   on conflict (provider_no) do update set version = excluded.version $$;

create function provider_on_card() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform cards_anew(array(select no from before));
  else
    perform cards_anew(array(select a.no from after a join before b on b.no = a.no
      where (b.id, b.slug, b.name, b.area, b.lat, b.lng, b.skills, b.policy, b.shades, b.state, b.profile_media_id, b.cover_media_id)
        is distinct from (a.id, a.slug, a.name, a.area, a.lat, a.lng, a.skills, a.policy, a.shades, a.state, a.profile_media_id, a.cover_media_id)));
  end if;
  return null;
end $$;
create trigger provider_carded after update on provider referencing old table as before new table as after for each statement execute function provider_on_card();
create trigger provider_carded_out after delete on provider referencing old table as before for each statement execute function provider_on_card();

-- A bulk load makes artists whose cards nobody has read yet.
create function artist_part_on_card() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if bulk_loading() then return null; end if;
    perform cards_anew(array(select no from provider where id in (select provider_id from after)));
  elsif tg_op = 'DELETE' then
    perform cards_anew(array(select no from provider where id in (select provider_id from before)));
  else
    perform cards_anew(array(select no from provider where id in (select provider_id from before union select provider_id from after)));
  end if;
  return null;
end $$;
do $$
declare part text;
begin
  foreach part in array array['artist', 'media'] loop
    execute format('create trigger %s_carded_in after insert on %s referencing new table as after for each statement execute function artist_part_on_card()', part, part);
    execute format('create trigger %s_carded after update on %s referencing old table as before new table as after for each statement execute function artist_part_on_card()', part, part);
    execute format('create trigger %s_carded_out after delete on %s referencing old table as before for each statement execute function artist_part_on_card()', part, part);
  end loop;
end $$;
