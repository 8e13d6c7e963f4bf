import { z } from 'zod'
import { pointShape } from './constants.ts'

export const CountryCode = z.enum(['AU', 'US', 'GB', 'CA'])
export type CountryCode = z.infer<typeof CountryCode>

// Control characters, bidirectional marks and zero-width spaces. Joiners are allowed, since scripts and emoji need
// them.
const unseen = /[\p{Cc}\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu

/**
 * Creates a schema for text of a fixed pattern. Checks the length first, so that the pattern never runs on a long text.
 */
export const patternSchema = (maximum: number, pattern: RegExp, message?: string) =>
  z.string().max(maximum, { abort: true, error: message }).regex(pattern, message)

/** Returns a validator for a minimum of code points. `z.string().min()` counts an emoji as two, the database as one. */
export const hasCharacters = (least: number) => (text: string) => [...text].length >= least

export const trimmedTextSchema = (least: number, most: number, message?: string) =>
  z
    .string()
    .trim()
    .min(least, { abort: true, error: message })
    .max(most, { abort: true })
    .refine(hasCharacters(least), message)

export const flagsSchema = (maximum: number) =>
  z
    .record(z.string().max(40), z.boolean())
    .refine((given) => Object.keys(given).length <= maximum, { abort: true, error: `Send at most ${maximum}.` })
    .meta({ maxProperties: maximum })

/** Maximum of an `int` column. A larger number would cause a database error. */
const MAX_INT4 = 2_147_483_647
export const Int4 = z.number().int().min(0).max(MAX_INT4)
export const Int4Param = z.coerce.number().pipe(Int4)
export const RowIdParam = z.coerce.number().pipe(Int4.min(1))
export const BigRowId = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
export const BigRowIdParam = z.coerce.number().pipe(BigRowId)
/**
 * Creates a schema for an amount in major units from zero to `most`: 46.5 is 46.50. A third decimal is refused, not
 * rounded.
 */
export const AmountUpTo = (most: number) =>
  z.number().min(0).max(most).multipleOf(0.01, 'Enter an amount with at most two decimals.')

/** Creates a schema for the order of a list: one of the keys, with a minus for descending order. */
export const sortSchema = <const Key extends string>(keys: readonly [Key, ...Key[]]) =>
  z.enum(keys.flatMap((key) => [key, `-${key}`] as const) as [Key | `-${Key}`]).optional()

export const queryFlag = z.string().max(8, { abort: true }).pipe(z.stringbool())

/** Creates a schema for a one-line name. Removes invisible characters and requires a letter or digit. */
export const oneLineSchema = (most: number, missing = 'Name is required') =>
  z
    .string()
    .trim()
    .max(most)
    .transform((typed) => typed.replace(unseen, '').trim())
    .pipe(z.string().regex(/[\p{L}\p{N}]/u, missing))

// PostgreSQL has no year zero: 1 BC is followed by AD 1.
const hasYear = (text: string): boolean => !text.startsWith('0000')
const noYear = 'There is no year 0000.'

/** An existing day in the zone of the event's place: YYYY-MM-DD. */
export const EventDate = z.iso.date().refine(hasYear, noYear)
export const CustomerScore = z.object({ score: z.number(), count: z.number().int() }).nullable()
export type CustomerScore = z.infer<typeof CustomerScore>
/** A time of day in the zone of the event's place: HH:MM. */
export const TimeOfDay = patternSchema(5, /^([01]\d|2[0-3]):[0-5]\d$/, 'Enter the time as HH:MM.')
export const Instant = z.iso.datetime({ offset: true }).max(40).refine(hasYear, noYear)
export const PointText = patternSchema(80, pointShape, 'Enter longitude,latitude.')
export const Currency = patternSchema(3, /^[A-Z]{3}$/)

export const Picture = z.object({ _id: z.string().optional(), src: z.string(), alt: z.string() })
export type Picture = z.infer<typeof Picture>

export const Distance = z.object({ amount: z.number(), unit: z.enum(['mi', 'km']), metres: z.number() })
export type Distance = z.infer<typeof Distance>

export const Mode = z.enum(['mobile', 'studio'])
export type Mode = z.infer<typeof Mode>

export const queryNumberSchema = (schema: z.ZodNumber) => z.coerce.number().pipe(schema)

export const Cursor = z.string().max(200).optional()
export const NextCursor = z.string().nullable()
export const SearchText = z.string().trim().max(100).optional()
/** Why an operator does something, stored in the audit log. */
export const Reason = trimmedTextSchema(3, 500, 'Give a reason.')
