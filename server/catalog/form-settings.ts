import type { FormSettings } from '#contract/catalog/catalog.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Catalog } from './catalog.ts'

/** The services to choose from in one store and category, in the catalogue's order. */
export function formSettings(catalog: Catalog, storeSlug: string, categorySlug: string): FormSettings {
  const store = catalog.stores.get(storeSlug)
  if (!store) throw new Refusal('unknown_store')
  const category = catalog.categories.get(categorySlug)
  if (!category || category.storeId !== store.id) throw new Refusal('unknown_category')
  return {
    store: { id: String(store.id), slug: store.slug },
    category: { slug: category.slug, label: category.label },
    serviceTypes: category.serviceTypes.map((type) => ({
      id: type.id,
      label: type.label,
      services: type.services
        .filter(({ retired }) => !retired)
        .map(({ id, label, minutes, setupMinutes }) => ({ id, label, minutes, setupMinutes })),
    })),
  }
}
