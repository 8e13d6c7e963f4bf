import type { OutputOf } from '#contract/endpoint.ts'
import type { operatorCatalogue } from '#contract/operator/catalogue.ts'
import { type CatalogCategory, catalogNow, type CatalogType } from '#server/catalog/index.ts'
import { allAreas } from '#server/places/index.ts'
import type { Context } from '#server/platform/context.ts'
import { presentArea } from './present-area.ts'

const onOffer = ({ services }: CatalogType) => services.filter(({ retired }) => !retired).length
const inAll = (types: readonly CatalogType[]) => types.reduce((sum, type) => sum + onOffer(type), 0)

const presentCategory = ({ id, slug, label, made, feePercent, serviceTypes }: CatalogCategory) => ({
  id: String(id),
  slug,
  label,
  made,
  feePercent,
  services: inAll(serviceTypes),
  types: serviceTypes.map((type) => ({
    id: type.id,
    slug: type.id,
    label: type.label,
    made: type.made,
    services: onOffer(type),
  })),
})

/** Stores with their categories and types, and the areas made here. */
export async function showParts(ctx: Context): Promise<OutputOf<typeof operatorCatalogue.parts>> {
  const { stores, categories } = await catalogNow(ctx.database)
  const within = (storeId: number) => [...categories.values()].filter((category) => category.storeId === storeId)
  return {
    stores: [...stores.values()].map(({ id, slug, label, made }) => ({
      id: String(id),
      slug,
      label,
      made,
      services: inAll(within(id).flatMap(({ serviceTypes }) => serviceTypes)),
      categories: within(id).map(presentCategory),
    })),
    areas: (await allAreas(ctx.db)).map(presentArea),
  }
}
