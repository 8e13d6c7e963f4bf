-- Artists who say that they work with another artist. Two who say it of each other work together; nobody else learns of one who says it alone.
create table colleague (
  provider_id uuid not null references provider on delete cascade,
  other_id uuid not null references provider on delete cascade,
  position int not null check (position between 0 and 11),
  named_at timestamptz not null,
  -- Whoever is named and does not want to be: the other is not told, and does not ask again.
  declined_at timestamptz,
  primary key (provider_id, other_id),
  unique (provider_id, position),
  check (provider_id <> other_id)
);
create index colleague_named on colleague (other_id);
comment on table colleague is 'owner: providers';

-- Whom two name stands on both of their pages.
create function colleagues_on_pages() returns trigger language plpgsql as $$
declare changed shown_artist[];
begin
  if bulk_loading() then perform pg_notify('pages_changed', '{"all":true}'); return null; end if;
  changed := array(select row(p.slug, p.state, p.country_code, p.city, p.lat, p.lng, p.mobile, p.studio, p.travel_radius_m)::shown_artist
    from provider p where id in (select provider_id from changed_rows union select other_id from changed_rows));
  if changed <> '{}' then perform tell_of_artists('self', changed); end if;
  return null;
end $$;
create trigger colleague_told_in after insert on colleague referencing new table as changed_rows for each statement execute function colleagues_on_pages();
create trigger colleague_told after update on colleague referencing new table as changed_rows for each statement execute function colleagues_on_pages();
create trigger colleague_told_out after delete on colleague referencing old table as changed_rows for each statement execute function colleagues_on_pages();
