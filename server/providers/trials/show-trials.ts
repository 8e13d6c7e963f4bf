import type { OutputOf } from '#contract/endpoint.ts'
import { major } from '#contract/money.ts'
import type { ownTrials } from '#contract/providers/trials.ts'
import { catalogOf } from '#server/catalog/door.ts'
import { feePayerOf, feesOf } from '#server/catalog/fees/door.ts'
import type { Context } from '#server/platform/context.ts'
import { ownProvider } from '#server/providers/own-provider.ts'
import { trialsOf } from './trial-queries.ts'

/** Returns the trials that the calling provider offers, by service. */
export async function showTrials(ctx: Context): Promise<OutputOf<typeof ownTrials.show>> {
  const row = await ownProvider(ctx)
  const catalog = await catalogOf(ctx.database)
  const percentOf = (serviceId: string): number => {
    const category = catalog.services.get(serviceId)?.categoryId
    return category === undefined ? 0 : feesOf(catalog, row.country_code, category, ctx.now).of(feePayerOf(row)).percent
  }
  return {
    services: (await trialsOf(ctx.db, row.id)).map(
      ({ serviceId, label, cost_minor, minutes, deducted, with_test, hours, months }) => ({
        serviceId,
        label,
        percent: percentOf(serviceId),
        trial:
          cost_minor === null || minutes === null || hours === null || months === null
            ? null
            : {
                cost: major(cost_minor),
                minutes,
                months,
                days: hours / 24,
                deducted: deducted === true,
                withTest: with_test === true,
              },
      }),
    ),
  }
}
