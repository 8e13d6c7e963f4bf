import { getCurrentToken, getStoredUser } from '#web/platform/session.ts'
import type { StorageLike } from '#web/platform/storage.ts'
import type { TypedDetails } from './details-form.tsx'

type KeptDetails = Pick<TypedDetails, 'name' | 'email' | 'event' | 'mobile'>
const key = 'requesterDetails'

/** Stores the requester in the tab, so that they are not asked again; times belong to the search and are not stored. */
export function storeDetails(storage: StorageLike, { name, email, event, mobile }: KeptDetails): void {
  storage.setItem(key, JSON.stringify({ name, email, event, mobile }))
}

/** Returns the stored details; null if none are readable. */
export function loadDetails(storage: StorageLike): KeptDetails | null {
  try {
    const kept = JSON.parse(storage.getItem(key) ?? 'null') as KeptDetails | null
    return kept && [kept.name, kept.email, kept.event, kept.mobile].every((part) => typeof part === 'string' && part)
      ? kept
      : null
  } catch {
    return null
  }
}

/** Returns the signed-in person's details; null for a visitor. */
export function getSignedInDetails(storage: StorageLike): (Partial<KeptDetails> & { email: string }) | null {
  const user = getCurrentToken(storage) ? getStoredUser(storage) : null
  return user && { name: user.name, email: user.email, ...(user.mobile ? { mobile: user.mobile } : {}) }
}
