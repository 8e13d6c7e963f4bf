import { getCurrentToken, getStoredUser } from '#web/platform/session.ts'
import type { StorageLike } from '#web/platform/storage.ts'
import type { TypedDetails } from './details-form.tsx'

type KeptDetails = Pick<TypedDetails, 'name' | 'email' | 'event' | 'mobile'>
const key = 'requesterDetails'

/** Keeps who asks for as long as this tab is open, so that it is asked once; times belong to the search and are not kept. */
export function storeDetails(storage: StorageLike, { name, email, event, mobile }: KeptDetails): void {
  storage.setItem(key, JSON.stringify({ name, email, event, mobile }))
}

/** What was kept; null where nothing readable is. */
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

/** Who is signed in here, as they would fill in their details; null for a visitor. */
export function getSignedInDetails(storage: StorageLike): (Partial<KeptDetails> & { email: string }) | null {
  const user = getCurrentToken(storage) ? getStoredUser(storage) : null
  return user && { name: user.name, email: user.email, ...(user.mobile ? { mobile: user.mobile } : {}) }
}
