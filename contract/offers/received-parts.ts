import { z } from 'zod'
import { PriceLine } from '#contract/search/quotes.ts'
import { Instant, TimeOfDay } from '#contract/values.ts'

/** A price line as its provider sees it: what they earn for one, and what the customer pays. */
export const EarningLine = z.object({
  kind: PriceLine.shape.kind,
  label: z.string(),
  count: z.number().int(),
  earn: z.number(),
  unit: z.number(),
  amount: z.number(),
})
export type EarningLine = z.infer<typeof EarningLine>

/** Why a job cannot be taken as it is asked: another one stands there from and to; or `way`, only the time to get from it or on to it is too short. */
export const Clash = z.object({
  from: Instant,
  to: Instant,
  way: z
    .object({ place: z.string(), minutes: z.number().int(), before: z.boolean(), finishTime: TimeOfDay.nullable() })
    .nullable(),
})
export type Clash = z.infer<typeof Clash>
