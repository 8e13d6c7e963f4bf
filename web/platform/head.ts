import type { MetaDescriptor } from 'react-router'
import { markets } from '#contract/format.ts'
import { getLocale } from '#contract/i18n/language.ts'
import { type Country, countries, defaultCountry } from '#contract/words.ts'
import { formatMessage } from '#contract/i18n/messages.ts'
import { pageMessages } from './page-messages.ts'

interface Head {
  title: string
  description?: string
  /** Path of the canonical link; none if undefined. */
  path?: string
  /** The page to index in place of this one, if this one is not indexed. */
  canonical?: string
  publicUrl: string
  noindex?: boolean
  /** Facts on the social preview picture beside the title, two at most. */
  facts?: readonly { label: string; value: string }[]
  looks?: readonly string[]
  /** Undefined if all markets share the page. */
  country?: Country
  schemas?: readonly object[]
  /** The addresses of the page in each language, if it exists in several. */
  languages?: readonly PageLanguage[]
}

export type PageLanguage = { hrefLang: string; path: string }

/** Returns title, description, canonical link, languages, Open Graph, Twitter and structured data of a page. */
export function createHead({
  title,
  description,
  path,
  canonical,
  publicUrl,
  noindex,
  facts = [],
  looks = [],
  country,
  schemas = [],
  languages,
}: Head): MetaDescriptor[] {
  const shared = title.replace(/ · Primp$/, '')
  const tags: MetaDescriptor[] = [
    { title },
    { property: 'og:title', content: shared },
    { property: 'og:site_name', content: 'Primp' },
    { property: 'og:type', content: 'website' },
  ]
  if (description)
    tags.push({ name: 'description', content: description }, { property: 'og:description', content: description })
  if (noindex) {
    tags.push({ name: 'robots', content: 'noindex' })
    if (canonical) tags.push(linkCanonical(canonical, publicUrl))
  } else if (path)
    tags.push(...found(path, publicUrl, country, languages), ...sharedAs(shared, path, publicUrl, facts, looks))
  return [...tags, ...schemas.map((schema) => ({ 'script:ld+json': schema }) as MetaDescriptor)]
}

/** Returns the `hreflang` languages of a page: its country's, or those of all countries. */
export const listLanguages = (country: Country | null | undefined): string[] =>
  country ? [markets[country].locale] : [...countries.map((each) => markets[each].locale), 'x-default']

/** The page that exists in French too: home, and the search in French. */
export const homeLanguages: readonly PageLanguage[] = [
  ...listLanguages(null).map((hrefLang) => ({ hrefLang, path: '/' })),
  { hrefLang: 'fr-CA', path: '/fr' },
]

const linkCanonical = (path: string, publicUrl: string): MetaDescriptor => ({
  tagName: 'link',
  rel: 'canonical',
  href: publicUrl + path,
})

/** Returns the canonical link and the markets that share the page. */
function found(
  path: string,
  publicUrl: string,
  country: Country | undefined,
  languages: readonly PageLanguage[] = listLanguages(country).map((hrefLang) => ({ hrefLang, path })),
): MetaDescriptor[] {
  const url = publicUrl + path
  return [
    linkCanonical(path, publicUrl),
    { property: 'og:url', content: url },
    { property: 'og:locale', content: getLocale(country ?? defaultCountry).replace('-', '_') },
    ...languages.map(({ hrefLang, path: own }) => ({
      tagName: 'link',
      rel: 'alternate',
      hrefLang,
      href: publicUrl + own,
    })),
  ]
}

/**
 * Returns the social preview tags. The server draws the picture from these texts, so its address contains their hash.
 */
function sharedAs(
  title: string,
  path: string,
  publicUrl: string,
  facts: Head['facts'] = [],
  looks: readonly string[],
): MetaDescriptor[] {
  const version = [title, ...facts.flatMap(({ label, value }) => [label, value]), ...looks].join()
  return [
    {
      property: 'og:image',
      content: `${publicUrl}/pictures/share${path === '/' ? '/index' : path}.png?v=${hashOf(version)}`,
    },
    { property: 'og:image:type', content: 'image/png' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: formatMessage(pageMessages['share.alt'], { title }) },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...facts.slice(0, 2).flatMap(({ label, value }, i) => [
      { name: `twitter:label${i + 1}`, content: label },
      { name: `twitter:data${i + 1}`, content: value },
    ]),
    ...looks.slice(0, 6).map((look) => ({ name: 'thumbnail', content: look })),
  ]
}

// Only distinguishes pictures: FNV-1a, no cryptography.
function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(36)
}
