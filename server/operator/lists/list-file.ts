import { csvLines } from '#contract/csv.ts'
import { hasDuty } from '#contract/accounts/duties.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorLists } from '#contract/operator/lists.ts'
import { parseInput } from '#server/platform/validation/parse-input.ts'
import type { Context } from '#server/platform/context.ts'
import type { Served } from '#server/platform/http/serve.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type ConsoleList, consoleLists } from './console-lists.ts'
import { columnsOf } from './list-columns.ts'

const MOST_ROWS = 1_000

/** Any of these lists as lines of a CSV file, by the call that reads it: who may not read it may not have the file, and what its reading leaves in the log this leaves too. */
export function listFile(served: readonly Served[]) {
  const lists = consoleLists(served)
  return async (
    ctx: Context,
    { list: name, query, cursor }: InputOf<typeof operatorLists.file>,
  ): Promise<OutputOf<typeof operatorLists.file>> => {
    const list = lists.get(name)
    if (!list) throw new Refusal('not_found')
    if (list.endpoint.duties && !hasDuty(ctx.viewer.duties, list.endpoint.duties)) throw new Refusal('not_your_duty')
    const { rows, nextCursor } = await read(ctx, list, query, cursor)
    await recordAccess(ctx, { what: 'export', subjectId: name, of: [] })
    const columns = columnsOf(list.row)
    const lines = rows.map((row) => columns.map(({ cell }) => cell(row)))
    return { lines: csvLines(cursor ? lines : [columns.map(({ name }) => name), ...lines]), nextCursor }
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
