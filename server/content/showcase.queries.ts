import { sql } from 'kysely'
import type { LookTag } from '#contract/looks/vocabulary.ts'
import type { Db } from '#db/database.ts'

type CityFilter = { country: string | null; city: string | null }
export type ReviewFilter = CityFilter & {
  score: number | null
  categoryId: number | null
}

const buildCityCondition = ({ country, city }: CityFilter) =>
  city === null ? sql`` : sql`and p.country_code = ${country} and p.city = ${city}`
const buildCategoryCondition = ({ categoryId }: ReviewFilter) =>
  categoryId === null ? sql`` : sql`and r.category_id = ${categoryId}`

export const listScores = async (db: Db, filter: ReviewFilter): Promise<{ score: number; hundredths: number }[]> =>
  (
    await sql<{ score: number; hundredths: number }>`
    select r.score, sum(r.weight)::int as hundredths from review r join provider p on p.id = r.provider_id and p.state = 'approved'
    where r.hidden_at is null ${buildCityCondition(filter)} ${buildCategoryCondition(filter)} group by r.score`.execute(
      db,
    )
  ).rows

export type ReviewRow = {
  id: number
  author: string
  score: number
  event: string
  comments: string
  date: string
  media_ids: number[]
  artist: string
  slug: string
  area: string
  face_id: number | null
  reply: string | null
  replied: string | null
  guest: boolean
  guest_role: string
  of: number
  group: string
}

export const listNewestReviews = async (db: Db, filter: ReviewFilter, limit: number): Promise<ReviewRow[]> =>
  (
    await sql<ReviewRow>`
    select r.id, r.author, r.score, r.event, r.comments, to_char(r.created_at, 'YYYY-MM-DD') as date, r.media_ids, p.name as artist, p.slug, p.area, p.profile_media_id as face_id, r.reply, to_char(r.replied_at, 'YYYY-MM-DD') as replied,
      r.guest_id is not null as guest, r.guest_role, case when r.weight = 100 then 1 else (select count(*) from review o where o.party = r.party and o.hidden_at is null) end::int as of,
      case when r.weight = 100 then r.id else (select min(o.id) from review o where o.party = r.party and o.hidden_at is null) end::text as group
    from review r join provider p on p.id = r.provider_id and p.state = 'approved'
    where r.hidden_at is null and r.counted and r.comments <> '' ${buildCityCondition(filter)} ${buildCategoryCondition(filter)} ${filter.score === null ? sql`` : sql`and r.score = ${filter.score}`}
    order by r.created_at desc, r.id desc limit ${limit}`.execute(db)
  ).rows

export type GalleryRow = {
  id: number
  alt: string
  file: string | null
  kind: string | null
  tags: LookTag[]
  name: string
  slug: string
  area: string
}

/** Returns pictures of published artists: uploads before drawings, and one per artist before a second. */
export const listGalleryPictures = async (
  db: Db,
  kinds: readonly string[] | null,
  tone: number | null,
  place: CityFilter,
  limit: number,
): Promise<GalleryRow[]> => {
  const there =
    place.city === null
      ? sql``
      : sql`and provider_id in (select p.id from provider p where p.state = 'approved' ${buildCityCondition(place)})`
  const drawn = kinds ? sql`drawing->>'kind' = any(${sql.val(kinds)}::text[])` : sql`true`
  return (
    await sql<GalleryRow>`
    select id, alt, file, kind, tags, name, slug, area from (
      select m.id, m.alt, m.file, m.drawing->>'kind' as kind, m.tags, p.name, p.slug, p.area, p.no, row_number() over (partition by p.id order by m.file is null, m.id) as turn
      from (select * from media where album_id is not null and ${drawn} ${tone === null ? sql`` : sql`and drawing->'options'->>'skin' = ${String(tone)}`} ${there}
        order by file is null limit 4000) m
      join provider p on p.id = m.provider_id and p.state = 'approved'
    ) shown order by file is null, turn, md5(no::text), id limit ${limit}`.execute(db)
  ).rows
}
