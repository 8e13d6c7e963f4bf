import type { Country } from '#contract/words.ts'
import { createContext } from 'react-router'

/** What a call answered. */
export interface Answer {
  response: { ok: boolean; status: number; headers: Headers }
  answer: unknown
}

/** What the server hands to the loaders and the renderer of one page request. */
export interface Visit {
  /** Calls the site's own API in this process; on a cached page as an anonymous visitor, else with the visitor's cookie. */
  call: (path: string, init?: RequestInit) => Promise<Response>
  /** On a page that is the same for everyone: what a GET answers, which may have been asked for another such page. */
  read?: (path: string) => Promise<Answer>
  requestId: string
  /** The visitor's country; on a page that is kept, the one that it is kept for. */
  country: Country
  /** Takes a fault of the page itself for the log; what a call refused or failed at, the call has said. */
  report: (fault: unknown) => void
  /** Says that a call of the page was put off for so many seconds, so that the page is too. */
  putOff: (seconds: number) => void
  /** The nonce of the scripts that the site writes into the page; unguessable and new for each rendering. */
  nonce?: string | undefined
  /** Where the site lives, without a slash at the end. */
  publicUrl: string
  /** A street map's style over the drawn one, where one is configured. */
  mapStyleUrl: string | null
  /** Whether the people and prices on show are made up. */
  sample: boolean
  /** The embedded test bank takes the payments: no real money moves. */
  testPayments: boolean
  business: { legalName: string; supportEmail: string; supportPhone: string }
  /** How many days things are kept, by kind. */
  retention: Readonly<Record<'searches' | 'signIns' | 'outbox' | 'audit' | 'messages', number>>
}

/** The load-context key of the visit. */
export const visitContext = createContext<Visit>()
