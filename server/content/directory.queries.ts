import { sql } from 'kysely'
import type { Minor } from '#contract/money.ts'
import type { Country } from '#contract/words.ts'
import type { Database, Db } from '#db/database.ts'
import type { Media } from '#server/providers/index.ts'

export const day = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD')`

export type ChunkRow = {
  country_code: Country
  category_id: number
  part: number
  first: string
  last: string
  count: number
  changed_on: string
}

export const listPlaceChunks = (database: Database, size: number): Promise<ChunkRow[]> =>
  database.prepared(
    'place_chunks',
    `
    select country_code, category_id, part, min(label collate "C") as first, max(label collate "C") as last, count(*)::int as count, ${day('max(changed_at)')} as changed_on from (
      select p.country_code, pp.category_id, p.label, pp.changed_at, ((row_number() over (partition by p.country_code, pp.category_id order by p.label collate "C") - 1) / $1 + 1)::int as part
      from place_page pp join place p on p.id = pp.place_id where pp.is_indexed) numbered
    group by 1, 2, 3 order by 1, 2, 3`,
    [size],
  )

type ListedPlace = {
  label: string
  address: string
  occasions: string[]
  artists: number
  from_minor: Minor
  changed_on: string
  total: number
}

export const listPlacesPage = (
  database: Database,
  country: string,
  categoryId: number,
  from: number,
  size: number,
): Promise<ListedPlace[]> =>
  database.prepared(
    'listed_places',
    `
    select p.label, p.address, array(select event from place_occasion o where o.category_id = pp.category_id and o.place_id = pp.place_id) as occasions, pp.artists, pp.from_minor, ${day('pp.changed_at')} as changed_on, (count(*) over ())::int as total
    from place_page pp join place p on p.id = pp.place_id where pp.category_id = $2 and p.country_code = $1 and pp.is_indexed
    order by p.label collate "C" offset $3 limit $4`,
    [country, categoryId, from, size],
  )

// A value of another collation than the index of `slug` would be compared with every artist.
export const listArtistChunks = (database: Database, size: number): Promise<Omit<ChunkRow, 'category_id'>[]> =>
  database.prepared(
    'artist_chunks',
    `
    select n.country_code, n.part, (select name from provider where slug = n.first collate "default") as first, (select name from provider where slug = n.last collate "default") as last, n.count, n.changed_on from (
      select country_code, part, min(slug collate "C") as first, max(slug collate "C") as last, count(*)::int as count, ${day('max(coalesce(approved_at, created_at))')} as changed_on from (
        select country_code, slug, approved_at, created_at, ((row_number() over (partition by country_code order by slug collate "C") - 1) / $1 + 1)::int as part from provider where state = 'approved') numbered
      group by 1, 2) n
    order by 1, 2`,
    [size],
  )

type ListedArtist = { slug: string; name: string; area: string; changed_on: string; total: number }

export const listArtistsPage = (
  database: Database,
  country: string,
  from: number,
  size: number,
): Promise<ListedArtist[]> =>
  database.prepared(
    'listed_artists',
    `
    select slug, name, area, ${day('coalesce(approved_at, created_at)')} as changed_on,
      (select count(*)::int from provider where country_code = $1 and state = 'approved') as total
    from provider where country_code = $1 and state = 'approved' order by slug collate "C" offset $2 limit $3`,
    [country, from, size],
  )

export type ArtistPart = { part: number; changed_on: string; mark: string }

/** Reads every live artist, so the result is stored by a job. The mark of a part changes with its artists. */
export const listArtistParts = async (db: Db, size: number): Promise<ArtistPart[]> =>
  (
    await sql<ArtistPart>`
      select part, ${sql.raw(day('newest'))} as changed_on, count || ' ' || newest as mark from (
        select p.no / ${size}::int + 1 as part, count(*), max(coalesce(m.changed_at, p.approved_at, p.created_at)) as newest
        from provider p left join provider_match m on m.provider_id = p.id where p.state = 'approved' group by 1) parts
      order by 1`.execute(db)
  ).rows

export const listArtistsOfPart = (
  database: Database,
  part: number,
  size: number,
): Promise<{ slug: string; country_code: Country; changed_on: string; pictures: Media[] }[]> =>
  database.prepared(
    'artists_of_part',
    `
    select p.slug, p.country_code, ${day('coalesce(m.changed_at, p.approved_at, p.created_at)')} as changed_on,
      coalesce((select json_agg(json_build_object('id', w.id, 'alt', w.alt, 'file', w.file)) from (
        select id, alt, file from media where provider_id = p.id and album_id is not null order by album_id, position, id limit 6) w), '[]') as pictures
    from provider p left join provider_match m on m.provider_id = p.id where p.no >= $1::int and p.no < $2::int and p.state = 'approved' order by p.no`,
    [(part - 1) * size, part * size],
  )

export const findNewestChange = async (database: Database): Promise<string | null> =>
  (
    await database.prepared<{ at: string | null }>(
      'newest_change',
      `select ${day('max(changed_at)')} as at from place_page`,
      [],
    )
  )[0]?.at ?? null
