import { type RawBuilder, sql } from 'kysely'
import { Refusal } from './refusal.ts'

/** How many rows a page of a table has. */
export const pageRows = 50

/** Where a page ended: an instant and an id, as the database says them. */
export type After = { at: string; id: string }

/** An instant as text to the microsecond: it decides which row comes first, and a Date has none. */
export const exactInstant = (column: string): RawBuilder<string> =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Whether a row comes after where the page before ended, in a table that is shown newest first; the first page has all. */
export const olderThan = (at: string, id: string, after: After | null, ids: 'uuid' | 'bigint' = 'uuid') =>
  after
    ? sql<boolean>`(${sql.ref(at)}, ${sql.ref(id)}) < (${after.at}::timestamptz, ${after.id}::${sql.raw(ids)})`
    : sql<boolean>`true`

/** The same in a table that is shown oldest first. */
export const youngerThan = (at: string, id: string, after: After | null) =>
  after
    ? sql<boolean>`(${sql.ref(at)}, ${sql.ref(id)}) > (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql<boolean>`true`

/** The address of what comes after a row. */
const cursorAt = ({ at, id }: { at: string; id: string | number }): string =>
  Buffer.from(JSON.stringify([at, String(id)])).toString('base64url')

/** Reads a cursor of our own making; refuses anything else. `ids` says how an id of that table looks. */
export function readCursor(cursor: string | undefined, ids: RegExp): After | null {
  if (cursor === undefined) return null
  try {
    const [at, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    if (
      typeof at === 'string' &&
      /^\d{4}-\d\d-\d\d[T ][\d:.]{8,18}(Z|[+-]\d\d(:\d\d)?)?$/.test(at) &&
      Number.isFinite(Date.parse(at)) &&
      typeof id === 'string' &&
      ids.test(id)
    )
      return { at, id }
  } catch {
    // Falls through to the refusal.
  }
  throw new Refusal('invalid_input', { errors: [{ path: 'cursor', message: 'This page is not known.' }] })
}

export const uuids = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
export const numbers = /^\d{1,15}$/

/** One page of the rows that were read, and the cursor where there is more; `rows` holds one more than a page. */
export function paged<R extends { at: string; id: string | number }>(
  rows: readonly R[],
  size = pageRows,
): { page: R[]; nextCursor: string | null } {
  const page = rows.slice(0, size)
  const last = page.at(-1)
  return { page, nextCursor: rows.length > size && last ? cursorAt(last) : null }
}

/** A pattern that finds the words anywhere, with nothing in them that means more than itself. */
export const anywhere = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
