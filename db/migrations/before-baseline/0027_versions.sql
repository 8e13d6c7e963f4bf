-- What readers hold of a square, or of a day in it, is right while its version stands. Counted up, a number lost in a
-- fail-over or a restore was given again, and processes took what they had of the lost one for what came after.
create function new_version() returns bigint language sql volatile as
$$ select floor(random() * 9007199254740991)::bigint $$;

alter table match_cell alter column version set default new_version();
alter table busy_cell_day alter column version set default new_version();

create function version_anew() returns trigger language plpgsql as $$
begin
  new.version := new_version();
  return new;
end $$;
create trigger match_cell_version before update on match_cell for each row execute function version_anew();
create trigger busy_cell_day_version before update on busy_cell_day for each row execute function version_anew();

update match_cell set version = default;
update busy_cell_day set version = default;
