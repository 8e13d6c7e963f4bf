-- The country of rows that had it only by their search or artist, so that a country's market can be told apart, and
-- moved to a cluster of its own. A constraint keeps it the country of the artist.
alter table provider add constraint provider_id_country_code_key unique (id, country_code);

create function set_country() returns trigger language plpgsql as $$
begin
  new.country_code := (select country_code from provider where id = new.provider_id);
  return new;
end $$;

alter table quote add column country_code text not null default '';
alter table hold add column country_code text not null default '';
alter table request add column country_code text not null default '';
alter table conversation add column country_code text not null default '';
alter table review add column country_code text not null default '';
create trigger quote_set_country before insert or update of provider_id on quote for each row execute function set_country();
create trigger hold_set_country before insert or update of provider_id on hold for each row execute function set_country();
create trigger request_set_country before insert or update of provider_id on request for each row execute function set_country();
create trigger conversation_set_country before insert or update of provider_id on conversation for each row execute function set_country();
create trigger review_set_country before insert or update of provider_id on review for each row execute function set_country();
update quote t set country_code = p.country_code from provider p where p.id = t.provider_id;
update hold t set country_code = p.country_code from provider p where p.id = t.provider_id;
update request t set country_code = p.country_code from provider p where p.id = t.provider_id;
update conversation t set country_code = p.country_code from provider p where p.id = t.provider_id;
update review t set country_code = p.country_code from provider p where p.id = t.provider_id;
alter table quote drop constraint quote_provider_id_fkey, add constraint quote_provider_fkey
  foreign key (provider_id, country_code) references provider (id, country_code) on update cascade;
alter table hold drop constraint hold_provider_id_fkey, add constraint hold_provider_fkey
  foreign key (provider_id, country_code) references provider (id, country_code) on update cascade;
alter table request drop constraint request_provider_id_fkey, add constraint request_provider_fkey
  foreign key (provider_id, country_code) references provider (id, country_code) on update cascade;
alter table conversation drop constraint conversation_provider_id_fkey, add constraint conversation_provider_fkey
  foreign key (provider_id, country_code) references provider (id, country_code) on update cascade on delete cascade;
alter table review drop constraint review_provider_id_fkey, add constraint review_provider_fkey
  foreign key (provider_id, country_code) references provider (id, country_code) on update cascade on delete cascade;
