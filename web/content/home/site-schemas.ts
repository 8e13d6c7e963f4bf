import type { Organization, SearchAction, WebSite, WithContext } from 'schema-dts'

const context = 'https://schema.org'

// How a place typed elsewhere comes into the search; schema.org's own way to name the slot is no property of the type.
const search: SearchAction & { 'query-input': string } = {
  '@type': 'SearchAction',
  target: '',
  'query-input': 'required name=search_term_string',
}

/** The site and how it is searched from outside. */
export const webSite = (publicUrl: string): WithContext<WebSite> => ({
  '@context': context,
  '@type': 'WebSite',
  name: 'Primp',
  url: `${publicUrl}/`,
  potentialAction: { ...search, target: `${publicUrl}/search?place={search_term_string}` },
})

/** Who runs the site. */
export const organization = (publicUrl: string, legalName: string | undefined): WithContext<Organization> => ({
  '@context': context,
  '@type': 'Organization',
  name: 'Primp',
  ...(legalName ? { legalName } : {}),
  url: `${publicUrl}/`,
  logo: `${publicUrl}/mark.svg`,
})
