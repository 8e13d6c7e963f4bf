import { z } from 'zod'

const Minute = z.number().int().min(0).max(1_740)
const YearDay = z.number().int().min(101).max(1_231)
/** Off-peak times: weekdays from Monday, 0, start of the job, days of the year (1201). */
const OffPeak = z.object({
  kind: z.literal('off_peak'),
  percent: z.number().int().min(1).max(50),
  weekdays: z.array(z.number().int().min(0).max(6)).min(1).max(6).nullable(),
  hours: z
    .object({ from: Minute, to: Minute })
    .refine(({ from, to }) => from < to, 'The end must come after the start.')
    .nullable(),
  season: z.object({ first: YearDay, last: YearDay }).nullable(),
})
const LastMinute = z.object({
  kind: z.literal('last_minute'),
  percent: z.number().int().min(1).max(50),
  withinDays: z.number().int().min(0).max(60),
})
/** A reduction of the earnings for each service. If several apply, the largest one counts. */
export const LowerPriceRule = z.discriminatedUnion('kind', [OffPeak, LastMinute])
export type LowerPriceRule = z.infer<typeof LowerPriceRule>
