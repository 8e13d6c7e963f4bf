import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

export type Spot = { country: string; city: string; lat: number; lng: number; categoryId: number }

export type NearRow = {
  no: number; id: string; area: string; mobile: boolean; featured: boolean; review_count: number; review_sum: number
  skills: string[]; shades: string[]; metres: number; from_minor: number | null; makeup_minor: number | null; hair_minor: number | null; changed_at: string
}

const metres = (spot: Pick<Spot, 'lat' | 'lng'>) => sql`(2 * 6371008.8 * asin(least(1, sqrt(
  power(sin(radians(p.lat - ${spot.lat}) / 2), 2) + cos(radians(${spot.lat})) * cos(radians(p.lat)) * power(sin(radians(p.lng - ${spot.lng}) / 2), 2)))))`

// What a person is asked for at least: add-ons of a few minutes are no visit.
const fromMinor = (categoryId: number) => sql`(select min(ps.cost_minor) from provider_service ps join service s on s.id = ps.service_id
  where ps.provider_id = p.id and ps.status = 'active' and s.category_id = ${categoryId} and s.minutes >= 30)`
const hairMinor = sql`(select min(ps.cost_minor) from provider_service ps join service s on s.id = ps.service_id
  where ps.provider_id = p.id and ps.status = 'active' and s.service_type_id = 'hair' and s.minutes >= 30)`
const makeupMinor = sql`(select min(ps.cost_minor) from provider_service ps where ps.provider_id = p.id and ps.status = 'active' and ps.service_id = 'makeup')`

/** The live artists of a place: at home in it, travelling to it, or with a studio within 16 km; best first. */
export const artistsOfPlace = async (db: Db, spot: Spot): Promise<NearRow[]> => {
  const north = 50_000 / 111_195
  const east = north / Math.max(0.1, Math.cos((spot.lat * Math.PI) / 180))
  return (await sql<NearRow>`
    select * from (
      select p.no, p.id, p.area, p.mobile, p.featured, p.review_count, p.review_sum, p.skills, p.shades, ${metres(spot)} as metres,
        ${fromMinor(spot.categoryId)} as from_minor, ${makeupMinor} as makeup_minor, ${hairMinor} as hair_minor,
        p.city, p.travel_radius_m, p.studio, to_char(p.approved_at, 'YYYY-MM-DD') as changed_at
      from provider p
      where p.state = 'approved' and p.country_code = ${spot.country}
        and point(p.lng, p.lat) <@ box(point(${spot.lng - east}::float8, ${spot.lat - north}::float8), point(${spot.lng + east}::float8, ${spot.lat + north}::float8))
    ) near
    where from_minor is not null and (city = ${spot.city} or (mobile and metres <= travel_radius_m) or (studio and metres <= 16000))
    order by featured desc, (review_sum + 46.0) / (review_count + 10) desc, metres, no limit 2000`.execute(db)).rows
}

export type PraiseRow = { id: number; no: number; author: string; score: number; event: string; comments: string; place: string }

/** One good review of each of these artists, long enough to say something and short enough to be read. */
export const praiseOf = async (db: Db, ids: readonly string[], limit: number): Promise<PraiseRow[]> =>
  ids.length === 0 ? [] : (await sql<PraiseRow>`
    select r.id, p.no, r.author, r.score, r.event, r.comments, p.area as place from unnest(${sql.val(ids)}::uuid[]) with ordinality as wanted(id, at)
    join provider p on p.id = wanted.id
    cross join lateral (
      select * from review where provider_id = p.id and hidden_at is null and score >= 4 and event <> '' and length(comments) between 60 and 220
      order by score desc, created_at desc limit 1) r
    order by wanted.at limit ${limit}`.execute(db)).rows

export type PlaceRow = { country_code: string; city: string; artists: number }

/** The cities with live artists, most first. */
export const citiesWithArtists = async (db: Db, limit: number): Promise<PlaceRow[]> =>
  (await sql<PlaceRow>`select country_code, city, count(*)::int as artists from provider where state = 'approved' and city <> ''
    group by country_code, city order by artists desc, country_code, city limit ${limit}`.execute(db)).rows

/** The least that one person is asked for in a city, in minor units of what the artist earns. */
export const cheapestIn = async (db: Db, country: string, city: string, categoryId: number): Promise<number | null> =>
  (await sql<{ least: number | null }>`
    select min(ps.cost_minor) as least from provider p join provider_service ps on ps.provider_id = p.id and ps.status = 'active'
    join service s on s.id = ps.service_id and s.category_id = ${categoryId} and s.minutes >= 30
    where p.state = 'approved' and p.country_code = ${country} and p.city = ${city}`.execute(db)).rows[0]?.least ?? null

/** How many artists have their base in each of the areas of a city, most first. */
export const areasOf = async (db: Db, country: string, city: string, limit: number): Promise<{ area: string; artists: number }[]> =>
  (await sql<{ area: string; artists: number }>`select area, count(*)::int as artists from provider
    where state = 'approved' and country_code = ${country} and city = ${city} and area <> city
    group by area order by artists desc, area limit ${limit}`.execute(db)).rows

