import { z } from 'zod'

/** What a key of an artist's opens for another program. */
export const Scope = z.enum([
  'bookings:read',
  'calendar:read',
  'calendar:write',
  'requests:read',
  'profile:read',
  'earnings:read',
])
export type Scope = z.infer<typeof Scope>

/** What a key of a partner's opens: what everybody may read, and the bookings that came through the partner. */
export const PartnerScope = z.enum(['catalog:read', 'search:read', 'artists:read', 'bookings:read'])
export type PartnerScope = z.infer<typeof PartnerScope>

/** How many calls a minute one key may make, and how many keys one account may have. */
export const keyLimits = { aMinute: 120, anAccount: 20 } as const

/** The same of a partner's keys; how many calls a minute is said with each, up to the most. A key that was replaced still opens for so many hours. */
export const partnerKeyLimits = { mostAMinute: 600, aPartner: 20, overlapHours: 24 } as const
