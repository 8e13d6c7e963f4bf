import type { ProviderCatalogue } from '#contract/providers/provider-catalogue.ts'

/** The service that a recruitment page names: by its own label, else the first of that kind, of that category, or with that word in it. */
export function findPreselectedService(
  catalogue: ProviderCatalogue,
  firstService: string | null,
  landing: string,
): string | null {
  if (!firstService) return null
  const wanted = firstService.toLowerCase()
  // On the page for nail artists a manicure is of the nails, not of a wedding morning.
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
