import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorMarket } from '#contract/operator/market.ts'
import { changeDepositHold, changeInvoiceDetails, changeMarket } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { taxOffices } from '#contract/payments/tax.ts'
import { createFieldRefusal, Refusal } from '#server/platform/refusal.ts'
import { defaults } from '#contract/constants.ts'
import type { CatalogueArea, operatorCatalogue } from '#contract/operator/catalogue.ts'
import { addArea, type AreaRow, closeArea } from '#server/places/index.ts'

export async function changeMarketMarks(
  ctx: Context,
  { countryCode, covidTrained, vaccinated, reason }: InputOf<typeof operatorMarket.changeMarket>,
): Promise<OutputOf<typeof operatorMarket.changeMarket>> {
  await ctx.transaction((inner) => changeMarket(inner, countryCode, { covidTrained, vaccinated }, reason))
  return { covidTrained, vaccinated }
}

/** The number appears on future invoices to artists, with the tax of the fee. */
export async function setTaxNumber(
  ctx: Context,
  { countryCode, taxNumber, businessAddress, reason }: InputOf<typeof operatorMarket.setTaxNumber>,
): Promise<OutputOf<typeof operatorMarket.setTaxNumber>> {
  if (taxNumber && !taxOffices[countryCode].tax) throw new Refusal('no_tax_here')
  if (taxNumber && !businessAddress) throw createFieldRefusal('business_address_missing', 'businessAddress')
  await ctx.transaction((inner) => changeInvoiceDetails(inner, countryCode, { taxNumber, businessAddress }, reason))
  return { taxNumber, businessAddress }
}

/** Applies to prices that are locked from now on; bookings keep their terms. */
export async function setDepositHold(
  ctx: Context,
  { countryCode, days, reason }: InputOf<typeof operatorMarket.setDepositHold>,
): Promise<OutputOf<typeof operatorMarket.setDepositHold>> {
  await ctx.transaction((inner) => changeDepositHold(inner, countryCode, days, reason))
  return { days }
}

export const presentArea = (row: AreaRow): CatalogueArea => ({
  id: row.id,
  countryCode: row.country_code as CatalogueArea['countryCode'],
  name: row.name,
  also: row.also,
  lat: row.lat,
  lng: row.lng,
  km: Math.round(row.metres / 1000),
  region: row.region ?? '',
  link: row.address ? `/${row.country_code.toLowerCase()}/${defaults.category}/${row.address}` : null,
  madeAt: row.made_at.toISOString(),
  closedAt: row.closed_at?.toISOString() ?? null,
})

export const openArea = async (
  ctx: Context,
  input: InputOf<typeof operatorCatalogue.addArea>,
): Promise<OutputOf<typeof operatorCatalogue.addArea>> => ({
  area: presentArea(await ctx.transaction((inner) => addArea(inner, input))),
})

export const closeOperatorArea = async (
  ctx: Context,
  { areaId, reason }: InputOf<typeof operatorCatalogue.closeArea>,
): Promise<OutputOf<typeof operatorCatalogue.closeArea>> => ({
  area: presentArea(await ctx.transaction((inner) => closeArea(inner, areaId, reason))),
})
