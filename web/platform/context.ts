import type { Country } from '#contract/words.ts'
import { createContext } from 'react-router'

/** The response to a request. */
export interface Answer {
  response: { ok: boolean; status: number; headers: Headers }
  answer: unknown
}

/** Data for loaders and renderer of one page request. */
export interface Visit {
  /** Calls the site's API in this process: anonymously for a cached page, else with the visitor's cookie. */
  call: (path: string, init?: RequestInit) => Promise<Response>
  /** For cached pages: the response to a GET, possibly shared with other pages. */
  read?: (path: string) => Promise<Answer>
  requestId: string
  /** The visitor's country; for a cached page, the country in its cache key. */
  country: Country
  /** Reports an error of the page itself. Failed API requests are already logged. */
  report: (fault: unknown) => void
  /** Marks the page as throttled for some seconds, because one of its requests was. */
  putOff: (seconds: number) => void
  /** Nonce of inline scripts; random for each rendering. */
  nonce?: string | undefined
  publicUrl: string
  /** Whether the shown people and prices are sample data. */
  sample: boolean
  /** Shows all texts in the pseudo-locale. */
  pseudoLocale: boolean
  /** Payments use the test gateway: no real money moves. */
  testPayments: boolean
  business: { legalName: string; supportEmail: string; supportPhone: string }
  retention: Readonly<Record<'searches' | 'signIns' | 'outbox' | 'audit' | 'messages', number>>
}

export const visitContext = createContext<Visit>()
