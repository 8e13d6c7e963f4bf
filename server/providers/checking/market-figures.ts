import type { CheckedMarket } from '#contract/providers/checks/operator-checks.ts'
import type { Market } from '#server/catalog/door.ts'
import type { Context } from '#server/platform/context.ts'
import { todayIn } from '#server/platform/event-day.ts'
import { checkFigures } from '#server/providers/checks/check-queries.ts'

type Asked = Pick<Market, 'checks'>

/** The kinds that the badge needs. */
export const neededBy = ({ checks }: Asked): string[] =>
  checks.filter(({ asked }) => asked === 'required').map(({ kind }) => kind)

/** What a market checks, and how many of its artists who can be found have it today. */
export async function marketFigures(ctx: Context, market: Market): Promise<CheckedMarket> {
  const today = todayIn(market.tz, ctx.now)
  const { artists, verified, by } = await checkFigures(ctx.db, market.countryCode, today, neededBy(market))
  return {
    countryCode: market.countryCode,
    name: market.name,
    artists,
    verified,
    checks: market.checks.map((check) => ({ ...check, stands: by[check.kind] ?? 0 })),
  }
}
