import {
  type clientImport,
  type ClientImport,
  importLimits,
  type ImportRow,
  type ImportTool,
} from '#contract/calendar/client-imports.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { getCallerProvider } from '#server/providers/index.ts'
import {
  findImport,
  type ImportRecord,
  insertImport,
  listImportRecords,
  listImportRows,
  updateImport,
} from './client-imports.queries.ts'
import { truncate } from '#contract/text.ts'
import { formatOutcome, planFile } from './import-state.ts'
import { Refusal, rethrowConstraintAs } from '#server/platform/refusal.ts'
import { runInBackground } from '#server/platform/work/background-work.ts'
import { isNotable, noCounts } from './plan-import.ts'
import { CLIENT_IMPORTS } from './run-imports.ts'
import { assertControllerTerms } from './client-data.ts'
import { formatCsv } from '#contract/csv.ts'

export async function listImports(
  ctx: Context,
  _input: InputOf<typeof clientImport.list>,
): Promise<OutputOf<typeof clientImport.list>> {
  const provider = await getCallerProvider(ctx)
  return { imports: (await listImportRecords(ctx.db, provider.id)).map((record) => presentImport(record, ctx.now)) }
}

const EXAMPLES = 3

/**
 * Returns a row-by-row preview of an import without saving anything. Throws `import_unreadable` and `import_too_long`.
 */
export async function previewImport(
  ctx: Context,
  { content, report, ...options }: InputOf<typeof clientImport.preview>,
): Promise<OutputOf<typeof clientImport.preview>> {
  const provider = await getCallerProvider(ctx)
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

export async function getImport(
  ctx: Context,
  { importId }: InputOf<typeof clientImport.show>,
): Promise<OutputOf<typeof clientImport.show>> {
  const provider = await getCallerProvider(ctx)
  const record = await findImport(ctx.db, provider.id, importId)
  if (!record) throw new Refusal('not_found')
  // Rows are omitted while the import runs, because clients poll the progress.
  const rows = ['queued', 'running', 'undoing'].includes(record.state) ? [] : await listImportRows(ctx.db, record.id)
  return { import: presentImport(record, ctx.now), ...pickNotable(rows) }
}

/**
 * Saves a file with its plan and enqueues the import. Throws `import_running` while another import of the artist runs.
 */
export async function startImport(
  ctx: Context,
  { content, ...options }: InputOf<typeof clientImport.run>,
): Promise<OutputOf<typeof clientImport.run>> {
  const provider = await getCallerProvider(ctx)
  await assertControllerTerms(ctx, provider.account_id)
  const bytes = Buffer.from(content, 'base64')
  const { file, rows } = await planFile(ctx, provider, bytes, options)
  return ctx.idempotent(async (tx) => {
    const record = await insertImport(tx.db, {
      provider_id: provider.id,
      file_name: options.fileName,
      tool: file.tool,
      state: 'queued',
      content: bytes,
      options,
      planned: rows.map(formatOutcome),
      total_rows: rows.length,
      counts: noCounts,
      created_at: tx.now,
    }).catch(rethrowConstraintAs('client_import_one_at_a_time', 'import_running'))
    tx.afterCommit(() => runInBackground(ctx, CLIENT_IMPORTS))
    return { import: presentImport(record, tx.now) }
  })
}

export async function downloadImportReport(
  ctx: Context,
  { importId }: InputOf<typeof clientImport.report>,
): Promise<OutputOf<typeof clientImport.report>> {
  const provider = await getCallerProvider(ctx)
  const record = await findImport(ctx.db, provider.id, importId)
  if (!record) throw new Refusal('not_found')
  return { report: formatReport(await listImportRows(ctx.db, record.id)) }
}

/**
 * Starts to undo an import in the background. Throws `state_changed` unless it is finished or failed, `too_late` after
 * 30 days and `import_running` while another import of the artist runs.
 */
export async function undoImport(
  ctx: Context,
  { importId }: InputOf<typeof clientImport.undo>,
): Promise<OutputOf<typeof clientImport.undo>> {
  const provider = await getCallerProvider(ctx)
  return ctx.idempotent(async (tx) => {
    const record = await findImport(tx.db, provider.id, importId)
    if (!record) throw new Refusal('not_found')
    if (!['done', 'failed'].includes(record.state)) throw new Refusal('state_changed')
    if (getUndoDeadline(record) <= tx.now) throw new Refusal('too_late')
    await updateImport(tx.db, record.id, { state: 'undoing' }).catch(
      rethrowConstraintAs('client_import_one_at_a_time', 'import_running'),
    )
    tx.afterCommit(() => runInBackground(ctx, CLIENT_IMPORTS))
    return { import: presentImport({ ...record, state: 'undoing' }, tx.now) }
  })
}

const DAY_MS = 86_400_000
const MOST_SHOWN = 500

const getUndoDeadline = ({ finished_at }: Pick<ImportRecord, 'finished_at'>): Date =>
  new Date((finished_at?.getTime() ?? 0) + importLimits.undoDays * DAY_MS)

function presentImport(record: ImportRecord, now: Date): ClientImport {
  const until = getUndoDeadline(record)
  const isUndoable = ['done', 'failed'].includes(record.state) && record.done_rows > 0 && until > now
  return {
    id: record.id,
    fileName: record.file_name,
    tool: record.tool as ImportTool,
    state: record.state as ClientImport['state'],
    totalRows: record.total_rows,
    doneRows: record.done_rows,
    counts: record.counts,
    createdAt: record.created_at.toISOString(),
    finishedAt: record.finished_at?.toISOString() ?? null,
    undoUntil: isUndoable ? until.toISOString() : null,
  }
}

function pickNotable(rows: readonly ImportRow[]): { notable: ImportRow[]; more: number } {
  const notable = rows.filter(isNotable)
  return { notable: notable.slice(0, MOST_SHOWN), more: Math.max(0, notable.length - MOST_SHOWN) }
}

const reasons: Readonly<Record<NonNullable<ImportRow['why']>, string>> = {
  broken: 'The columns of this row do not match the header.',
  name: 'The name is missing.',
  date: 'We cannot read the date.',
  time: 'The start time is missing, or is skipped when the clocks change.',
  minutes: 'We cannot read the duration.',
  price: 'We cannot read the price.',
  negative: 'The price is below zero.',
  long: 'The row has too much text.',
  taken: 'There is another appointment at that time.',
  far: 'The date is more than two years away.',
  full: 'You have reached the maximum number of entries.',
}

const formatReport = (rows: readonly ImportRow[]): string =>
  formatCsv([
    [
      'Row',
      'Name',
      'Client',
      'Appointment',
      'Reason for skipping',
      'Differences',
      'Values used',
      'Possible matches',
      'Undo',
      'Original row',
    ],
    ...rows.map((row) => [
      String(row.row),
      row.name,
      row.client ?? '',
      row.appointment ?? '',
      row.why ? reasons[row.why] : '',
      row.differences.map(({ field, mine, file }) => `${field}: ${mine} / ${file}`).join('; '),
      row.differences.length > 0 ? row.use : '',
      row.candidates.map(({ name, email, phone }) => [name, email, phone].filter(Boolean).join(' ')).join('; '),
      row.undone ?? '',
      row.cells.join(' | '),
    ]),
  ])
