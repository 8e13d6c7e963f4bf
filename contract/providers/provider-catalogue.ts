import { z } from 'zod'
import { Currency, EventDate } from '#contract/values.ts'

export const ProviderCatalogue = z.object({
  categories: z.array(
    z.object({
      id: z.number(),
      slug: z.string(),
      label: z.string(),
      feePercent: z.number(),
      /** Bounds of the fee of a whole booking, in the artist's currency. */
      feeFloor: z.number().nullable(),
      feeCap: z.number().nullable(),
      types: z.array(
        z.object({
          id: z.string(),
          label: z.string(),
          services: z.array(z.object({ id: z.string(), label: z.string(), minutes: z.number() })),
        }),
      ),
    }),
  ),
  skills: z.array(z.object({ id: z.string(), label: z.string() })),
})
export type ProviderCatalogue = z.infer<typeof ProviderCatalogue>

export const ProviderFee = z.object({
  categoryId: z.number(),
  label: z.string(),
  percent: z.number().int(),
  usualPercent: z.number().int(),
  floor: z.number().nullable(),
  cap: z.number().nullable(),
  currency: Currency,
  why: z.enum(['usual', 'yours', 'new', 'market']),
  until: EventDate.nullable(),
  /** The number of further bookings at this fee; null if the fee does not depend on bookings. */
  bookingsLeft: z.number().int().nullable(),
})
export type ProviderFee = z.infer<typeof ProviderFee>
