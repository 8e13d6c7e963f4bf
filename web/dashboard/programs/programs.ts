import { createContext, useContext } from 'react'
import type { PartnerScope, Scope } from '#contract/accounts/scopes.ts'
import type { Delivery, Webhook, WebhookEvent } from '#contract/notifications/webhooks.ts'
import type { Country } from '#contract/words.ts'

type AnyScope = Scope | PartnerScope

/** A key of an artist or partner; a partner's also has a rate limit and an end. */
export interface KeyView {
  id: string
  name: string
  begins: string
  scopes: readonly AnyScope[]
  createdAt: string
  lastUsedAt: string | null
  aMinute?: number
  sandbox?: boolean
  endsAt?: string | null
}

export interface WantedKey {
  name: string
  scopes: AnyScope[]
  aMinute: number
  sandbox: boolean
  endsOn: string | null
}

type OfWebhook = { webhookId: string }
type WebhookNow = Promise<{ webhook: Webhook }>

/** Scopes, events and endpoints of an artist or partner, for the cards of keys and webhooks. */
export interface Programs {
  countryCode: Country
  says: { keys: string; hooks: string }
  scopes: readonly AnyScope[]
  events: readonly WebhookEvent[]
  may: { write: boolean; send: boolean }
  keys: {
    make: (wanted: WantedKey) => Promise<{ key: KeyView; token: string }>
    end: (keyId: string) => Promise<unknown>
    /** Set if keys have rate limits and can be rotated. */
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

export const ProgramsContext = createContext<Programs | null>(null)

export function usePrograms(): Programs {
  const programs = useContext(ProgramsContext)
  if (!programs) throw new Error('keys and webhooks need an owner')
  return programs
}
