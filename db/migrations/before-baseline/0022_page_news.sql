-- What changes of the market is told on `pages_changed`, so that each process can let go of the kept pages that tell of it, and of no others.

create type shown_artist as (slug text, state text, country_code text, city text, lat float8, lng float8, mobile boolean, studio boolean, travel_radius_m int);

-- Tells of artists whose `part` has changed: by square of 0.1 degrees, so that many at once are few words.
create function tell_of_artists(part text, changed shown_artist[]) returns void language sql as $$
  select pg_notify('pages_changed', json_strip_nulls(json_build_object(
    'part', part, 'artists', array_agg(distinct slug),
    'near', case when part <> 'self' then json_build_object(
      'country', country_code, 'cities', array_agg(distinct city), 'lat', avg(lat), 'lng', avg(lng),
      -- How far the farthest of them goes, or has people come; several may stand anywhere in the square.
      'reach', max(greatest(case when mobile then travel_radius_m else 0 end, case when studio then 25000 else 0 end)) + case when count(*) > 1 then 12000 else 0 end) end))::text)
  from (select *, (row_number() over (partition by country_code, round(lat::numeric, 1), round(lng::numeric, 1) order by slug) - 1) / 60 as batch
    from unnest(changed) where state in ('approved', 'paused')) shown
  group by country_code, round(lat::numeric, 1), round(lng::numeric, 1), batch;
$$;

-- A load says once that nothing is as it was.
create function tell_all_pages() returns trigger language plpgsql as $$
begin
  perform pg_notify('pages_changed', '{"all":true}');
  return null;
end $$;

create function provider_on_pages() returns trigger language plpgsql as $$
declare one record;
begin
  if bulk_loading() then perform pg_notify('pages_changed', '{"all":true}'); return null; end if;
  if tg_op = 'INSERT' then
    perform tell_of_artists('where', array(select row(a.slug, a.state, a.country_code, a.city, a.lat, a.lng, a.mobile, a.studio, a.travel_radius_m)::shown_artist from after a));
  elsif tg_op = 'DELETE' then
    perform tell_of_artists('where', array(select row(b.slug, b.state, b.country_code, b.city, b.lat, b.lng, b.mobile, b.studio, b.travel_radius_m)::shown_artist from before b));
  else
    for one in
      select part, array_agg(b) as was, array_agg(a) as is_now from (
        select row(b.slug, b.state, b.country_code, b.city, b.lat, b.lng, b.mobile, b.studio, b.travel_radius_m)::shown_artist as b, row(a.slug, a.state, a.country_code, a.city, a.lat, a.lng, a.mobile, a.studio, a.travel_radius_m)::shown_artist as a, case
          when (b.state, b.country_code, b.lat, b.lng, b.area, b.city, b.featured, b.mobile, b.studio, b.travel_radius_m)
            is distinct from (a.state, a.country_code, a.lat, a.lng, a.area, a.city, a.featured, a.mobile, a.studio, a.travel_radius_m) then 'where'
          when (b.name, b.slug, b.skills, b.shades, b.profile_media_id, b.cover_media_id) is distinct from (a.name, a.slug, a.skills, a.shades, a.profile_media_id, a.cover_media_id) then 'face'
          when (b.review_count, b.review_sum) <> (a.review_count, a.review_sum) then 'score'
          when (b.bio, b.languages, b.pronoun, b.since, b.kit, b.travel_free_m, b.travel_per_unit_minor, b.minimum_job_minor, b.instant_booking, b.deposit_share, b.policy, b.notice_hours, b.opens_minute, b.closes_minute, b.vaccinated, b.covid_trained, b.booking_count, b.answer_minutes)
            is distinct from (a.bio, a.languages, a.pronoun, a.since, a.kit, a.travel_free_m, a.travel_per_unit_minor, a.minimum_job_minor, a.instant_booking, a.deposit_share, a.policy, a.notice_hours, a.opens_minute, a.closes_minute, a.vaccinated, a.covid_trained, a.booking_count, a.answer_minutes) then 'self' end as part
        from before b join after a on a.id = b.id where b.state in ('approved', 'paused') or a.state in ('approved', 'paused')) compared
      where part is not null group by part
    loop
      -- Where they were, what they were called and whether they were there at all: that page too is not true any more.
      if one.part in ('where', 'face') then perform tell_of_artists(one.part, one.was); end if;
      perform tell_of_artists(one.part, one.is_now);
    end loop;
  end if;
  return null;
end $$;
create trigger provider_told_in after insert on provider referencing new table as after for each statement execute function provider_on_pages();
create trigger provider_told after update on provider referencing old table as before new table as after for each statement execute function provider_on_pages();
create trigger provider_told_out after delete on provider referencing old table as before for each statement execute function provider_on_pages();

-- A part of an artist: the trigger's argument says which.
create function artist_part_on_pages() returns trigger language plpgsql as $$
declare changed shown_artist[];
begin
  if bulk_loading() then perform pg_notify('pages_changed', '{"all":true}'); return null; end if;
  if tg_op = 'DELETE' then
    changed := array(select row(p.slug, p.state, p.country_code, p.city, p.lat, p.lng, p.mobile, p.studio, p.travel_radius_m)::shown_artist from provider p where id in (select provider_id from before));
  else
    changed := array(select row(p.slug, p.state, p.country_code, p.city, p.lat, p.lng, p.mobile, p.studio, p.travel_radius_m)::shown_artist from provider p where id in (select provider_id from after));
  end if;
  if changed <> '{}' then perform tell_of_artists(tg_argv[0], changed); end if;
  return null;
end $$;
do $$
declare part record; common text;
begin
  for part in select * from (values ('provider_service', 'price'), ('review', 'reviews'), ('media', 'pictures'), ('album', 'pictures'), ('artist', 'self')) of_artist (told, what) loop
    execute format('create trigger %s_told_in after insert on %s referencing new table as after for each statement execute function artist_part_on_pages(%L)', part.told, part.told, part.what);
    execute format('create trigger %s_told after update on %s referencing new table as after for each statement execute function artist_part_on_pages(%L)', part.told, part.told, part.what);
    execute format('create trigger %s_told_out after delete on %s referencing old table as before for each statement execute function artist_part_on_pages(%L)', part.told, part.told, part.what);
  end loop;
  -- What every page is made with.
  foreach common in array array['market', 'store', 'category', 'service_type', 'service', 'skill'] loop
    execute format('create trigger %s_told after insert or update or delete on %s for each statement execute function tell_all_pages()', common, common);
  end loop;
end $$;
create trigger setting_told after insert or update on setting for each row when (new.key in ('business', 'retention')) execute function tell_all_pages();
