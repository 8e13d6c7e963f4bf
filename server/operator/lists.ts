import { z } from 'zod'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ServedEndpoint } from '#server/platform/http/serve.ts'
import { formatCsv } from '#contract/csv.ts'
import { hasDuty } from '#contract/accounts/duties.ts'
import { LedgerFileRow, type LedgerMovement } from '#contract/operator/money.ts'
import { mostFilters, type operatorLists } from '#contract/operator/lists.ts'
import { parseInput } from '#server/platform/validation/parse-input.ts'
import type { Context } from '#server/platform/context.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { getOperatorId } from './overview.ts'
import { countFilters, deleteFilter, listFiltersOf, upsertSavedFilter } from './lists.queries.ts'
import { lockLimit } from '#server/platform/http/limits.ts'

type ConsoleList = { endpoint: Endpoint; run: ServedEndpoint['run']; rows: string; row: z.ZodType }

/** Lists whose file has other rows than the list: their schema, and the file's rows of one row of the list. */
const fileRows: Readonly<Record<string, { row: z.ZodType; of: (row: never) => readonly unknown[] }>> = {
  ledger: { row: LedgerFileRow, of: listLedgerFileRows },
}

/** Returns a movement's entries, one a row: a debit increases an asset, a credit a liability or income. */
function listLedgerFileRows({ id, entries, ...movement }: LedgerMovement): LedgerFileRow[] {
  return entries.map(({ account, currency, amount }) => ({
    ...movement,
    movementId: id,
    account,
    currency,
    debit: amount > 0 ? amount.toFixed(2) : '',
    credit: amount < 0 ? (0 - amount).toFixed(2) : '',
  }))
}

export const listConsoleLists = (served: readonly ServedEndpoint[]): Map<string, ConsoleList> =>
  new Map(
    served.flatMap(({ endpoint, run }) => {
      const list = endpoint.method === 'GET' && endpoint.access === 'operator' ? rowsOf(endpoint) : undefined
      return list ? [[nameOf(endpoint), { endpoint, run, ...list }] as const] : []
    }),
  )

const nameOf = ({ path }: Endpoint): string => path.replace('/v1/operator/', '').replaceAll('/', '-')

function rowsOf({ path, output }: Endpoint): { rows: string; row: z.ZodType } | undefined {
  if (!(output instanceof z.ZodObject) || !('nextCursor' in output.shape) || path.includes('{')) return
  for (const [rows, field] of Object.entries(output.shape))
    if (field instanceof z.ZodArray) return { rows, row: field.element as z.ZodType }
  return
}

type Column = { name: string; cell: (row: unknown) => string }

/** Columns are named after the contract's fields. Nested fields have both names, arrays are joined with semicolons. */
function columnsOf(row: z.ZodType, name = '', read: (row: unknown) => unknown = (row) => row): Column[] {
  const schema = bare(row)
  if (!(schema instanceof z.ZodObject)) return [{ name, cell: (row) => textOf(read(row)) }]
  return Object.entries(schema.shape).flatMap(([key, field]) =>
    columnsOf(field as z.ZodType, name ? `${name}.${key}` : key, (row) => {
      const within = read(row)
      return within === null || within === undefined ? within : (within as Record<string, unknown>)[key]
    }),
  )
}

function bare(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return bare(schema.unwrap() as z.ZodType)
  return schema
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(oneOf).join('; ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const oneOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? Object.values(value).map(textOf).join(' ') : textOf(value)

const MOST_ROWS = 1_000

/** Returns a list as CSV through its endpoint, with the same permissions and access log. */
export function listFile(served: readonly ServedEndpoint[]) {
  const lists = listConsoleLists(served)
  return async (
    ctx: Context,
    { list: name, query, cursor }: InputOf<typeof operatorLists.file>,
  ): Promise<OutputOf<typeof operatorLists.file>> => {
    const list = lists.get(name)
    if (!list) throw new Refusal('not_found')
    if (list.endpoint.duties && !hasDuty(ctx.viewer.duties, list.endpoint.duties)) throw new Refusal('duty_required')
    const { rows, nextCursor } = await read(ctx, list, query, cursor)
    await recordAccess(ctx, { what: 'export', subjectId: name, of: [] })
    const file = fileRows[name]
    const columns = columnsOf(file?.row ?? list.row)
    const lines = (file ? rows.flatMap((row) => file.of(row as never)) : rows).map((row) =>
      columns.map(({ cell }) => cell(row)),
    )
    return { lines: formatCsv(cursor ? lines : [columns.map(({ name }) => name), ...lines]), nextCursor }
  }
}

async function read(
  ctx: Context,
  { endpoint, run, rows: field }: ConsoleList,
  query: string,
  from: string | undefined,
): Promise<{ rows: unknown[]; nextCursor: string | null }> {
  const rows: unknown[] = []
  let cursor: string | null = from ?? ''
  while (cursor !== null && rows.length < MOST_ROWS) {
    const input = parseInput(endpoint.input, {
      ...Object.fromEntries(new URLSearchParams(query)),
      ...(cursor && { cursor }),
    })
    const page = endpoint.output.parse(await run(ctx, input as never)) as Record<string, unknown>
    rows.push(...(page[field] as unknown[]))
    cursor = page['nextCursor'] as string | null
  }
  return { rows, nextCursor: cursor }
}

export async function listFilters(
  ctx: Context,
  { list }: InputOf<typeof operatorLists.filters>,
): Promise<OutputOf<typeof operatorLists.filters>> {
  const id = getOperatorId(ctx)
  return {
    filters: (await listFiltersOf(ctx.db, id, list)).map((row) => ({
      id: row.id,
      name: row.name,
      query: row.query,
      shared: row.shared,
      own: row.account_id === id,
      createdAt: row.created_at.toISOString(),
    })),
  }
}

export async function saveFilter(
  ctx: Context,
  { list, name, query, shared }: InputOf<typeof operatorLists.saveFilter>,
): Promise<OutputOf<typeof operatorLists.saveFilter>> {
  const id = getOperatorId(ctx)
  const narrowed = new URLSearchParams(query)
  narrowed.delete('cursor')
  return ctx.transaction(async (inner) => {
    await lockLimit(inner.db, `filters ${id} ${list}`)
    const had = await countFilters(inner.db, id, list)
    await upsertSavedFilter(inner.db, {
      account_id: id,
      list,
      name,
      query: narrowed.toString(),
      shared,
      created_at: inner.now,
    })
    if (had >= mostFilters && (await countFilters(inner.db, id, list)) > mostFilters)
      throw new Refusal('too_many_filters')
    return listFilters(inner, { list })
  })
}

/** Owners can delete shared filters too. */
export async function deleteSavedFilter(
  ctx: Context,
  { list, filterId }: InputOf<typeof operatorLists.deleteFilter>,
): Promise<OutputOf<typeof operatorLists.deleteFilter>> {
  const accountId = getOperatorId(ctx)
  const shared = hasDuty(ctx.viewer.duties, ['owner'])
  if (!(await deleteFilter(ctx.db, { list, id: filterId, accountId, shared }))) throw new Refusal('not_found')
  return listFilters(ctx, { list })
}
