-- Limits of holds depend on holds that stand or ended minutes ago. A hold lasts at most 27 hours, with a shared bill,
-- so older holds are left out by the index on their creation.
create or replace function hold_crowd(of_provider uuid, event_day date, of_network bytea, visitor bytea, account uuid, at timestamp with time zone, minutes integer)
 RETURNS TABLE(network integer, network_day integer, firm_day integer, others_seconds double precision, slowly integer)
 LANGUAGE sql
 STABLE
AS $function$
  with near as (
    select h.*, h.network_hash = of_network as of_network, h.provider_id = of_provider and s.event_date = event_day as of_day,
      h.state = 'held' and h.expires_at > at as stands, least(h.ended_at, h.expires_at) as until,
      coalesce(s.visitor_hash = visitor, false) or coalesce(s.account_id = account, false) as own
    from hold h join search s on s.id = h.search_id
    where not h.freed and h.state <> 'booked' and (h.network_hash = of_network or h.provider_id = of_provider)
      and h.created_at > at - interval '28 hours' and (h.state = 'held' or h.ended_at > at - make_interval(mins => 2 * minutes + 1)))
  select count(*) filter (where near.stands and near.of_network and not near.own)::int,
    count(*) filter (where near.stands and near.of_network and near.of_day and not near.own)::int,
    count(*) filter (where near.stands and near.of_day and not near.own and not near.soft and near.requester is null)::int,
    coalesce(sum(extract(epoch from near.until - greatest(near.created_at, at - make_interval(mins => minutes))))
      filter (where not near.stands and near.of_network and near.of_day and not near.own and near.until > at - make_interval(mins => minutes)), 0)::float8,
    count(*) filter (where not near.stands and near.of_network and near.of_day and near.own
      and near.until - near.created_at > (near.expires_at - near.created_at) / 2)::int
  from near
$function$;
