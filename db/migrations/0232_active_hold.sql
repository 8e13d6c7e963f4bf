-- Holds in the state `held`, at most one per search and artist. A hold leaves the table when it ends, so no index of
-- `hold` depends on its state. Triggers maintain the table, because the previous release writes holds too.
create table active_hold (
  search_id text not null,
  provider_id uuid not null,
  hold_id uuid not null,
  constraint active_hold_pkey primary key (search_id, provider_id)
);
comment on table active_hold is 'owner: checkout';

create function update_active_hold() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.state = 'held' then
    delete from active_hold where search_id = old.search_id and provider_id = old.provider_id;
  end if;
  if tg_op <> 'DELETE' and new.state = 'held' then
    insert into active_hold (search_id, provider_id, hold_id) values (new.search_id, new.provider_id, new.id)
    on conflict do nothing;
    if not found then
      raise exception 'this search already holds a time of the artist' using errcode = 'unique_violation', constraint = 'hold_standing';
    end if;
  end if;
  return null;
end $$;
create trigger hold_inserted after insert on hold for each row when (new.state = 'held')
  execute function update_active_hold();
create trigger hold_updated after update of state, search_id, provider_id on hold for each row
  when ((old.state, old.search_id, old.provider_id) is distinct from (new.state, new.search_id, new.provider_id))
  execute function update_active_hold();
create trigger hold_deleted after delete on hold for each row when (old.state = 'held')
  execute function update_active_hold();
insert into active_hold (search_id, provider_id, hold_id) select search_id, provider_id, id from hold where state = 'held';

drop index hold_due, hold_standing;
alter table hold set (fillfactor = 70);
