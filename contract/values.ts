import { z } from 'zod'
import { pointShape } from './constants.ts'

export const CountryCode = z.enum(['AU', 'US', 'GB', 'CA'])
export type CountryCode = z.infer<typeof CountryCode>

// Control signs, marks that turn the line around, and spaces without width; joiners stay, since scripts and emoji are written with them.
const unseen = /[\p{Cc}\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu

/** Text of a fixed shape. The length is checked first: the pattern never runs on a text that is longer. */
export const patternSchema = (maximum: number, pattern: RegExp, message?: string) =>
  z.string().max(maximum, { abort: true, error: message }).regex(pattern, message)

/** Checks for at least so many characters. A minimum of `z.string()` counts an emoji as two, and the database as one. */
export const hasCharacters = (least: number) => (text: string) => [...text].length >= least

/** Text without blanks around it, from `least` to `most` characters long. */
export const trimmedTextSchema = (least: number, most: number, message?: string) =>
  z
    .string()
    .trim()
    .min(least, { abort: true, error: message })
    .max(most, { abort: true })
    .refine(hasCharacters(least), message)

/** Flags by name, at most `maximum` of them. */
export const flagsSchema = (maximum: number) =>
  z
    .record(z.string().max(40), z.boolean())
    .refine((given) => Object.keys(given).length <= maximum, { abort: true, error: `Send at most ${maximum}.` })
    .meta({ maxProperties: maximum })

/** The largest number that an `int` column holds. A larger one would fail in the database and be a fault. */
const MAX_INT4 = 2_147_483_647
/** A count or a version that is kept in an `int` column. */
export const Int4 = z.number().int().min(0).max(MAX_INT4)
/** The same in a path or a query. */
export const Int4Param = z.coerce.number().pipe(Int4)
/** The number of a row whose column is an `int`, in a path or a query. */
export const RowIdParam = z.coerce.number().pipe(Int4.min(1))
/** The number of a row whose column is a `bigint`. */
export const BigRowId = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
/** The same in a path or a query. */
export const BigRowIdParam = z.coerce.number().pipe(BigRowId)
/** An amount of money in an input, in major units from zero to `most`: 46.5 is 46.50. A third decimal is refused, not rounded. */
export const AmountUpTo = (most: number) =>
  z.number().min(0).max(most).multipleOf(0.01, 'Give an amount with at most two decimals.')

/** Yes or no, in a query. */
export const queryFlag = z.string().max(8, { abort: true }).pipe(z.stringbool())

/** A name on one line: what cannot be seen is left out, and a letter or digit must remain. */
export const oneLineSchema = (most: number, missing = 'Name is required') =>
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
export const TimeOfDay = patternSchema(5, /^([01]\d|2[0-3]):[0-5]\d$/, 'Give the time as HH:MM.')
/** ISO 8601 with offset. */
export const Instant = z.iso.datetime({ offset: true }).max(40)
/** A point of an address, longitude before latitude. */
export const PointText = patternSchema(80, pointShape, 'Give it as longitude,latitude.')
export const Currency = patternSchema(3, /^[A-Z]{3}$/)

export const Picture = z.object({ _id: z.string().optional(), src: z.string(), alt: z.string() })
export type Picture = z.infer<typeof Picture>

export const Distance = z.object({ amount: z.number(), unit: z.enum(['mi', 'km']), metres: z.number() })
export type Distance = z.infer<typeof Distance>

export const Mode = z.enum(['mobile', 'studio'])
export type Mode = z.infer<typeof Mode>

/** Guards a number that comes in a query string. */
export const queryNumberSchema = (schema: z.ZodNumber) => z.coerce.number().pipe(schema)

/** The cursor of a page of a list, as `nextCursor` of the page before it; without it, the first page. */
export const Cursor = z.string().max(200).optional()
/** The cursor of the next page of a list; null on the last page. */
export const NextCursor = z.string().nullable()
/** Text to find anywhere in the rows of a list. */
export const SearchText = z.string().trim().max(100).optional()
/** Why an operator does something, as it is kept in the audit log. */
export const Reason = trimmedTextSchema(3, 500, 'Say why in a sentence.')
