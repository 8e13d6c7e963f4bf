import type { ProviderCatalogue } from '#contract/providers/provider-catalogue.ts'

/**
 * Returns the service that a recruitment page preselects: by label, else the first of its type, category, or containing
 * the word.
 */
export function findPreselectedService(
  catalogue: ProviderCatalogue,
  firstService: string | null,
  landing: string,
): string | null {
  if (!firstService) return null
  const wanted = firstService.toLowerCase()
  // On nail pages a manicure is in the nails category.
  const categories = landing.startsWith('/nails')
    ? catalogue.categories.toSorted((a, b) => Number(b.slug === 'nails') - Number(a.slug === 'nails'))
    : catalogue.categories
  const services = categories.flatMap((category) =>
    category.types.flatMap((type) =>
      type.services.map((service) => ({
        id: service.id,
        label: service.label.toLowerCase(),
        type: type.label.toLowerCase(),
        category: category.label.toLowerCase(),
      })),
    ),
  )
  const found =
    services.find(({ label }) => label === wanted) ??
    services.find(({ category }) => category === wanted) ??
    services.find(({ type }) => type === wanted) ??
    services.find(({ label }) => label.includes(wanted)) ??
    services.find(({ label }) => label.includes(wanted.replace(/s$/, ''))) ??
    services.find(({ category }) => category.includes(wanted))
  return found?.id ?? null
}
