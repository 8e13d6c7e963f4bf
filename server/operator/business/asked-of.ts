import { type Catalog, catalogOf } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { dateAfter } from '#server/platform/event-day.ts'
import type { Of } from './business-queries.ts'
import { weeksTo } from '#server/platform/window.ts'

/** The zones of all markets. */
export const zonesOf = ({ markets }: Catalog): string[] => [...markets.values()].map(({ tz }) => tz)

/** The weeks that are asked for, and what is counted in them. */
export async function askedOf(
  ctx: Context,
  {
    weeks: n,
    countryCode,
    categoryId,
  }: { weeks: number; countryCode?: string | undefined; categoryId?: number | undefined },
): Promise<{ catalog: Catalog; weeks: string[]; of: Of }> {
  const catalog = await catalogOf(ctx.database)
  const weeks = weeksTo(ctx.now, zonesOf(catalog), n)
  const of = {
    from: weeks[0] as string,
    until: dateAfter(weeks.at(-1) as string, 7),
    countryCode: countryCode ?? null,
    categoryId: categoryId ?? null,
  }
  return { catalog, weeks, of }
}
