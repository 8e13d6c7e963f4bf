import { type RawBuilder, type SelectQueryBuilder, type StringReference, sql } from 'kysely'
import { z } from 'zod'
import { Refusal } from './refusal.ts'

export const PAGE_SIZE = 50

/** A page of a list. `nextCursor` is null on the last page. */
export type Page<Row> = { rows: Row[]; nextCursor: string | null }

/** Requested page: the first without a cursor, with `PAGE_SIZE` rows by default. */
export type PageRequest = { cursor?: string | undefined; size?: number | undefined }

type CursorValue = string | number | boolean | readonly string[]

// PostgreSQL has no year 0.
const Instant = z.iso.datetime().refine((text) => !text.startsWith('0000'))

/** Schemas of the cursors, as the JSON array they encode. */
export const cursors = {
  uuid: z.tuple([Instant, z.guid()]),
  bigint: z.tuple([Instant, z.string().regex(/^\d{1,15}$/)]),
  /** As `bigint`, with the id as a JSON number. */
  review: z.tuple([Instant, z.int().nonnegative()]),
  /** Kind and id, such as `payment:9b2f…`. */
  story: z.tuple([Instant, z.string().regex(/^[a-z]{1,30}:[\w-]{1,60}$/)]),
  /** Resubmission flag, instant and id of the round. */
  verification: z.tuple([z.boolean(), Instant, z.int().nonnegative()]),
  /** Group, key and number of a match. */
  match: z.tuple([z.number(), z.number(), z.number()]),
  /** Order, sort values and id of a sorted list. */
  sorted: z.tuple([z.string().max(30), z.array(z.string().max(400)).min(1).max(2), z.string().max(40)]),
} as const

/** A JSON array in base64url, opaque to clients. */
export const encodeCursor = (values: readonly CursorValue[]): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url')

/** Returns null for the first page. Throws `invalid_input` at `cursor` if malformed. */
export function decodeCursor<Key>(cursor: string | undefined, schema: z.ZodType<Key>): Key | null {
  if (cursor === undefined) return null
  const key = schema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()))
  if (key.success) return key.data
  throw createCursorRefusal()
}

