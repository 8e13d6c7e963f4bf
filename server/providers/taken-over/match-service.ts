import type { Taken } from '#contract/reviews/taken.ts'
import { inSentence } from '#contract/words.ts'
import type { Catalog, CatalogService } from '#server/catalog/door.ts'

type Named = Pick<Taken['artist']['services'][number], 'slug' | 'title' | 'label'>
export type Meant = { service: CatalogService; title: string | null }

/** Which service of a country's catalogue another site means, and the artist's own title for it: by the catalogue's own word where the file has it, else by the label, as it was made. In words why none. */
export function meantBy(catalog: Catalog, countryCode: string, { slug, title, label }: Named): Meant | string {
  const offered = [...catalog.services.values()].filter(
    (service) => !service.retired && service.markets.includes(countryCode),
  )
  const meant =
    slug === undefined
      ? byLabel(offered, label)
      : offered.filter(({ id }) => id === slug).map((service) => ({ service, title: title ?? null }))
  if (meant.length > 1) return 'several services are called so here.'
  return meant[0] ?? 'the catalogue here has no such service.'
}

function byLabel(offered: readonly CatalogService[], label: string): Meant[] {
  const exact = offered.filter((service) => service.label === label)
  if (exact.length > 0) return exact.map((service) => ({ service, title: null }))
  return offered.flatMap((service) => {
    const behind = ` (${inSentence(service.label)})`
    return label.endsWith(behind) ? [{ service, title: label.slice(0, -behind.length) }] : []
  })
}
