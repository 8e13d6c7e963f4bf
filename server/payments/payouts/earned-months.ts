import { major } from '#contract/money.ts'
import type { Context } from '#server/platform/context.ts'
import { monthsTo } from '#server/platform/window.ts'
import { earnedByMonth } from './earnings-queries.ts'

const MONTHS = 12
const DAY_MS = 86_400_000

type EarnedMonth = {
  /** Written YYYY-MM, in the artist's own zone. */
  month: string
  yours: number
  fee: number
  bookings: number
  /** What of it is of which kind of work; none where money is of no booking. */
  kinds: { categoryId: number | null; yours: number }[]
}

/** What a provider has earned in each of the last twelve months, as the ledger has it: every page that says it reads it here. */
export async function earnedMonths(
  ctx: Context,
  { id, currency, tz }: { id: string; currency: string; tz: string },
): Promise<EarnedMonth[]> {
  const from = new Date(ctx.now.getTime() - (MONTHS + 1) * 31 * DAY_MS)
  const byMonth = Map.groupBy(await earnedByMonth(ctx.db, id, currency, tz, from), ({ month }) => month)
  return monthsTo(ctx.now, [tz], MONTHS).map((first) => {
    const month = first.slice(0, 7)
    const rows = byMonth.get(month) ?? []
    const sum = (name: 'yours' | 'fee' | 'bookings') => rows.reduce((all, row) => all + Number(row[name]), 0)
    return {
      month,
      yours: major(sum('yours')),
      fee: major(sum('fee')),
      bookings: sum('bookings'),
      kinds: rows.map(({ category_id, yours }) => ({ categoryId: category_id, yours: major(Number(yours)) })),
    }
  })
}
