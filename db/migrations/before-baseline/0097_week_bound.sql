-- A check that calls a function calls it while a dump is restored too, where no schema is searched: what it calls in turn is bound as it is made, not looked up by its name.
create or replace function is_week(week int4multirange[]) returns boolean language sql immutable parallel safe
return cardinality(week) = 7
  and not exists (select from unnest(week) as day(windows) where windows is null or not are_windows(windows));
