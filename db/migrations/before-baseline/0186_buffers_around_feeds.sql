-- An event of another calendar keeps the artist's buffer after it too, and its travel is from and to the base: nobody
-- knows where it is. Both stand in its row, as they do for a booking, so that every reader of the diary counts them.
create or replace function busy_located() returns trigger language plpgsql as $$
declare p record;
begin
  if not bulk_loading() then
    select no, cell_of(provider.lat, provider.lng) as cell, provider.lat, provider.lng, buffer_minutes into strict p
      from provider where id = new.provider_id;
    new.provider_no := p.no;
    new.cell := p.cell;
    if new.kind = 'feed' then
      new.lat := p.lat;
      new.lng := p.lng;
      new.during := tstzrange(lower(new.during), upper(new.during) + make_interval(mins => p.buffer_minutes - new.buffer_minutes));
      new.buffer_minutes := p.buffer_minutes;
    end if;
  end if;
  return new;
end $$;

create or replace function provider_moved() returns trigger language plpgsql as $$
begin
  update busy set cell = cell, during = during where provider_id = new.id
    and (kind = 'feed' or cell <> cell_of(new.lat, new.lng));
  return null;
end $$;
drop trigger provider_moves on provider;
create trigger provider_moves after update of lat, lng, buffer_minutes on provider for each row
  when ((old.lat, old.lng, old.buffer_minutes) is distinct from (new.lat, new.lng, new.buffer_minutes))
  execute function provider_moved();

-- The neighbours of a time include events of other calendars. A booking that one of them repeats wins: its place is known.
create or replace function diary_around(of_provider uuid, span tstzrange, but uuid[])
returns table (side text, lat float8, lng float8, buffer int, "from" float8, "to" float8) language sql stable as $$
  (select 'touching', t.lat, t.lng, t.buffer_minutes, (extract(epoch from lower(t.during)) * 1000)::float8, (extract(epoch from upper(t.during)) * 1000)::float8
    from (select b.during, b.lat, b.lng, b.buffer_minutes from busy b where b.provider_id = of_provider and (b.ref is null or b.ref <> all(but)) and b.during && span
      union all select r.during, null, null, null from reserved_time r where r.provider_id = of_provider and r.during && span) t
    order by lower(t.during) limit 1)
  union all (select 'before', b.lat, b.lng, b.buffer_minutes, (extract(epoch from lower(b.during)) * 1000)::float8, (extract(epoch from upper(b.during)) * 1000)::float8
    from busy b where b.provider_id = of_provider and (b.ref is null or b.ref <> all(but)) and b.kind in ('appointment', 'hold', 'feed') and b.lat is not null
      and upper(b.during) <= lower(span) order by upper(b.during) - make_interval(mins => b.buffer_minutes) desc, b.kind = 'feed' limit 1)
  union all (select 'after', b.lat, b.lng, b.buffer_minutes, (extract(epoch from lower(b.during)) * 1000)::float8, (extract(epoch from upper(b.during)) * 1000)::float8
    from busy b where b.provider_id = of_provider and (b.ref is null or b.ref <> all(but)) and b.kind in ('appointment', 'hold', 'feed') and b.lat is not null
      and lower(b.during) >= upper(span) order by lower(b.during), b.kind = 'feed' limit 1)
$$;

-- The place and buffer of rows that are there already are set by the trigger.
update busy set during = during where kind = 'feed';
