import type { Minor } from '#contract/money.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

const soldIn = (
  categoryId: number,
) => sql`(select json_agg(json_build_object('no', s.no, 'minutes', s.minutes, 'minor', ps.cost_minor)) from provider_service ps join service s on s.id = ps.service_id
  where ps.provider_id = p.id and ps.status = 'active' and s.category_id = ${categoryId})`
export type PraiseRow = {
  id: number
  no: number
  author: string
  score: number
  event: string
  comments: string
  place: string
}

export const listPraise = async (db: Db, ids: readonly string[], limit: number): Promise<PraiseRow[]> =>
  ids.length === 0
    ? []
    : (
        await sql<PraiseRow>`
    select r.id, p.no, r.author, r.score, r.event, r.comments, p.area as place from unnest(${sql.val(ids)}::uuid[]) with ordinality as wanted(id, at)
    join provider p on p.id = wanted.id
    cross join lateral (
      select * from review where provider_id = p.id and hidden_at is null and counted and score >= 4 and event <> '' and length(comments) between 60 and 220
      order by created_at desc limit 1) r
    order by wanted.at limit ${limit}`.execute(db)
      ).rows

export type FeaturedRow = {
  no: number
  id: string
  area: string
  featured: boolean
  review_count: number
  review_sum: number
  skills: string[]
  shades: string[]
  sold: { no: number; minutes: number; minor: Minor }[]
  booking_count: number
  approved_at: Date | null
  created_at: Date
  changed_at: string
  country_code: string
}

/** Lists featured artists, best first, at most two per city, one country first. */
export const listFeaturedArtists = async (
  db: Db,
  categoryId: number,
  country: string | null,
  limit: number,
): Promise<FeaturedRow[]> =>
  (
    await sql<FeaturedRow>`
    select * from (
      select p.no, p.id, p.area, p.featured, p.review_count, p.review_sum, p.skills, p.shades, p.country_code, p.booking_count, p.approved_at, p.created_at, ${soldIn(categoryId)} as sold,
        to_char(p.approved_at, 'YYYY-MM-DD') as changed_at, row_number() over (partition by p.country_code, p.city order by (select has_work from provider_match m where m.provider_id = p.id) desc nulls last, (p.review_sum + 46.0) / (p.review_count + 10) desc, p.no) as place
      from provider p where p.state = 'approved' and p.featured
    ) ranked where sold is not null and place <= 2 order by (country_code = ${country}) desc nulls last, place, (review_sum + 46.0) / (review_count + 10) desc, no limit ${limit}`.execute(
      db,
    )
  ).rows

/** Lists the artists of a country who offer one of these services: with pictures of work first, then by rating. */
export const listArtistsOfCountry = async (
  db: Db,
  categoryId: number,
  serviceNos: readonly number[],
  country: string,
  limit: number,
): Promise<FeaturedRow[]> =>
  (
    await sql<FeaturedRow>`
    select p.no, p.id, p.area, p.featured, p.review_count, p.review_sum, p.skills, p.shades, p.country_code, p.booking_count, p.approved_at, p.created_at, ${soldIn(categoryId)} as sold,
      to_char(p.approved_at, 'YYYY-MM-DD') as changed_at
    from (
      select m.provider_no from provider_match m
      where m.country_code = ${country} and m.service_nos && ${serviceNos}::smallint[]
      order by m.has_work desc, (m.review_sum + 46.0) / (m.review_count + 10) desc, m.provider_no limit ${limit}) best
    join provider p on p.no = best.provider_no
    order by (p.review_sum + 46.0) / (p.review_count + 10) desc, p.no`.execute(db)
  ).rows
