import type { OutputOf } from '#contract/endpoint.ts'
import { zonedDay } from '#contract/format.ts'
import type { tax } from '#contract/payments/tax.ts'
import type { Context } from '#server/platform/context.ts'
import { ownPayee } from '#server/payments/payouts/show-earnings.ts'
import { ratesOn, registrationOf, taxAt, taxPersonOf } from './tax-queries.ts'

/** Who the caller is to the tax office, and whether their prices have tax in them. */
export async function showTax(ctx: Context): Promise<OutputOf<typeof tax.show>> {
  const { id, country_code, currency, tz } = await ownPayee(ctx)
  const [person, registration] = [await taxPersonOf(ctx.db, id), await registrationOf(ctx.db, id)]
  const now = registration && (await taxAt(ctx.db, id, ctx.now))
  return {
    currency,
    person: person ? { legalName: person.legal_name, address: person.address, taxNumber: person.tax_number } : null,
    registration:
      registration && now
        ? {
            number: registration.number,
            region: registration.region,
            since: new Date(registration.since).toISOString(),
            name: now.name,
            percent: now.percent,
          }
        : null,
    rates: await ratesOn(ctx.db, country_code, zonedDay(ctx.now.toISOString(), tz)),
  }
}
