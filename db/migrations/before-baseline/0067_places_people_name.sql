-- Stretches of country that people go by, such as the Cotswolds, and the other names of a place.
alter table place drop constraint place_kind_check;
alter table place add constraint place_kind_check check (kind in ('place', 'locality', 'neighborhood', 'postcode', 'district'));
-- What stands between the name and its town or region: the county of a town, the quarter of a postcode.
alter table place add column area text;
-- How far a district reaches from its middle.
alter table place add column metres int check ((kind = 'district') = (metres is not null));
-- Other names, in the form in which typed text is compared.
alter table place add column also text[] not null default '{}';
create index place_also on place using gin (also) where also <> '{}';
