-- What touches a time, first of all, and the jobs before and after it whose places are known; but for what belongs to one
-- of some.
create function diary_around(of_provider uuid, span tstzrange, but uuid[])
returns table (side text, lat float8, lng float8, buffer int, "from" float8, "to" float8) language sql stable as $$
  (select 'touching', b.lat, b.lng, b.buffer_minutes, (extract(epoch from lower(b.during)) * 1000)::float8, (extract(epoch from upper(b.during)) * 1000)::float8
    from busy b where b.provider_id = of_provider and (b.ref is null or b.ref <> all(but)) and b.during && span order by lower(b.during) limit 1)
  union all (select 'before', b.lat, b.lng, b.buffer_minutes, (extract(epoch from lower(b.during)) * 1000)::float8, (extract(epoch from upper(b.during)) * 1000)::float8
    from busy b where b.provider_id = of_provider and (b.ref is null or b.ref <> all(but)) and b.kind in ('appointment', 'hold') and b.lat is not null
      and upper(b.during) <= lower(span) order by upper(b.during) desc limit 1)
  union all (select 'after', b.lat, b.lng, b.buffer_minutes, (extract(epoch from lower(b.during)) * 1000)::float8, (extract(epoch from upper(b.during)) * 1000)::float8
    from busy b where b.provider_id = of_provider and (b.ref is null or b.ref <> all(but)) and b.kind in ('appointment', 'hold') and b.lat is not null
      and lower(b.during) >= upper(span) order by lower(b.during) limit 1)
$$;

-- Who keeps, or has lately kept, times of an artist's day without paying.
create function hold_crowd(of_provider uuid, event_day date, of_network bytea, visitor bytea, account uuid, at timestamptz, minutes int)
returns table (network int, network_day int, firm_day int, others_seconds float8, slowly int) language sql stable as $$
  with near as (
    select h.*, h.network_hash = of_network as of_network, h.provider_id = of_provider and s.event_date = event_day as of_day,
      h.state = 'held' and h.expires_at > at as stands, least(h.ended_at, h.expires_at) as until,
      coalesce(s.visitor_hash = visitor, false) or coalesce(s.account_id = account, false) as own
    from hold h join search s on s.id = h.search_id
    where not h.freed and h.state <> 'booked' and (h.network_hash = of_network or h.provider_id = of_provider)
      and (h.state = 'held' or h.ended_at > at - make_interval(mins => 2 * minutes + 1)))
  select count(*) filter (where near.stands and near.of_network and not near.own)::int,
    count(*) filter (where near.stands and near.of_network and near.of_day and not near.own)::int,
    count(*) filter (where near.stands and near.of_day and not near.own and not near.soft and near.requester is null)::int,
    coalesce(sum(extract(epoch from near.until - greatest(near.created_at, at - make_interval(mins => minutes))))
      filter (where not near.stands and near.of_network and near.of_day and not near.own and near.until > at - make_interval(mins => minutes)), 0)::float8,
    count(*) filter (where not near.stands and near.of_network and near.of_day and near.own
      and near.until - near.created_at > (near.expires_at - near.created_at) / 2)::int
  from near
$$;

-- All that decides whether somebody may keep a time, as it stands.
create function time_facts(of_search text, of_provider uuid, span tstzrange, event_day date, network bytea, visitor bytea, account uuid, at timestamptz, minutes int)
returns jsonb language plpgsql stable as $$
begin
  return (select jsonb_build_object(
    'standing', exists (select from hold h join search s on s.id = h.search_id
      where h.state = 'held' and (s.visitor_hash = visitor or s.account_id = account)),
    'booked', exists (select from appointment a
      where a.search_id = of_search and a.provider_id = of_provider and a.state in ('booked', 'completed', 'disputed')),
    'around', (select coalesce(jsonb_agg(a order by a.side), '[]') from diary_around(of_provider, span, '{}') a),
    'crowd', (select to_jsonb(c) from hold_crowd(of_provider, event_day, network, visitor, account, at, minutes) c)));
end $$;

-- Keeps others from the diary, and from the count of their network, until the transaction ends, and undoes it where the
-- facts are not what they were.
create function time_stands(facts jsonb, network_key text, of_search text, of_provider uuid, span tstzrange, event_day date, network bytea, visitor bytea, account uuid, at timestamptz, minutes int)
returns boolean language plpgsql as $$
begin
  if network_key is not null then perform pg_advisory_xact_lock(hashtextextended('holds ' || network_key, 0)); end if;
  perform pg_advisory_xact_lock(hashtextextended('diary ' || of_provider, 0));
  return only_where(facts = time_facts(of_search, of_provider, span, event_day, network, visitor, account, at, minutes));
end $$;
