import { z } from 'zod'
import { Currency, EventDate } from '#contract/values.ts'

/** Services and skills available in the artist's country, with the fee of each category. */
export const ProviderCatalogue = z.object({
  categories: z.array(
    z.object({
      id: z.number(),
      slug: z.string(),
      label: z.string(),
      feePercent: z.number(),
      /** Bounds of the fee of a whole booking, in the artist's currency; null for none. */
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

/** The platform fee that an artist pays for one category. */
export const ProviderFee = z.object({
  categoryId: z.number(),
  label: z.string(),
  percent: z.number().int(),
  /** The default percent, without any rule. */
  usualPercent: z.number().int(),
  /** Bounds of the fee of a whole booking, in the artist's currency; null for none. */
  floor: z.number().nullable(),
  cap: z.number().nullable(),
  currency: Currency,
  why: z.enum(['usual', 'yours', 'new', 'market']),
  /** Its last day; null without a known end. */
  until: EventDate.nullable(),
  /** Further bookings at this fee; null if bookings do not matter. */
  bookingsLeft: z.number().int().nullable(),
})
export type ProviderFee = z.infer<typeof ProviderFee>
