-- Artists of each map square by city, area and category. Only changed squares are counted again, so that the residents
-- of all places are a sum of few rows.
create table home_cell (
  cell integer not null,
  country_code text not null,
  city text not null,
  area text not null,
  category_id integer not null references category (id),
  lat_sum double precision not null,
  lng_sum double precision not null,
  artists integer not null,
  primary key (cell, country_code, city, area, category_id)
);
comment on table home_cell is 'owner: content';

insert into home_cell
select m.cell, p.country_code, p.city, p.area, o.category_id, sum(p.lat), sum(p.lng), count(*)
from provider_match m join provider p on p.no = m.provider_no
join (select category_id, array_agg(no) as nos from service group by 1) o on o.nos && m.service_nos
group by 1, 2, 3, 4, 5;
