import type { HoldEndReason } from '#contract/bookings/lifecycle-hold.ts'
import type { Context } from '#server/platform/context.ts'

/** Which holds to end. All given fields have to match, and at least one is given. */
export type HoldFilter = {
  holdIds?: readonly string[]
  providerId?: string
  /** The customer's account, whether the hold or only its search belongs to it. */
  accountId?: string
  searchId?: string
  offerId?: string
  /** The request whose offer the hold was made from. */
  requestId?: string
  mode?: 'mobile' | 'studio'
  /** Holds that include at least one of these services. */
  serviceIds?: readonly string[]
}

export type HoldRelease = {
  reason: Exclude<HoldEndReason, 'expired'>
  /** `refuse` throws `customer_paying` if a matching hold has a payment in progress; by default its payment is cancelled. */
  whilePaying?: 'release' | 'refuse'
}

/** A hold that has been ended, to notify its customer. */
export type EndedHold = { id: string; searchId: string; providerId: string; accountId: string | null; paying: boolean }

type ReleaseHolds = (ctx: Context, filter: HoldFilter, release: HoldRelease) => Promise<EndedHold[]>
let registered: ReleaseHolds | undefined

/** Registers the function that ends holds. Bookings own them and are a higher domain. */
export function registerHoldRelease(release: ReleaseHolds): void {
  registered = release
}

/**
 * Ends all matching holds that stand, in the caller's transaction: frees their time, cancels their payments after the
 * commit, and shows the reason on the checkout page. Call it in the transaction that ends what a hold stands on: an
 * offer, a listing, an account, an area. Returns the holds it ended.
 */
export function releaseHolds(ctx: Context, filter: HoldFilter, release: HoldRelease): Promise<EndedHold[]> {
  if (!registered) throw new Error('no function to release holds is registered')
  return registered(ctx, filter, release)
}
