import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorChecks } from '#contract/providers/checks/operator-checks.ts'
import { catalogOf } from '#server/catalog/door.ts'
import type { Context } from '#server/platform/context.ts'
import { todayIn } from '#server/platform/event-day.ts'
import { checkFigures } from '#server/providers/checks/check-queries.ts'
import { neededBy } from './market-figures.ts'
import { marketOf } from '#server/providers/checks/present-document.ts'

/** How many artists of a market have the badge, and how many would if a check were asked for like that. */
export async function previewCheck(
  ctx: Context,
  { countryCode, kind, asked }: InputOf<typeof operatorChecks.preview>,
): Promise<OutputOf<typeof operatorChecks.preview>> {
  const market = marketOf(await catalogOf(ctx.database), countryCode)
  const changed = { checks: market.checks.map((check) => (check.kind === kind ? { ...check, asked } : check)) }
  const today = todayIn(market.tz, ctx.now)
  const counted = async (needed: string[]) => (await checkFigures(ctx.db, countryCode, today, needed)).verified
  return { before: await counted(neededBy(market)), after: await counted(neededBy(changed)) }
}