const createCursorRefusal = () =>
  new Refusal('invalid_input', {
    errors: [{ path: 'cursor', message: 'This page does not exist. Start from the first page.' }],
  })

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Instant in microseconds: a Date has milliseconds and would skip rows. */
export const selectExactInstant = (instant: string | RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`to_char(${typeof instant === 'string' ? sql.ref(instant) : instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** `rows` has one more than `size` if there is a next page. */
export function createPage<Row>(rows: readonly Row[], size: number, getCursor: (last: Row) => string): Page<Row> {
  const page = rows.slice(0, size)
  const last = page.at(-1)
  return { rows: page, nextCursor: rows.length > size && last !== undefined ? getCursor(last) : null }
}

/** Fetches a page of a query that has its own order and cursor. */
export const fetchOrderedPage = async <DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  size: number,
  getCursor: (last: Row) => string,
): Promise<Page<Row>> => createPage<Row>((await query.limit(size + 1).execute()) as Row[], size, getCursor)

/** An instant with an id as tie-breaker. Newest first unless `order` is 'asc'. */
type PageOrder<DB, TB extends keyof DB> = {
  at: StringReference<DB, TB>
  id: StringReference<DB, TB>
  idType?: 'uuid' | 'bigint'
  order?: 'asc' | 'desc'
}

/** Runs a keyset-paginated query. Throws `invalid_input` for a malformed cursor. */
export async function fetchPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { cursor, size = PAGE_SIZE }: PageRequest,
  { at, id, idType = 'uuid', order = 'desc' }: PageOrder<DB, TB>,
): Promise<Page<Row>> {
  const after = decodeCursor(cursor, cursors[idType])
  const isAfter = after
    ? sql<boolean>`(${sql.ref(at)}, ${sql.ref(id)}) ${sql.raw(order === 'desc' ? '<' : '>')} (${after[0]}::timestamptz, ${after[1]}::${sql.raw(idType)})`
    : sql<boolean>`true`
  const keyed = query
    .select([selectExactInstant(at).as('cursor_at'), sql<string>`${sql.ref(id)}::text`.as('cursor_id')])
    .where(isAfter)
    .orderBy(sql.ref(at), order)
    .orderBy(sql.ref(id), order) as SelectQueryBuilder<DB, TB, Row & { cursor_at: string; cursor_id: string }>
  const { rows, nextCursor } = await fetchOrderedPage(keyed, size, (last) =>
    encodeCursor([last.cursor_at, last.cursor_id]),
  )
  return { rows: rows.map(({ cursor_at, cursor_id, ...row }) => row as unknown as Row), nextCursor }
}

const sortTypes = {
  timestamptz: Instant,
  date: z.iso.date(),
  bigint: z.string().regex(/^-?\d{1,18}$/),
  // PostgreSQL cannot store a null character.
  text: z.string().regex(/^[^\0]*$/),
} as const

/** A sort value of a list: an SQL expression that is never null and has an index together with the id. */
type SortValue = { by: RawBuilder<unknown>; type: keyof typeof sortTypes }

/** The sort keys of a list with their values. */
export type SortOrders<Key extends string> = Readonly<Record<Key, readonly [SortValue, SortValue?]>>

type Sorted<Key extends string> = { sort?: Key | `-${Key}` | undefined } & PageRequest

/**
 * Runs a keyset-paginated query in the order of a sort key, descending with a minus. The cursor contains the order, so
 * that a page of another order is refused. Throws `invalid_input` for a malformed cursor.
 */
export async function fetchSortedPage<DB, TB extends keyof DB, Row, Key extends string>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { cursor, size = PAGE_SIZE, sort: asked }: Sorted<Key>,
  {
    orders,
    usual,
    id,
    idType = 'uuid',
  }: { orders: SortOrders<Key>; usual: Key | `-${Key}`; id: StringReference<DB, TB>; idType?: 'uuid' | 'bigint' },
): Promise<Page<Row>> {
  const sort = asked ?? usual
  const order = sort.startsWith('-') ? ('desc' as const) : ('asc' as const)
  const values = orders[sort.replace('-', '') as Key].filter((value) => value !== undefined)
  const after = decodeCursor(cursor, cursors.sorted)
  if (after && !isCursorOf(after, sort, values, idType)) throw createCursorRefusal()
  const isAfter = after
    ? sql<boolean>`(${sql.join(values.map(({ by }) => by))}, ${sql.ref(id)}) ${sql.raw(order === 'desc' ? '<' : '>')}
        (${sql.join(values.map(({ type }, i) => sql`${after[1][i]}::${sql.raw(type)}`))}, ${after[2]}::${sql.raw(idType)})`
    : sql<boolean>`true`
  const texts = values.map(({ by, type }) => (type === 'timestamptz' ? selectExactInstant(by) : sql`(${by})::text`))
  let keyed = query
    .select([
      sql<string[]>`array[${sql.join(texts)}]::text[]`.as('cursor_values'),
      sql<string>`${sql.ref(id)}::text`.as('cursor_id'),
    ])
    .where(isAfter)
  for (const { by } of values) keyed = keyed.orderBy(by, order)
  const { rows, nextCursor } = await fetchOrderedPage(
    keyed.orderBy(sql.ref(id), order) as SelectQueryBuilder<
      DB,
      TB,
      Row & { cursor_values: string[]; cursor_id: string }
    >,
    size,
    (last) => encodeCursor([sort, last.cursor_values, last.cursor_id]),
  )
  return { rows: rows.map(({ cursor_values, cursor_id, ...row }) => row as unknown as Row), nextCursor }
}

const isCursorOf = (
  [sort, key, id]: z.infer<typeof cursors.sorted>,
  wanted: string,
  values: readonly SortValue[],
  idType: 'uuid' | 'bigint',
): boolean =>
  sort === wanted &&
  key.length === values.length &&
  values.every(({ type }, i) => sortTypes[type].safeParse(key[i]).success) &&
  cursors[idType].def.items[1].safeParse(id).success

export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

export const toContainsPattern = (text: string): string => `%${escapeLike(text.toLowerCase())}%`
