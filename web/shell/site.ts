import { useRouteLoaderData } from 'react-router'
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
}
