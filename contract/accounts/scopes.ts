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

/** How many calls a minute one key may make, and how many keys one account may have. */
export const keyLimits = { aMinute: 120, anAccount: 20 } as const
