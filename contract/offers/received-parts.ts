import { z } from 'zod'
import { PriceLine } from '#contract/search/quotes.ts'
import { Instant, TimeOfDay } from '#contract/values.ts'

export const EarningLine = z.object({
  kind: PriceLine.shape.kind,
  label: z.string(),
  count: z.number().int(),
  earn: z.number(),
  unit: z.number(),
  amount: z.number(),
})
export type EarningLine = z.infer<typeof EarningLine>

/** Why a request cannot be accepted: another appointment overlaps, or, for `way`, only the travel time is too short. */
export const Clash = z.object({
  from: Instant,
  to: Instant,
  way: z
    .object({ place: z.string(), minutes: z.number().int(), before: z.boolean(), finishTime: TimeOfDay.nullable() })
    .nullable(),
})
export type Clash = z.infer<typeof Clash>
