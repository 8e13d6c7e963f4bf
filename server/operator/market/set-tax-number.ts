import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorMarket } from '#contract/operator/market.ts'
import { taxOffices } from '#contract/payments/tax.ts'
import { changeTaxNumber } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** Keeps the number under which the platform is registered for a market's tax: its invoices to artists say it, and how much of the fee is tax, from the next on. */
export async function setTaxNumber(
  ctx: Context,
  { countryCode, taxNumber, reason }: InputOf<typeof operatorMarket.setTaxNumber>,
): Promise<OutputOf<typeof operatorMarket.setTaxNumber>> {
  if (taxNumber && !taxOffices[countryCode].tax) throw new Refusal('no_tax_here')
  await ctx.transaction((inner) => changeTaxNumber(inner, countryCode, taxNumber, reason))
  return { taxNumber }
}
