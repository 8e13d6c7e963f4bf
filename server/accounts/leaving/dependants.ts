import type { Ends } from '#contract/accounts/ends.ts'
import type { Sender } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'

/** Why an artist takes no bookings any more. */
export type ArtistEnd = 'paused' | 'suspended' | 'closed'

/** Returns why an artist takes no bookings, without more than a customer may know. */
export const whyUnavailable = (name: string, reason: ArtistEnd): string =>
  ({
    paused: `${name} is taking a break from bookings.`,
    suspended: `${name} is not available on Primp at the moment.`,
    closed: `${name} has left Primp.`,
  })[reason]

/** What depends on an account or a profile and ends with it. Offers and bookings own it and are higher domains. */
export type Dependants = {
  /** Ends what customers have open with an artist and notifies these customers. Returns what it ended. */
  endForArtist: (ctx: Context, sender: Sender, artist: { providerId: string; reason: ArtistEnd }) => Promise<Ends>
  /**
   * Ends what a customer has open with artists and notifies these artists. With `laterRequests` the caller ends the requests
   * itself, once nothing says any more whose they were. Returns what ends.
   */
  endForCustomer: (
    ctx: Context,
    sender: Sender,
    customer: { accountId: string; email: string; laterRequests?: true },
  ) => Promise<Ends>
  previewForArtist: (ctx: Context, providerId: string) => Promise<Ends>
  previewForCustomer: (ctx: Context, customer: { accountId: string; email: string }) => Promise<Ends>
}

let registered: Dependants | undefined

/** Registers the functions that end what depends on an account. */
export function registerDependants(dependants: Dependants): void {
  registered = dependants
}

/** Returns the functions that end and preview what depends on an account. */
export function dependants(): Dependants {
  if (!registered) throw new Error('nothing is registered to end what depends on an account')
  return registered
}
