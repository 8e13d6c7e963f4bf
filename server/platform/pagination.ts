import { type RawBuilder, type SelectQueryBuilder, type StringReference, sql } from 'kysely'
import { z } from 'zod'
import { Refusal } from './refusal.ts'

export const PAGE_SIZE = 50

/** A page of a list. `nextCursor` is null on the last page. */
export type Page<Row> = { rows: Row[]; nextCursor: string | null }

/** Requested page: the first without a cursor, with `PAGE_SIZE` rows by default. */
export type PageRequest = { cursor?: string | undefined; size?: number | undefined }

type CursorValue = string | number | boolean

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
} as const

/** A JSON array in base64url, opaque to clients. */
export const encodeCursor = (values: readonly CursorValue[]): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url')

/** Returns null for the first page. Throws `invalid_input` at `cursor` if malformed. */
export function decodeCursor<Key>(cursor: string | undefined, schema: z.ZodType<Key>): Key | null {
  if (cursor === undefined) return null
  const key = schema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()))
  if (key.success) return key.data
  throw new Refusal('invalid_input', {
    errors: [{ path: 'cursor', message: 'This page does not exist. Start from the first page.' }],
  })
}

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

export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

export const toContainsPattern = (text: string): string => `%${escapeLike(text.toLowerCase())}%`
