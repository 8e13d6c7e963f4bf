import { z } from 'zod'
import { oneLineSchema } from '#contract/values.ts'

const missing = 'Please enter location'
// The range is wider than the earth, so that an invalid point gets its own error message.
const Coordinate = z.number().min(-1_000, missing).max(1_000, missing)

/** The specification's location object; `coordinates` is [longitude, latitude], empty if nothing is chosen. */
export const Location = z.object(
  {
    type: z.literal('Point').default('Point'),
    coordinates: z.tuple([Coordinate, Coordinate], missing),
    address: z.object(
      {
        placeName: oneLineSchema(200, missing),
        country: z.string().max(80).optional(),
        countryCode: z
          .string()
          .max(2)
          .transform((code) => code.toUpperCase())
          .pipe(z.string().regex(/^[A-Z]{2}$/)),
        regionCode: z.string().max(20).optional(),
        locality: z.string().max(120).optional(),
        neighborhood: z.string().max(120).optional(),
        place: z.string().max(120).optional(),
        region: z.string().max(120).optional(),
      },
      missing,
    ),
  },
  missing,
)
export type Location = z.infer<typeof Location>