export type Figures = { reviews: number; sum: number; artists: number; places: number }

/** The whole market in four figures. */
export const marketFigures = async (db: Db): Promise<Figures> =>
  (await sql<Figures>`select coalesce(sum(review_count), 0)::int as reviews, coalesce(sum(review_sum), 0)::int as sum, count(*)::int as artists,
    count(distinct (country_code, city))::int as places from provider where state = 'approved'`.execute(db)).rows[0] as Figures

export type FeaturedRow = Omit<NearRow, 'metres' | 'makeup_minor' | 'hair_minor' | 'mobile'> & { country_code: string }

/** Live artists that an operator has featured, best first, at most two of a city. */
export const featuredArtists = async (db: Db, categoryId: number, limit: number): Promise<FeaturedRow[]> =>
  (await sql<FeaturedRow>`
    select * from (
      select p.no, p.id, p.area, p.featured, p.review_count, p.review_sum, p.skills, p.shades, p.country_code, ${fromMinor(categoryId)} as from_minor,
        to_char(p.approved_at, 'YYYY-MM-DD') as changed_at, row_number() over (partition by p.country_code, p.city order by (p.review_sum + 46.0) / (p.review_count + 10) desc, p.no) as place
      from provider p where p.state = 'approved' and p.featured
    ) ranked where from_minor is not null and place <= 2 order by place, (review_sum + 46.0) / (review_count + 10) desc, no limit ${limit}`.execute(db)).rows

export type CentreRow = { country_code: string; city: string; lat: number; lng: number }

/** The middle of each city's artists. */
export const cityCentres = async (db: Db): Promise<CentreRow[]> =>
  (await sql<CentreRow>`select country_code, city, avg(lat)::float8 as lat, avg(lng)::float8 as lng from provider
    where state = 'approved' and city <> '' group by country_code, city`.execute(db)).rows

export type QuotedRow = { count: number; min_minor: number; max_minor: number; updated: string }

/** What whole quotes near a place have cost in the last 90 days, or null under five of them. */
export const quotedNear = async (db: Db, spot: Spot): Promise<QuotedRow | null> =>
  (await sql<QuotedRow>`select count(*)::int as count, min(q.total_minor) as min_minor, max(q.total_minor) as max_minor, to_char(max(q.created_at), 'YYYY-MM-DD') as updated
    from quote q join search p on p.id = q.search_id
    where q.created_at > now() - interval '90 days' and p.country_code = ${spot.country} and p.category_id = ${spot.categoryId}
      and abs(p.lat - ${spot.lat}) < 0.3 and abs(p.lng - ${spot.lng}) < 0.5 and ${metres(spot)} <= 25000
    having count(*) >= 5`.execute(db)).rows[0] ?? null

/** The addresses of live profiles, the oldest first. */
export const profileSlugs = async (db: Db, limit: number): Promise<{ slug: string; changed_at: string }[]> =>
  (await sql<{ slug: string; changed_at: string }>`select slug, to_char(coalesce(approved_at, created_at), 'YYYY-MM-DD') as changed_at
    from provider where state = 'approved' order by no limit ${limit}`.execute(db)).rows

/** How many of all reviews gave 1, 2, 3, 4, 5. */
export const scoresOfAll = async (db: Db): Promise<{ score: number; count: number }[]> =>
  (await sql<{ score: number; count: number }>`select score, count(*)::int as count from review where hidden_at is null group by score`.execute(db)).rows

export type ReviewRow = PraiseRow & { date: string; artist: string; slug: string; reply: string | null }

/** The newest reviews of the whole market that say something. */
export const newestReviews = async (db: Db, score: number | null, limit: number): Promise<ReviewRow[]> =>
  (await sql<ReviewRow>`
    select r.id, p.no, r.author, r.score, r.event, r.comments, p.area as place, to_char(r.created_at, 'YYYY-MM-DD') as date, p.name as artist, p.slug, r.reply
    from (select * from review where hidden_at is null and comments <> '' ${score === null ? sql`` : sql`and score = ${score}`} order by created_at desc, id desc limit ${limit}) r
    join provider p on p.id = r.provider_id and p.state = 'approved' order by r.created_at desc, r.id desc`.execute(db)).rows

export type GalleryRow = { id: number; alt: string; file: string | null; name: string; slug: string; area: string }

/** Pictures of live artists whose drawing is of one of these kinds and, when asked, on that skin tone; one a provider before a second. */
export const galleryPictures = async (db: Db, kinds: readonly string[], tone: number | null, limit: number): Promise<GalleryRow[]> =>
  (await sql<GalleryRow>`
    select id, alt, file, name, slug, area from (
      select m.id, m.alt, m.file, p.name, p.slug, p.area, p.no, row_number() over (partition by p.id order by m.id) as turn
      from (select * from media where album_id is not null and drawing->>'kind' = any(${sql.val(kinds)}::text[])
        ${tone === null ? sql`` : sql`and drawing->'options'->>'skin' = ${String(tone)}`} limit 4000) m
      join provider p on p.id = m.provider_id and p.state = 'approved'
    ) shown order by turn, md5(no::text), id limit ${limit}`.execute(db)).rows
