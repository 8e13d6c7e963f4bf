-- Whether an artist shows pictures of work. Artists without any are ranked lower.
alter table provider_match add has_work boolean not null default false;

update provider_match m set has_work = true
where exists (select from media where media.provider_id = m.provider_id and media.album_id is not null);

create or replace function refresh_match(ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare touched int[];
begin
  select coalesce(array_agg(distinct cell), '{}') into touched from provider_match where provider_id = any(ids);
  delete from provider_match where provider_id = any(ids);

  with fresh as (
    insert into provider_match
    select p.no, p.id, cell_of(p.lat, p.lng), p.country_code, p.lat, p.lng, p.mobile, p.studio,
      p.travel_radius_m, p.travel_free_m, p.travel_per_unit_minor, p.minimum_job_minor, p.instant_booking,
      p.deposit_share, p.buffer_minutes, p.notice_hours, p.horizon_days,
      -- With hours of their own: the span that holds every day.
      coalesce((p.hours->>'opens')::int, p.opens_minute), coalesce((p.hours->>'closes')::int, p.closes_minute),
      p.early_before_minute, p.early_fee_minor, p.featured, p.vaccinated, p.covid_trained,
      p.review_count, p.review_sum, p.answer_minutes, p.answered_percent, p.cancelled_percent, p.booking_count,
      coalesce(p.approved_at, p.created_at),
      s.nos, s.costs, s.minutes, s.setups, a.artists, p.skills,
      -- A bulk load restores an earlier state: it changes nothing itself.
      case when bulk_loading() then greatest(p.approved_at, p.created_at, (select max(r.created_at) from review r where r.provider_id = p.id and r.hidden_at is null)) else now() end,
      p.hours, packed_selling(p.id), p.instant_until,
      exists (select from media m where m.provider_id = p.id and m.album_id is not null)
    from provider p
    cross join lateral (
      select array_agg(service.no order by service.no) as nos,
             array_agg(ps.cost_minor order by service.no) as costs,
             array_agg(coalesce(ps.minutes, service.minutes)::smallint order by service.no) as minutes,
             array_agg(service.setup_minutes::smallint order by service.no) as setups
      from provider_service ps join service on service.id = ps.service_id
      where ps.provider_id = p.id and ps.status = 'active') s
    cross join lateral (
      select string_agg(does.nos, ';' order by artist.position) as artists
      from artist cross join lateral (
        select coalesce(string_agg(service.no::text, ',' order by service.no), '') as nos
        from service where service.id = any(artist.service_ids)) does
      where artist.provider_id = p.id) a
    where p.id = any(ids) and p.state = 'approved' and s.nos is not null and a.artists is not null
    returning cell)
  select touched || coalesce(array_agg(distinct cell), '{}') into touched from fresh;

  insert into match_cell (cell) select distinct unnest(touched) order by 1
  on conflict (cell) do update set version = match_cell.version + 1;
  if not bulk_loading() then perform pg_notify('cell_changed', cell::text) from unnest(touched) as cell; end if;
end $function$;

-- Refreshes the search rows of artists who added their first picture of work or removed their last one.
create function refresh_matches_of_pictures() returns trigger language plpgsql as $$
begin
  if not bulk_loading() then
    perform refresh_match(array(
      select m.provider_id from provider_match m
      where m.provider_id in (select provider_id from changed)
        and m.has_work <> exists (select from media where media.provider_id = m.provider_id and media.album_id is not null)));
  end if;
  return null;
end $$;

create trigger media_inserted_in_match after insert on media referencing new table as changed
  for each statement execute function refresh_matches_of_pictures();
create trigger media_updated_in_match after update on media referencing new table as changed
  for each statement execute function refresh_matches_of_pictures();
create trigger media_deleted_in_match after delete on media referencing old table as changed
  for each statement execute function refresh_matches_of_pictures();
