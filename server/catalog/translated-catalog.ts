import type { Language } from '#contract/i18n/language.ts'
import type { Database } from '#db/database.ts'
import { translateLabel } from '#server/platform/language.ts'
import { type Catalog, type CatalogCategory, type CatalogService, getCatalog } from './catalog.ts'

const translated = new WeakMap<Catalog, Map<Language, Catalog>>()

/** Returns the catalogue with its labels in a language. Labels that operators wrote stay as they are. */
export async function getCatalogIn(database: Database, language: Language): Promise<Catalog> {
  const catalog = await getCatalog(database)
  if (language === 'en') return catalog
  const known = translated.get(catalog) ?? new Map<Language, Catalog>()
  translated.set(catalog, known)
  const made = known.get(language) ?? translateCatalog(catalog, language)
  known.set(language, made)
  return made
}

function translateCatalog(catalog: Catalog, language: Language): Catalog {
  const inLanguage = <Labelled extends { label: string }>(one: Labelled): Labelled => ({
    ...one,
    label: translateLabel(one.label, language),
  })
  const services = new Map([...catalog.services].map(([id, service]) => [id, inLanguage(service)]))
  const serviceOf = ({ id }: CatalogService): CatalogService => services.get(id) as CatalogService
  const categoryOf = (category: CatalogCategory): CatalogCategory => ({
    ...inLanguage(category),
    serviceTypes: category.serviceTypes.map((type) => ({
      ...inLanguage(type),
      services: type.services.map(serviceOf),
    })),
  })
  const categories = new Map([...catalog.categories].map(([slug, category]) => [slug, categoryOf(category)]))
  return {
    ...catalog,
    services,
    servicesByNo: new Map([...services.values()].map((service) => [service.no, service])),
    categories,
    categoriesById: new Map([...categories.values()].map((category) => [category.id, category])),
    skills: new Map([...catalog.skills].map(([id, label]) => [id, translateLabel(label, language)])),
  }
}
