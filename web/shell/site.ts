import { useRouteLoaderData } from 'react-router'
import type { Country } from '#contract/words.ts'

/** What every page knows of the site itself. */
export interface Site {
  publicUrl: string
  requestId: string
  sample: boolean
  testPayments: boolean
  business: { legalName: string; supportEmail: string; supportPhone: string }
  year: number
  /** The visitor's country, as far as it was known when the first page was made. */
  visitorCountry: Country
}

/** The site's own facts, from the root. */
export function useSite(): Site | undefined {
  return useRouteLoaderData('root') as Site | undefined
}

/** The site's own facts for a page's `meta`. */
export const getSite = (matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]): Site | undefined =>
  matches.find((match) => match?.id === 'root')?.loaderData as Site | undefined

/** The site's public address for a page's `meta`. */
export function getPublicUrl(matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]): string {
  return getSite(matches)?.publicUrl ?? ''
}

/** What a page exports as `handle`: how its frame looks. */
export interface PageFrame {
  /** On fig above a fig hero; none where the page brings its own. */
  header?: 'fig' | 'line' | 'none'
  footer?: 'none'
}
