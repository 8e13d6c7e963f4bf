import { csvLines } from '#contract/csv.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorFees } from '#contract/operator/fees.ts'
import type { Context } from '#server/platform/context.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import { listFeeRulePage } from './list-fee-rules.ts'

const EXPORT_ROWS = 5_000
const columns = [
  'id',
  'state',
  'market',
  'category',
  'artist',
  'percent',
  'first_on',
  'last_on',
  'first_bookings',
  'first_months',
  'floor',
  'cap',
  'currency',
  'reason',
  'made_by',
  'made_at',
]

/** Fee rules as lines of a CSV file, the first with the names of the columns. */
export async function exportFeeRules(
  ctx: Context,
  input: InputOf<typeof operatorFees.export>,
): Promise<OutputOf<typeof operatorFees.export>> {
  const { rules, nextCursor } = await listFeeRulePage(ctx, input, EXPORT_ROWS)
  const lines = rules.map((rule) =>
    [
      rule.id,
      rule.state,
      rule.country?.code,
      rule.category?.label,
      rule.artist?.slug,
      rule.percent,
      rule.firstOn,
      rule.lastOn,
      rule.firstBookings,
      rule.firstMonths,
      rule.floor,
      rule.cap,
      rule.currency,
      rule.reason,
      rule.madeBy,
      rule.madeAt,
    ].map((value) => String(value ?? '')),
  )
  await recordAccess(ctx, { what: 'export', subjectId: 'fees', of: [] })
  return { lines: csvLines(input.cursor ? lines : [columns, ...lines]), nextCursor }
}
