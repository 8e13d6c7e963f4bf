import { money } from '#contract/format.ts'
import { major } from '#contract/money.ts'
import { stripeCountries } from '#server/gateways/payments/keys.ts'
import { gatewayNow } from '#server/gateways/payments/payments.ts'
import type { Context } from '#server/platform/context.ts'
import { raiseAlarm } from '#server/platform/oversight/alarms.ts'
import { heldOf } from './bank-line-queries.ts'
import { heldTooLongBefore } from './holding.ts'

const WARN_DAYS = 7
const DAY_MS = 86_400_000

/** Tells the operators of money that the service will not hold until its job: within a week it has to leave for the platform's own bank, and be topped up again before the artist is paid. */
export async function tellHolding(ctx: Context): Promise<void> {
  if (gatewayNow(ctx.env) !== 'stripe') return
  const soon = new Date(ctx.now.getTime() + WARN_DAYS * DAY_MS)
  // Of a day each: the job runs once a day, and tells of the same money once.
  const untilThen = (country: string) => {
    const before = heldTooLongBefore(country, soon)
    return { from: new Date(before.getTime() - DAY_MS), before }
  }
  for (const country of stripeCountries)
    for (const { currency, payments, minor } of await heldOf(ctx.db, country, untilThen(country)))
      await raiseAlarm(ctx, {
        kind: 'payments.holding',
        subjectId: `${country} ${currency}`,
        values: {
          n: payments,
          country,
          amount: money(major(Number(minor)), currency, { decimals: 'always', mixed: true }),
        },
      })
}
