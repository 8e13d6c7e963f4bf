import type { FormSettings } from '#contract/catalog/catalog.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Catalog, CatalogCategory } from './catalog.ts'

/** The services to choose from in a category, in the catalogue's order; of this store where one is named. */
export function formSettings(catalog: Catalog, storeSlug: string | undefined, categorySlug: string): FormSettings {
  if (storeSlug !== undefined && !catalog.stores.has(storeSlug)) throw new Refusal('unknown_store')
  const category = catalog.categories.get(categorySlug)
  const store = category && storeOf(catalog, category)
  if (!store || (storeSlug ?? store.slug) !== store.slug) throw new Refusal('unknown_category')
  return {
    store: { id: String(store.id), slug: store.slug },
    category: { slug: category.slug, label: category.label },
    serviceTypes: category.serviceTypes
      .map((type) => ({
        id: type.id,
        label: type.label,
        services: type.services
          .filter(({ retired }) => !retired)
          .map(({ id, label, minutes, setupMinutes, trial }) => ({ id, label, minutes, setupMinutes, trial })),
      }))
      .filter(({ services }) => services.length > 0),
  }
}

/** The store that a category stands in. */
const storeOf = ({ stores }: Catalog, { storeId }: CatalogCategory) =>
  [...stores.values()].find(({ id }) => id === storeId)
