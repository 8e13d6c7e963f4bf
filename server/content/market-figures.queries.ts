import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Figures of all artists, reviews and bookings. Each reads whole tables. */
export type MarketFigures = {
  artists: number
  places: number
  /** Weights of the published reviews in hundredths, by score and category. */
  scores: { category_id: number | null; score: number; hundredths: number }[]
  /** Cities of artists with reviews, the most reviews first. */
  cities: { country_code: string; city: string }[]
  /** Completed bookings of the last 365 days with times, and those that were ready in time. */
  onTime: { bookings: number; kept: number }
}

export const computeMarketFigures = async (db: Db, now: Date, cities: number): Promise<MarketFigures> => {
  const [counts] = (
    await sql<Pick<MarketFigures, 'artists' | 'places'>>`select
      (select count(*)::int from provider where state = 'approved') as artists,
      (select count(*)::int from (select distinct country_code, city from provider where state = 'approved') towns) as places`.execute(
      db,
    )
  ).rows
  const scores = await sql<MarketFigures['scores'][number]>`
    select r.category_id, r.score, sum(r.weight)::int as hundredths
    from review r join provider p on p.id = r.provider_id and p.state = 'approved'
    where r.hidden_at is null group by 1, 2 order by 1, 2`.execute(db)
  const reviewed = await sql<MarketFigures['cities'][number]>`
    select country_code, city from provider where state = 'approved' and city <> '' and review_count > 0
    group by country_code, city order by sum(review_count) desc, city limit ${cities}`.execute(db)
  const onTime = await sql<MarketFigures['onTime']>`
    select count(*)::int as bookings, (count(*) filter (where done_at <= ready_at))::int as kept from appointment
    where state = 'completed' and ends_at > ${now}::timestamptz - interval '365 days' and done_at is not null and ready_at is not null`.execute(
    db,
  )
  return {
    artists: counts?.artists ?? 0,
    places: counts?.places ?? 0,
    scores: scores.rows,
    cities: reviewed.rows,
    onTime: onTime.rows[0] ?? { bookings: 0, kept: 0 },
  }
}
