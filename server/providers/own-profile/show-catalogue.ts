import { major } from '#contract/money.ts'
import type { OwnCatalogue } from '#contract/providers/own-catalogue.ts'
import { catalogOf } from '#server/catalog/door.ts'
import { feePayerOf, feesOf } from '#server/catalog/fees/door.ts'
import type { Context } from '#server/platform/context.ts'
import { callerOf } from './own-profile.ts'
import { providerOfAccount } from '#server/providers/queries.ts'

/** What the caller may offer: the services of their country, of every country before they have one. */
export async function showCatalogue(ctx: Context): Promise<OwnCatalogue> {
  const catalog = await catalogOf(ctx.database)
  const row = await providerOfAccount(ctx.db, callerOf(ctx))
  const feeOf = ({ id, feePercent }: { id: number; feePercent: number }) => {
    const usual = { percent: feePercent, floorMinor: null, capMinor: null }
    const { percent, floorMinor, capMinor } = row
      ? feesOf(catalog, row.country_code, id, ctx.now).of(feePayerOf(row))
      : usual
    return {
      feePercent: percent,
      feeFloor: floorMinor === null ? null : major(floorMinor),
      feeCap: capMinor === null ? null : major(capMinor),
    }
  }
  const categories = [...catalog.categories.values()].map(({ id, slug, label, feePercent, serviceTypes }) => ({
    id,
    slug,
    label,
    ...feeOf({ id, feePercent }),
    types: serviceTypes
      .map((type) => ({
        id: type.id,
        label: type.label,
        services: type.services
          .filter((service) => !service.retired && (!row || service.markets.includes(row.country_code)))
          .map(({ id, label, minutes }) => ({ id, label, minutes })),
      }))
      .filter((type) => type.services.length > 0),
  }))
  return {
    categories: categories.filter((category) => category.types.length > 0),
    skills: [...catalog.skills].map(([id, label]) => ({ id, label })),
  }
}
