import { createContext, useContext } from 'react'
import type { PartnerScope, Scope } from '#contract/accounts/scopes.ts'
import type { Delivery, Webhook, WebhookEvent } from '#contract/notifications/webhooks.ts'
import type { Country } from '#contract/words.ts'

type AnyScope = Scope | PartnerScope

/** A key as it is shown, an artist's or a partner's; of the second also how often it may call and when it ends. */
export interface KeyView {
  id: string
  name: string
  begins: string
  scopes: readonly AnyScope[]
  createdAt: string
  lastUsedAt: string | null
  aMinute?: number
  endsAt?: string | null
}

export interface WantedKey {
  name: string
  scopes: AnyScope[]
  aMinute: number
  endsOn: string | null
}

type OfWebhook = { webhookId: string }
type WebhookNow = Promise<{ webhook: Webhook }>

/** Whose programs a page is of: what their keys and webhooks can be for, and the calls behind both. */
export interface Programs {
  countryCode: Country
  says: { keys: string; hooks: string }
  scopes: readonly AnyScope[]
  events: readonly WebhookEvent[]
  /** What may be changed here at all. */
  may: { write: boolean; send: boolean }
  keys: {
    make: (wanted: WantedKey) => Promise<{ key: KeyView; token: string }>
    end: (keyId: string) => Promise<unknown>
    /** Where keys are said with how often they may call, and are replaced. */
    rotate?: (keyId: string) => Promise<{ key: KeyView; old: KeyView; token: string }>
  }
  hooks: {
    add: (wanted: { url: string; events: WebhookEvent[] }) => WebhookNow
    change: (change: OfWebhook & { paused: boolean }) => WebhookNow
    renewSecret: (of: OfWebhook) => WebhookNow
    remove: (of: OfWebhook) => Promise<unknown>
    ping: (of: OfWebhook) => Promise<unknown>
    deliveries: (of: OfWebhook) => Promise<{ deliveries: Delivery[] }>
    sendAgain: (of: OfWebhook & { deliveryId: string }) => Promise<unknown>
  }
}

/** Whose programs the cards within are of. */
export const ProgramsContext = createContext<Programs | null>(null)

/** Whose programs this part of the page is of. */
export function usePrograms(): Programs {
  const programs = useContext(ProgramsContext)
  if (!programs) throw new Error('keys and webhooks of nobody')
  return programs
}
