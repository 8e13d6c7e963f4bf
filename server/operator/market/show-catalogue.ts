import type { OutputOf } from '#contract/endpoint.ts'
import type { OperatorService, operatorMarket } from '#contract/operator/market.ts'
import { catalogNow, type CatalogService } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { serviceCounts } from './market-queries.ts'

const present = (s: CatalogService, providers: number): OperatorService => ({
  id: s.id,
  label: s.label,
  phrase: s.phrase,
  typeId: s.serviceTypeId,
  categoryId: s.categoryId,
  minutes: s.minutes,
  setupMinutes: s.setupMinutes,
  sequence: s.sequence,
  trial: s.trial,
  markets: [...s.markets] as OperatorService['markets'],
  retired: s.retired,
  providers,
})

/** Categories with fees, services with how many offer them, markets with their settings. */
export async function showCatalogue(ctx: Context): Promise<OutputOf<typeof operatorMarket.catalogue>> {
  const catalog = await catalogNow(ctx.database)
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
      ({ countryCode, name, currency, distanceUnit, covidTrained, vaccinated, taxNumber }) => ({
        countryCode,
        name,
        currency,
        distanceUnit,
        covidTrained,
        vaccinated,
        taxNumber,
        providers: counts.markets.get(countryCode) ?? 0,
      }),
    ),
  }
}
