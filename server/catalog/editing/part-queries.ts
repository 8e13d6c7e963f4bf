import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { CataloguePart } from './add-parts.ts'

const tables = { store: 'store', category: 'category', type: 'service_type' } as const

// Below it stand those that come with the site, now and later.
const MADE_ABOVE = 1000

// Numbers are given one after the other: two made at once would both take the next.
const oneByOne = (db: Db, table: 'store' | 'category') =>
  db.selectFrom(table).select('id').orderBy('id').limit(1).forUpdate().execute()

/** Makes a store with the next number of those made here; null where its address is taken. */
export async function insertStore(db: Db, slug: string, label: string): Promise<number | null> {
  await oneByOne(db, 'store')
  const { rows } = await sql<{ id: number }>`
    insert into store (id, slug, label, made) select greatest(${MADE_ABOVE}, max(id)) + 1, ${slug}, ${label}, true from store
    on conflict (slug) do nothing returning id`.execute(db)
  return rows[0]?.id ?? null
}

export const nameOfStore = async (db: Db, id: number): Promise<string | null> =>
  (await db.selectFrom('store').select('label').where('id', '=', id).forKeyShare().executeTakeFirst())?.label ?? null

/** Makes a category behind all others; null where its address is taken. */
export async function insertCategory(db: Db, storeId: number, slug: string, label: string): Promise<number | null> {
  await oneByOne(db, 'category')
  const { rows } = await sql<{ id: number }>`
    insert into category (id, store_id, slug, label, position, made)
    select greatest(${MADE_ABOVE}, max(id)) + 1, ${storeId}, ${slug}, ${label}, max(position) + 1, true from category
    on conflict (slug) do nothing returning id`.execute(db)
  return rows[0]?.id ?? null
}

/** Makes a type behind all others of its category. */
export async function insertType(
  db: Db,
  id: string,
  categoryId: number,
  label: string,
): Promise<'added' | 'exists' | 'no category'> {
  const category = await db
    .selectFrom('category')
    .select('id')
    .where('id', '=', categoryId)
    .forUpdate()
    .executeTakeFirst()
  if (!category) return 'no category'
  const { rows } = await sql`
    insert into service_type (id, category_id, label, position, made)
    select ${id}, ${categoryId}, ${label}, coalesce(max(position) + 1, 0), true from service_type where category_id = ${categoryId}
    on conflict (id) do nothing returning id`.execute(db)
  return rows.length ? 'added' : 'exists'
}

/** The part as it is, kept from others until the transaction ends. */
export async function lockPart(
  db: Db,
  part: CataloguePart,
  id: string,
): Promise<{ label: string; made: boolean } | null> {
  const { rows } = await sql<{ label: string; made: boolean }>`
    select label, made from ${sql.table(tables[part])} where id::text = ${id} for update`.execute(db)
  return rows[0] ?? null
}

export const setPartLabel = (db: Db, part: CataloguePart, id: string, label: string) =>
  sql`update ${sql.table(tables[part])} set label = ${label} where id::text = ${id}`.execute(db)
