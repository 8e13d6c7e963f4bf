-- A link in the place of another ends that one too: what is shown by a yes that was given with it could not be taken back with it any more.
drop trigger guest_without_link on guest;
create trigger guest_without_link after update of link_id on guest for each row
  when (old.link_id is not null and new.link_id is distinct from old.link_id) execute function before_after_without_link();
