import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownImport } from '#contract/bookings/own-import.ts'
import type { Context } from '#server/platform/context.ts'
import { ownProvider } from '#server/providers/door.ts'
import { knownSources, ownNames } from './own-client-queries.ts'
import { readFile } from './read-file.ts'
import { matcherOf, sortRows } from './sort-rows.ts'

const EXAMPLES = 3

/** What a file would bring, and every row that is not understood; nothing is kept. */
export async function previewImport(
  ctx: Context,
  { content, ...said }: InputOf<typeof ownImport.preview>,
): Promise<OutputOf<typeof ownImport.preview>> {
  const provider = await ownProvider(ctx)
  const file = readFile(content, said, provider.country_code === 'US')
  const { made, sorted } = sortRows(file.read, matcherOf(await ownNames(ctx.db, provider.id)))
  const sources = await knownSources(
    ctx.db,
    provider.id,
    sorted.flatMap(({ row }) => row.appointment?.sourceKey ?? []),
  )
  const fresh = new Set<string>()
  let known = 0
  for (const { row, isNew } of sorted) {
    const source = row.appointment?.sourceKey.toString('hex')
    if (source ? sources.has(source) || fresh.has(source) : !isNew) known++
    else if (source) fresh.add(source)
  }
  return {
    columns: file.heads.map((head, i) => ({
      head,
      target: file.mapping[i] ?? 'leave',
      examples: [...new Set(file.all.map((cells) => (cells[i] ?? '').trim()).filter(Boolean))].slice(0, EXAMPLES),
    })),
    dayFirst: file.dayFirst,
    rows: file.all.length,
    counts: { clients: made.length, appointments: fresh.size, known },
    left: file.left,
  }
}
