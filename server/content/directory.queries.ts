import type { Minor } from '#contract/money.ts'
import type { Country } from '#contract/words.ts'
import type { Database } from '#db/database.ts'
import type { Media } from '#server/providers/index.ts'

const day = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD')`

export type ChunkRow = {
  country_code: string
  category_id: number
  part: number
  first: string
  last: string
  count: number
}

export const listPlaceChunks = (database: Database, size: number): Promise<ChunkRow[]> =>
  database.prepared(
    'place_chunks',
    `
    select country_code, category_id, part, min(label collate "C") as first, max(label collate "C") as last, count(*)::int as count from (
      select p.country_code, pp.category_id, p.label, ((row_number() over (partition by p.country_code, pp.category_id order by p.label collate "C") - 1) / $1 + 1)::int as part
      from place_page pp join place p on p.id = pp.place_id) numbered
    group by 1, 2, 3 order by 1, 2, 3`,
    [size],
  )

type ListedPlace = {
  label: string
  address: string
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
    select p.label, p.address, pp.artists, pp.from_minor, ${day('pp.changed_at')} as changed_on, (count(*) over ())::int as total
    from place_page pp join place p on p.id = pp.place_id where pp.category_id = $2 and p.country_code = $1
    order by p.label collate "C" offset $3 limit $4`,
    [country, categoryId, from, size],
  )

export const listArtistChunks = (database: Database, size: number): Promise<Omit<ChunkRow, 'category_id'>[]> =>
  database.prepared(
    'artist_chunks',
    `
    select n.country_code, n.part, (select name from provider where slug = n.first) as first, (select name from provider where slug = n.last) as last, n.count from (
      select country_code, part, min(slug collate "C") as first, max(slug collate "C") as last, count(*)::int as count from (
        select country_code, slug, ((row_number() over (partition by country_code order by slug collate "C") - 1) / $1 + 1)::int as part from provider where state = 'approved') numbered
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
    select l.slug, l.name, l.area, ${day('coalesce(m.changed_at, l.approved_at, l.created_at)')} as changed_on,
      (select count(*)::int from provider where country_code = $1 and state = 'approved') as total
    from (select id, slug, name, area, approved_at, created_at from provider where country_code = $1 and state = 'approved' order by slug collate "C" offset $2 limit $3) l
    left join provider_match m on m.provider_id = l.id order by l.slug collate "C"`,
    [country, from, size],
  )

export const listPlaceParts = (database: Database, size: number): Promise<{ part: number; changed_on: string }[]> =>
  database.prepared(
    'place_parts',
    `
    select part, ${day('max(changed_at)')} as changed_on from (
      select changed_at, ((row_number() over (order by category_id, place_id) - 1) / $1 + 1)::int as part from place_page) numbered
    group by part order by part`,
    [size],
  )

export type PartPlace = {
  country_code: string
  category_id: number
  address: string
  name: string
  label: string
  changed_on: string
}

export const listPlacesOfPart = (database: Database, part: number, size: number): Promise<PartPlace[]> =>
  database.prepared(
    'places_of_part',
    `
    select p.country_code, l.category_id, p.address, p.name, p.label, ${day('l.changed_at')} as changed_on
    from (select category_id, place_id, changed_at from place_page order by category_id, place_id offset $1 limit $2) l join place p on p.id = l.place_id
    order by l.category_id, l.place_id`,
    [(part - 1) * size, size],
  )

export const listArtistParts = (database: Database, size: number): Promise<{ part: number; changed_on: string }[]> =>
  database.prepared(
    'artist_parts',
    `
    select p.no / $1 + 1 as part, ${day('max(coalesce(m.changed_at, p.approved_at, p.created_at))')} as changed_on
    from provider p left join provider_match m on m.provider_id = p.id where p.state = 'approved' group by 1 order by 1`,
    [size],
  )

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

export const listFirstCities = (
  database: Database,
  categoryId: number,
): Promise<{ id: number; country_code: string; address: string; lat: number; lng: number }[]> =>
  database.prepared(
    'first_cities',
    `
    select distinct on (p.country_code) p.id, p.country_code, p.address, p.lat, p.lng from place_page pp join place p on p.id = pp.place_id
    where pp.category_id = $1 and pp.home > 0 and p.kind = 'place' order by p.country_code, pp.home desc, p.population desc, p.id`,
    [categoryId],
  )

/** Returns which addresses of a country have pages, by category, with their last change. */
export const listPages = (database: Database, country: string, addresses: readonly string[]): Promise<PartPlace[]> =>
  database.prepared(
    'pages_of',
    `
    select p.country_code, pp.category_id, p.address, p.name, p.label, ${day('pp.changed_at')} as changed_on
    from place p join place_page pp on pp.place_id = p.id where p.country_code = $1 and p.address = any($2::text[]) order by pp.category_id, p.id`,
    [country, addresses],
  )

export const findNewestChange = async (database: Database): Promise<string | null> =>
  (
    await database.prepared<{ at: string | null }>(
      'newest_change',
      `select ${day('max(changed_at)')} as at from place_page`,
      [],
    )
  )[0]?.at ?? null
