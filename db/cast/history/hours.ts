import type { Bulk } from '#db/bulk.ts'

// Every nth of the solo studios and of the travelling artists, outside the city of the sample search.
const [studios, travellers] = [24, 60]

/**
 * Writes realistic hours: a studio closed on Mondays with late Thursdays, early December opening and a course; a
 * travelling artist with school hours and early brides. Saturdays stay open. Providers up to number `base` are left.
 */
export const writeHours = (bulk: Bulk, base: number): Promise<unknown> =>
  bulk.run(`
    create temporary table unlike on commit drop as
      select id, studio, opens_minute as opens, closes_minute as closes, row_number() over (partition by studio order by no) as turn
      from provider where no > ${base} and account_id is null and state = 'approved' and city <> 'London' and mobile <> studio;
    delete from unlike where turn % case when studio then ${studios} else ${travellers} end <> 1;
    update provider p set week = array[
        '{}', usual, usual, int4multirange(int4range(opens, greatest(closes, 1260))), usual, usual, int4multirange(int4range(opens, least(closes, 1080)))]
      from (select *, int4multirange(int4range(opens, closes)) as usual from unlike where studio) u where p.id = u.id;
    insert into hours_season (provider_id, name, yearly, first_on, last_on, week)
      select id, 'December', true, '2000-12-01', '2000-12-24', array_fill(int4multirange(int4range(least(opens, 360), 1320)), array[7])
      from unlike where studio order by id;
    insert into hours_exception (provider_id, first_on, last_on, label)
      select id, '2027-02-08', '2027-02-12', 'On a course' from unlike where studio order by id;
    insert into hours_block (provider_id, label, weekdays, from_minute, to_minute)
      select id, 'School run', 31, 870, 960 from unlike where not studio order by id;
    insert into service_lead (provider_id, service_type_id, notice_hours, horizon_days)
      select id, 'styling', 72, null from unlike where not studio order by id`)
