import type { Bulk } from '#db/bulk.ts'
import { anchor } from '#db/cast/calendar.ts'

const DAYS = 84

const chance = (place: number) => `('x' || substr(md5(p.slug || d::date), ${place}, 2))::bit(8)::int`

/** Writes how often profiles of providers with a number above `base` were seen. */
export const writeSeen = (bulk: Bulk, base: number): Promise<unknown> =>
  bulk.run(`
    insert into artist_day (provider_id, day, views, shown_first, shown_near, shown_further)
    select p.id, d::date, ${chance(1)} % 7 + weekend, ${chance(3)} % 3 + weekend, ${chance(5)} % 4, ${chance(7)} % 2
    from provider p cross join generate_series('${anchor}'::date - ${DAYS}, '${anchor}'::date - 1, interval '1 day') d
    cross join lateral (select least(4, p.booking_count / 40) * (extract(isodow from d) >= 5)::int as weekend) w
    where p.no > ${base} and p.account_id is not null and p.state = 'approved'`)
