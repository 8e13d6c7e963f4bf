import { taxIn } from '#contract/payments/tax.ts'
import type { Country } from '#contract/words.ts'
import { payeeById } from '#server/payments/payouts/payout-account-queries.ts'
import { lockAccounts } from '#server/payments/ledger/ledger-queries.ts'
import { platformTaxNumber, ratesOn, registrationOf, taxPersonOf } from '#server/payments/tax/tax-queries.ts'
import type { Context } from '#server/platform/context.ts'
import { businessOf } from '#server/platform/settings.ts'
import { feesOfMonth, insertInvoice, isInvoiced, nextInvoiceNumber, uninvoiced } from './invoice-queries.ts'

const AT_ONCE = 500

/** Issues the platform's invoice to every artist for each month that has been over for a day: one an artist and month, numbered without a gap in each market. Not inside a transaction. */
export async function issueInvoices(ctx: Context): Promise<void> {
  const { legalName } = await businessOf(ctx.database, ctx.env)
  for (const due of await uninvoiced(ctx.db, ctx.now, AT_ONCE)) await issue(ctx, due, legalName)
}

const issue = (
  ctx: Context,
  { providerId, currency, month, tz }: { providerId: string; currency: string; month: string; tz: string },
  legalName: string,
): Promise<void> =>
  ctx.transaction(async (ctx) => {
    await lockAccounts(ctx.db, providerId)
    const payee = await payeeById(ctx.db, providerId)
    if (!payee || (await isInvoiced(ctx.db, providerId, month, currency))) return
    const lines = await feesOfMonth(ctx.db, { providerId, currency, tz, month })
    const feeMinor = lines.reduce((sum, line) => sum + line.feeMinor, 0)
    const [person, own] = [await taxPersonOf(ctx.db, providerId), await platformTaxNumber(ctx.db, payee.country_code)]
    const tax = own ? await taxOfFees(ctx, providerId, payee.country_code as Country, `${month}-28`) : null
    await insertInvoice(ctx.db, {
      country_code: payee.country_code,
      number: await nextInvoiceNumber(ctx.db, payee.country_code),
      provider_id: providerId,
      month,
      currency,
      fee_minor: feeMinor,
      tax_name: tax?.name ?? null,
      tax_percent: tax?.percent ?? null,
      tax_minor: tax ? taxIn(feeMinor, tax.percent) : 0,
      body: {
        from: { name: legalName, address: '', taxNumber: own },
        to: {
          name: person?.legal_name ?? payee.name,
          address: person?.address ?? '',
          taxNumber: (await registrationOf(ctx.db, providerId))?.number ?? person?.tax_number ?? '',
        },
        lines,
      },
      issued_at: ctx.now,
    })
  })

/** The tax in the platform's fee: that of the region where the artist is, else the market's own. */
async function taxOfFees(ctx: Context, providerId: string, country: Country, day: string) {
  const [rates, registration] = [await ratesOn(ctx.db, country, day), await registrationOf(ctx.db, providerId)]
  return (
    rates.find(({ region }) => region === registration?.region) ?? rates.find(({ region }) => region === '') ?? null
  )
}
