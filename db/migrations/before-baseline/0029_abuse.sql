-- What artists read of the place before they are booked: the gazetteer's name of it, whatever has been typed.
alter table search add column area text not null default '';
update search s set area = coalesce(
  (select p.name from place p where p.country_code = s.country_code and p.name = split_part(s.place_name, ',', 1) limit 1),
  (select p.name from place p where p.kind <> 'postcode' order by point(p.lng, p.lat) <-> point(s.lng, s.lat) limit 1),
  '');

-- From which network a time was kept, under a secret of the site's; empty for what the site keeps by itself.
alter table hold add column network_hash bytea;
create index hold_of_network on hold (network_hash, created_at desc) where network_hash is not null;

-- A time that others may still take until its customer has filled in the payment: it stands in no diary yet.
alter table hold add column soft boolean not null default false;
