import { z } from 'zod'
import { pointShape } from './constants.ts'

export const CountryCode = z.enum(['AU', 'US', 'GB', 'CA'])
export type CountryCode = z.infer<typeof CountryCode>

// Control signs, marks that turn the line around, and spaces without width; joiners stay, since scripts and emoji are written with them.
const unseen = /[\p{Cc}\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu

/** A name on one line: what cannot be seen is left out, and a letter or digit must remain. */
export const oneLine = (most: number, missing = 'Name is required') =>
  z
    .string()
    .trim()
    .max(most)
    .transform((typed) => typed.replace(unseen, '').trim())
    .pipe(z.string().regex(/[\p{L}\p{N}]/u, missing))

/** A day in the zone of the event's place: YYYY-MM-DD, a day that exists. */
export const EventDate = z.iso.date()
/** What artists have said of a customer, in all; null while nobody has. */
export const CustomerScore = z.object({ score: z.number(), count: z.number().int() }).nullable()
export type CustomerScore = z.infer<typeof CustomerScore>
/** A time of day in the zone of the event's place: HH:MM. */
export const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Give the time as HH:MM.')
/** ISO 8601 with offset. */
export const Instant = z.iso.datetime({ offset: true })
/** A point of an address, longitude before latitude. */
export const PointText = z.string().regex(pointShape, 'Give it as longitude,latitude.')
export const Currency = z.string().regex(/^[A-Z]{3}$/)

export const Picture = z.object({ _id: z.string().optional(), src: z.string(), alt: z.string() })
export type Picture = z.infer<typeof Picture>

export const Distance = z.object({ amount: z.number(), unit: z.enum(['mi', 'km']), metres: z.number() })
export type Distance = z.infer<typeof Distance>

export const Mode = z.enum(['mobile', 'studio'])
export type Mode = z.infer<typeof Mode>

/** Guards a number that comes in a query string. */
export const queryNumber = (schema: z.ZodNumber) => z.coerce.number().pipe(schema)
