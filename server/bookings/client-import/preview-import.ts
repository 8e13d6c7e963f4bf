import { truncate } from '#contract/text.ts'
import type { ownImport } from '#contract/bookings/own-import.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { ownProvider } from '#server/providers/index.ts'
import { planFile } from './load-state.ts'
import { formatReport, pickNotable } from './present-import.ts'

const EXAMPLES = 3

/** Returns what importing a file would do, row by row. Saves nothing. Throws `import_unreadable` and `import_too_long`. */
export async function previewImport(
  ctx: Context,
  { content, report, ...options }: InputOf<typeof ownImport.preview>,
): Promise<OutputOf<typeof ownImport.preview>> {
  const provider = await ownProvider(ctx)
  const { file, rows, counts } = await planFile(ctx, provider, Buffer.from(content, 'base64'), options)
  const examples = (column: number): string[] => {
    const found = new Set<string>()
    for (const { cells } of file.rows) {
      const text = truncate((cells[column] ?? '').trim(), 60)
      if (text) found.add(text)
      if (found.size === EXAMPLES) break
    }
    return [...found]
  }
  const { tool, encoding, delimiter, dayFirst, numberFormat } = file
  return {
    tool,
    encoding,
    delimiter,
    dayFirst,
    numberFormat,
    columns: file.heads.map((head, i) => ({ head, target: file.mapping[i] ?? 'leave', examples: examples(i) })),
    rows: rows.length,
    counts,
    ...pickNotable(rows),
    report: report ? formatReport(rows) : '',
  }
}
