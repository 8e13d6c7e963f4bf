import { consentKey } from '#contract/consent.ts'
import type { StorageLike } from './storage.ts'

const key = consentKey

/** Cookie choice of the visitor. The banner shows while it is pending. */
export type Consent = 'pending' | 'accepted' | 'necessary'

export function readConsent(kept: StorageLike): Consent {
  const stored = kept.getItem(key)
  return stored === 'accepted' || stored === 'necessary' ? stored : 'pending'
}

/** Saves the choice; 'necessary' deletes tracking ids at once. */
export function saveConsent(kept: StorageLike, visit: StorageLike, consent: Consent): void {
  kept.setItem(key, consent)
  if (consent === 'necessary') clearTracking(kept, visit)
}

/** Adopts a choice from another browser if this one has none. Returns the resulting choice. */
export function adoptConsent(
  kept: StorageLike,
  visit: StorageLike,
  theirs: Exclude<Consent, 'pending'> | null,
): Consent {
  if (theirs && readConsent(kept) === 'pending') saveConsent(kept, visit, theirs)
  return readConsent(kept)
}

function clearTracking(kept: StorageLike, visit: StorageLike): void {
  for (const name of ['gclid', 'heapId']) kept.removeItem(name)
  for (const name of ['landingPage', 'experimentId', 'partner']) visit.removeItem(name)
}

export interface Tracking {
  gclid?: string
  heapId?: string
  experimentId?: string
  landingPage?: string
}

/** Saves the tracking ids of an address, if the visitor has accepted. */
export function saveTracking(kept: StorageLike, visit: StorageLike, address: URL, heapId?: string): void {
  if (readConsent(kept) !== 'accepted') return
  const gclid = address.searchParams.get('gclid')
  const experimentId = address.searchParams.get('experimentId')
  if (gclid) kept.setItem('gclid', gclid.slice(0, 200))
  if (heapId) kept.setItem('heapId', heapId.slice(0, 200))
  const partner = partnerIn(address.search)
  if (partner) visit.setItem('partner', partner)
  if (experimentId) visit.setItem('experimentId', experimentId.slice(0, 200))
  if (visit.getItem('landingPage') === null) visit.setItem('landingPage', address.pathname.slice(0, 500))
}

const partnerIn = (query: string): string | undefined =>
  new URLSearchParams(query).get('partner')?.slice(0, 60) || undefined

/** Returns the partner of the visit: from this page's address, or with consent from an earlier page's. */
export const getVisitPartner = (visit: StorageLike, query: string): string | undefined =>
  partnerIn(query) ?? visit.getItem('partner') ?? undefined

/** Returns the stored tracking ids for a search; empty without consent. An edit sends only its experiment. */
export function getTracking(kept: StorageLike, visit: StorageLike, editing: boolean): Tracking {
  if (readConsent(kept) !== 'accepted') return {}
  const experimentId = visit.getItem('experimentId') ?? undefined
  if (editing) return { experimentId }
  return {
    gclid: kept.getItem('gclid') ?? undefined,
    heapId: kept.getItem('heapId') ?? undefined,
    landingPage: visit.getItem('landingPage') ?? undefined,
    experimentId,
  }
}

/** Stores the id of a saved search and deletes the used advert id. */
export function searchSaved(kept: StorageLike, searchId: string): void {
  kept.removeItem('gclid')
  kept.setItem('searchId', searchId)
}
