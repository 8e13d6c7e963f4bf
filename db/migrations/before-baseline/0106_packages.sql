-- Whether a package names services once each, as many as it says how often, and two or more in all.
create function package_right(service_ids text[], counts int[]) returns boolean language sql immutable as $$
  select cardinality(service_ids) = cardinality(counts) and cardinality(service_ids) between 1 and 6
    and (select count(distinct id) = cardinality(service_ids) from unnest(service_ids) id)
    and (select bool_and(n between 1 and 20) and sum(n) between 2 and 40 from unnest(counts) n)
$$;

-- Services for several people that an artist sells for one price, 'Bride + 3'; what it is called stands in own_words.
create table package (
  id uuid primary key default gen_random_uuid(),
  provider_id uuid not null references provider on delete cascade,
  position int not null check (position between 0 and 5),
  -- What they earn for it.
  cost_minor int not null check (cost_minor > 0),
  -- Services of the catalogue, and at the same place how many of each.
  service_ids text[] not null,
  counts int[] not null,
  -- A package keeps its place while all of them are written anew.
  constraint package_place unique (provider_id, position) deferrable initially deferred,
  constraint package_right check (package_right(service_ids, counts))
);
comment on table package is 'owner: providers';

alter table own_words alter column service_id drop not null;
alter table own_words add column package_id uuid unique references package on delete cascade;
alter table own_words add constraint own_words_of_one check (num_nonnulls(service_id, package_id) = 1);

-- What somebody sells together, as search reads it by the services' numbers: a package from the moment that customers read what it is called.
create function packed_packages(of_provider uuid) returns jsonb language sql stable as $$
  select jsonb_agg(jsonb_build_object('title', w.title, 'costMinor', k.cost_minor, 'services', part.list) order by k.position)
  from package k join own_words w on w.package_id = k.id and w.title is not null
  cross join lateral (select jsonb_agg(jsonb_build_array(s.no, of_it.n) order by s.no) as list
    from unnest(k.service_ids, k.counts) of_it (id, n) join service s on s.id = of_it.id
    having count(*) = cardinality(k.service_ids)) part
  where k.provider_id = of_provider
$$;

-- It goes into the word of the wide row that says how somebody sells; whoever sells nothing together is left as they are.
create function match_with_packages() returns trigger language plpgsql as $$
declare packages jsonb;
begin
  if exists (select from package where provider_id = new.provider_id) then
    packages := packed_packages(new.provider_id);
    if packages is not null then
      new.selling := coalesce(new.selling, '{"shares": [], "lower": []}') || jsonb_build_object('packages', packages);
    end if;
  end if;
  return new;
end $$;
create trigger provider_match_packages before insert on provider_match for each row execute function match_with_packages();

create trigger package_in after insert on package referencing new table as changed for each statement execute function provider_part_changed();
create trigger package_changed after update on package referencing new table as changed for each statement execute function provider_part_changed();
create trigger package_out after delete on package referencing old table as changed for each statement execute function provider_part_changed();
create trigger package_told_in after insert on package referencing new table as after for each statement execute function artist_part_on_pages('price');
create trigger package_told after update on package referencing new table as after for each statement execute function artist_part_on_pages('price');
create trigger package_told_out after delete on package referencing old table as before for each statement execute function artist_part_on_pages('price');

-- Words of a package decide whether it is sold; those of a service say nothing to search.
create function words_of_package_changed() returns trigger language plpgsql as $$
begin
  if not bulk_loading() and exists (select from changed where package_id is not null) then
    perform refresh_match(array(select distinct provider_id from changed where package_id is not null));
  end if;
  return null;
end $$;
create trigger own_words_in after insert on own_words referencing new table as changed for each statement execute function words_of_package_changed();
create trigger own_words_changed after update on own_words referencing new table as changed for each statement execute function words_of_package_changed();
create trigger own_words_out after delete on own_words referencing old table as changed for each statement execute function words_of_package_changed();
