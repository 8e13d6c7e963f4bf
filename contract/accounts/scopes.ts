import { z } from 'zod'

export const Scope = z.enum([
  'bookings:read',
  'calendar:read',
  'calendar:write',
  'requests:read',
  'profile:read',
  'earnings:read',
])
export type Scope = z.infer<typeof Scope>

/**
 * Scopes of a partner's API key: public data, the bookings referred by the partner, holds for its customers, and the
 * account on which it owes deposits (`account:write` books on it).
 */
export const PartnerScope = z.enum([
  'catalog:read',
  'search:read',
  'artists:read',
  'bookings:read',
  'bookings:write',
  'account:read',
  'account:write',
])
export type PartnerScope = z.infer<typeof PartnerScope>

export const keyLimits = { aMinute: 120, anAccount: 20 } as const

/** Limits of a partner's key. A replaced key stays valid for the overlap. */
export const partnerKeyLimits = { mostAMinute: 600, aPartner: 20, overlapHours: 24 } as const
