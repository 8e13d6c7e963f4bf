import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { major } from '#contract/money.ts'
import type { OperatorService, operatorMarket } from '#contract/operator/market.ts'
import { unitsWithFee } from '#contract/price.ts'
import {
  addService,
  type Catalog,
  catalogOf,
  type CatalogService,
  changeFee,
  changeMarket,
  changeService,
  type ServiceWords,
} from '#server/catalog/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { feeEffect, serviceCounts, usualCosts } from './market-queries.ts'

const present = (s: CatalogService, providers: number): OperatorService => ({
  id: s.id,
  label: s.label,
  phrase: s.phrase,
  typeId: s.serviceTypeId,
  categoryId: s.categoryId,
  minutes: s.minutes,
  setupMinutes: s.setupMinutes,
  markets: [...s.markets] as OperatorService['markets'],
  retired: s.retired,
  providers,
})

/** Categories with fees, services with how many offer them, markets with their settings. */
export async function showCatalogue(ctx: Context): Promise<OutputOf<typeof operatorMarket.catalogue>> {
  const catalog = await catalogOf(ctx.database)
  const counts = await serviceCounts(ctx.db)
  return {
    categories: [...catalog.categories.values()].map(({ id, slug, label, feePercent, serviceTypes }) => ({
      id,
      slug,
      label,
      feePercent,
      types: serviceTypes.map((type) => ({ id: type.id, label: type.label })),
    })),
    services: [...catalog.services.values()].map((service) => present(service, counts.services.get(service.id) ?? 0)),
    markets: [...catalog.markets.values()].map(
      ({ countryCode, name, currency, distanceUnit, covidTrained, vaccinated }) => ({
        countryCode,
        name,
        currency,
        distanceUnit,
        covidTrained,
        vaccinated,
        providers: counts.markets.get(countryCode) ?? 0,
      }),
    ),
  }
}

/** What another fee would do to the prices of a category, by the same rule as on the quotes page. */
export async function previewFee(
  ctx: Context,
  { categoryId, percent }: InputOf<typeof operatorMarket.feePreview>,
): Promise<OutputOf<typeof operatorMarket.feePreview>> {
  const catalog = await catalogOf(ctx.database)
  const from = catalog.categoriesById.get(categoryId)?.feePercent
  if (from === undefined) throw new Refusal('unknown_category')
  const effect = await feeEffect(ctx.db, categoryId, from, percent)
  const usual = await usualCosts(ctx.db, categoryId)
  return {
    from,
    to: percent,
    ...effect,
    examples: usual.map(({ service, country_code, cost_minor }) => ({
      service,
      currency: catalog.markets.get(country_code)?.currency ?? 'AUD',
      cost: major(cost_minor),
      before: unitsWithFee(cost_minor, from),
      after: unitsWithFee(cost_minor, percent),
    })),
  }
}

/** Changes the fee of a category for new quotes. */
export async function changeCategoryFee(
  ctx: Context,
  { categoryId, percent, reason }: InputOf<typeof operatorMarket.changeFee>,
): Promise<OutputOf<typeof operatorMarket.changeFee>> {
  await ctx.transaction((inner) => changeFee(inner, categoryId, percent, reason))
  return { percent }
}

const wordsOf = ({ label, phrase, minutes, setupMinutes, markets, retired }: ServiceWords): ServiceWords => ({
  label,
  phrase,
  minutes,
  setupMinutes,
  markets,
  retired,
})
const shown = (catalog: Catalog, id: string, typeId: string, words: ServiceWords): OperatorService => {
  const known = catalog.services.get(id)
  const categoryId =
    known?.categoryId ??
    [...catalog.categories.values()].find((c) => c.serviceTypes.some((type) => type.id === typeId))?.id ??
    0
  return {
    ...words,
    id,
    typeId: known?.serviceTypeId ?? typeId,
    categoryId,
    markets: words.markets as OperatorService['markets'],
    providers: 0,
  }
}

/** Changes a service's words, minutes or markets, or offers it no longer. */
export async function changeCatalogueService(
  ctx: Context,
  input: InputOf<typeof operatorMarket.changeService>,
): Promise<OutputOf<typeof operatorMarket.changeService>> {
  const catalog = await catalogOf(ctx.database)
  await ctx.transaction((inner) => changeService(inner, input.serviceId, wordsOf(input), input.reason))
  return { service: shown(catalog, input.serviceId, '', wordsOf(input)) }
}

/** Adds a service to a type. */
export async function addCatalogueService(
  ctx: Context,
  input: InputOf<typeof operatorMarket.addService>,
): Promise<OutputOf<typeof operatorMarket.addService>> {
  const catalog = await catalogOf(ctx.database)
  await ctx.transaction((inner) => addService(inner, input.id, input.typeId, wordsOf(input), input.reason))
  return { service: shown(catalog, input.id, input.typeId, wordsOf(input)) }
}

/** Shows or hides statements about health in a market. */
export async function changeMarketMarks(
  ctx: Context,
  { countryCode, covidTrained, vaccinated, reason }: InputOf<typeof operatorMarket.changeMarket>,
): Promise<OutputOf<typeof operatorMarket.changeMarket>> {
  await ctx.transaction((inner) => changeMarket(inner, countryCode, { covidTrained, vaccinated }, reason))
  return { covidTrained, vaccinated }
}
