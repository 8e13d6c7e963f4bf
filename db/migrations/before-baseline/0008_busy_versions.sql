-- What readers of busy_day hold of a day and a square is right while this number stands; a square never touched has none.
create table busy_cell_day (
  day date not null,
  cell int not null,
  version bigint not null default 1,
  primary key (day, cell)
);

create function busy_day_changed() returns trigger language plpgsql as $$
begin
  if not bulk_loading() then
    -- In one order, so that two who touch the same squares wait for each other instead of locking up.
    insert into busy_cell_day (day, cell) select distinct day, cell from changed order by 1, 2
    on conflict (day, cell) do update set version = busy_cell_day.version + 1;
  end if;
  return null;
end $$;
create trigger busy_day_inserted after insert on busy_day referencing new table as changed for each statement execute function busy_day_changed();
create trigger busy_day_deleted after delete on busy_day referencing old table as changed for each statement execute function busy_day_changed();
