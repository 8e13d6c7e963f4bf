import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { tax } from '#contract/payments/tax.ts'
import type { Country } from '#contract/words.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { lockAccounts } from '#server/payments/ledger/ledger-queries.ts'
import { ownPayee } from '#server/payments/payouts/show-earnings.ts'
import { showTax } from './show-tax.ts'
import { businessNumber, registrationNumber } from './tax-number.ts'
import { beginRegistration, endRegistration, keepTaxPerson, lockRegistration, ratesOn } from './tax-queries.ts'

/** Keeps the caller's tax details. A registration holds from now on: prices that were given before stand as they were. */
export async function saveTax(
  ctx: Context,
  { legalName, address, taxNumber, registration }: InputOf<typeof tax.save>,
): Promise<OutputOf<typeof tax.save>> {
  const { id, country_code } = await ownPayee(ctx)
  const country = country_code as Country
  const number = taxNumber && (await businessNumber(country, taxNumber))
  if (number === null) throw refuseField('tax_number', 'taxNumber')
  const wanted = registration && (await checkedRegistration(ctx, country, registration))
  return ctx.once(async (ctx) => {
    await lockAccounts(ctx.db, id)
    await keepTaxPerson(ctx.db, {
      provider_id: id,
      legal_name: legalName,
      address,
      tax_number: number,
      updated_at: ctx.now,
    })
    const standing = await lockRegistration(ctx.db, id)
    const same = standing && wanted && standing.number === wanted.number && standing.region === wanted.region
    if (standing && !same) await endRegistration(ctx.db, standing.id, ctx.now)
    if (wanted && !same)
      await beginRegistration(ctx.db, { provider_id: id, country_code: country, ...wanted, since: ctx.now })
    return showTax(ctx)
  })
}

async function checkedRegistration(
  ctx: Context,
  country: Country,
  { number: typed, region }: { number: string; region: string },
): Promise<{ number: string; region: string }> {
  const rates = await ratesOn(ctx.db, country, ctx.now.toISOString().slice(0, 10))
  if (!rates.some((rate) => rate.region === region)) throw new Refusal('no_tax_here')
  const number = await registrationNumber(country, typed)
  if (number === null) throw refuseField('vat_number', 'registration.number')
  return { number, region }
}
