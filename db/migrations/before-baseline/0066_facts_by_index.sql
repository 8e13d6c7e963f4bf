-- Parsed once in a session, as a function in SQL alone is not.
create or replace function tell_after(channel text, payload text) returns void language plpgsql as $$
begin
  insert into untold (channel, payload) values ($1, $2);
end $$;

-- What somebody keeps is found from their own searches, not from all that anybody keeps.
create or replace function time_facts(of_search text, of_provider uuid, span tstzrange, event_day date, network bytea, visitor bytea, account uuid, at timestamptz, minutes int)
returns jsonb language plpgsql stable as $$
begin
  return (select jsonb_build_object(
    'standing', exists (select from search s cross join lateral (select from hold h where h.search_id = s.id and h.state = 'held' limit 1) h
        where s.visitor_hash = visitor)
      or exists (select from search s cross join lateral (select from hold h where h.search_id = s.id and h.state = 'held' limit 1) h
        where s.account_id = account),
    'booked', exists (select from appointment a
      where a.search_id = of_search and a.provider_id = of_provider and a.state in ('booked', 'completed', 'disputed')),
    'around', (select coalesce(jsonb_agg(a order by a.side), '[]') from diary_around(of_provider, span, '{}') a),
    'crowd', (select to_jsonb(c) from hold_crowd(of_provider, event_day, network, visitor, account, at, minutes) c)));
end $$;
