import { consentKey } from '#contract/consent.ts'
import type { StorageLike } from './storage.ts'

const key = consentKey

/** What the visitor said to the cookie banner; the banner shows while it is pending. */
export type Consent = 'pending' | 'accepted' | 'necessary'

/** The stored choice, pending while there is none. */
export function readConsent(kept: StorageLike): Consent {
  const stored = kept.getItem(key)
  return stored === 'accepted' || stored === 'necessary' ? stored : 'pending'
}

/** Keeps the choice; 'necessary' deletes the advert and test numbers at once. */
export function saveConsent(kept: StorageLike, visit: StorageLike, consent: Consent): void {
  kept.setItem(key, consent)
  if (consent === 'necessary') clearTracking(kept, visit)
}

/** What somebody chose in another browser is their choice in this one too, where nobody has chosen yet; answers what stands here then. */
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

/** Keeps the numbers that an address brings along, only once the visitor has accepted that. */
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

/** The partner through whose link somebody came: by this page's own address, which is kept nowhere, else by that of a page before, where they accepted that it is kept; it goes with that. */
export const getVisitPartner = (visit: StorageLike, query: string): string | undefined =>
  partnerIn(query) ?? visit.getItem('partner') ?? undefined

/** The kept numbers for a search; none without consent, and an edit of a search sends only its experiment. */
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

/** After a search was saved: its id is kept and the advert number is spent. */
export function searchSaved(kept: StorageLike, searchId: string): void {
  kept.removeItem('gclid')
  kept.setItem('searchId', searchId)
}
