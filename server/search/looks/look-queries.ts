import { sql } from 'kysely'
import type { FreeOf, LookTag } from '#contract/looks/vocabulary.ts'
import type { Database, Db } from '#db/database.ts'

/** Keeps the look that the owner of a search has in mind. */
export const saveLookOf = (db: Db, searchId: string, look: { tags: LookTag[]; free_of: FreeOf[] }) =>
  db.updateTable('search').set(look).where('id', '=', searchId).execute()

export type TaggedPicture = { id: number; alt: string; file: string | null; tags: LookTag[] }
type Tagged = { no: number; pictures: TaggedPicture[]; hair: LookTag[][] }

/** Of these providers the pictures of albums that carry one of these tags, in the order of their albums, and what shown reviews say of such hair. */
export const taggedWork = (
  database: Database,
  nos: readonly number[],
  tags: readonly LookTag[],
  hair: readonly LookTag[],
): Promise<Tagged[]> =>
  database.prepared(
    'search_tagged_work',
    `
    select p.no,
      coalesce((select json_agg(json_build_object('id', m.id, 'alt', m.alt, 'file', m.file, 'tags', m.tags) order by m.album_id, m.position, m.id)
        from media m where m.provider_id = p.id and m.tags && $2::text[]), '[]') as pictures,
      coalesce((select json_agg(to_json(r.hair_tags)) from review r where r.provider_id = p.id and r.hidden_at is null and r.hair_tags && $3::text[]), '[]') as hair
    from provider p where p.no = any($1::int[])`,
    [nos, tags, hair],
  )

/** Who of these providers has a picture, or a shown review, with one tag of each of these groups. */
export async function provenNos(
  database: Database,
  nos: readonly number[],
  groups: readonly (readonly LookTag[])[],
): Promise<Set<number>> {
  const [one = null, two = null, three = null] = groups
  const rows = await database.prepared<{ no: number }>(
    'search_proven_hair',
    `
    select p.no from provider p where p.no = any($1::int[]) and (
      exists (select from media m where m.provider_id = p.id and m.tags && $2::text[] and ($3::text[] is null or m.tags && $3::text[]) and ($4::text[] is null or m.tags && $4::text[]))
      or exists (select from review r where r.provider_id = p.id and r.hidden_at is null and r.hair_tags && $2::text[] and ($3::text[] is null or r.hair_tags && $3::text[]) and ($4::text[] is null or r.hair_tags && $4::text[])))`,
    [nos, one, two, three],
  )
  return new Set(rows.map(({ no }) => no))
}

/** How many pictures stand in a provider's albums, and how many of them carry a tag. */
export const taggedShare = async (db: Db, providerId: string): Promise<{ pictures: number; tagged: number }> => {
  const { rows } = await sql<{ pictures: number; tagged: number }>`
    select count(*)::int as pictures, count(*) filter (where tags <> '{}')::int as tagged
    from media where provider_id = ${providerId} and album_id is not null`.execute(db)
  return rows[0] ?? { pictures: 0, tagged: 0 }
}
