import { useRouteLoaderData } from 'react-router'
import type { Language } from '#contract/i18n/language.ts'
import type { Country } from '#contract/words.ts'

/** Facts about the site that all pages use. */
export interface Site {
  publicUrl: string
  requestId: string
  sample: boolean
  testPayments: boolean
  business: { legalName: string; supportEmail: string; supportPhone: string }
  year: number
  visitorCountry: Country
  /** True if all pages are shown in the pseudo-locale, for tests. */
  pseudoLocale: boolean
}

export function useSite(): Site | undefined {
  return useRouteLoaderData('root') as Site | undefined
}

export const getSite = (matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]): Site | undefined =>
  matches.find((match) => match?.id === 'root')?.loaderData as Site | undefined

export function getPublicUrl(matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]): string {
  return getSite(matches)?.publicUrl ?? ''
}

/** A page's `handle`: appearance of header and footer. */
export interface PageFrame {
  /** Dark above a dark hero; none if the page has its own. */
  header?: 'fig' | 'line' | 'none'
  footer?: 'none'
  /** Returns the appearance of a page that depends on what it loaded. */
  frameFor?: (loaderData: unknown) => PageFrame
  /** The language of the page; English if undefined. A page whose language depends on its data returns it as `language`. */
  language?: Language
}
