import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { EventDate, Instant, oneLineSchema } from '#contract/values.ts'
import type { Country } from '#contract/words.ts'

const signedIn = ['not_signed_in', 'session_ended', 'not_yours'] as const

export const EntityType = z.enum(['individual', 'business'])
export type EntityType = z.infer<typeof EntityType>

export const TaxNumberKind = z.enum(['nino', 'utr', 'sin', 'bn', 'abn', 'ssn', 'itin', 'ein'])
export type TaxNumberKind = z.infer<typeof TaxNumberKind>

/** Tax identification numbers that a market's tax office accepts, by type of seller. */
export const taxNumberKinds: Readonly<Record<Country, Record<EntityType, readonly TaxNumberKind[]>>> = {
  GB: { individual: ['nino', 'utr'], business: ['utr'] },
  CA: { individual: ['sin', 'bn'], business: ['bn'] },
  AU: { individual: ['abn'], business: ['abn'] },
  US: { individual: ['ssn', 'itin', 'ein'], business: ['ein'] },
}

/** The US does not ask for dates of birth. */
export const needsBirthDate = (country: Country, entityType: EntityType): boolean =>
  entityType === 'individual' && country !== 'US'

/**
 * Days from the first payment's reminder: to the second one, and to the stop of payouts. OECD Model Rules for
 * Reporting by Platform Operators, section II: two reminders and not before 60 days.
 */
export const sellerReminders = { secondAfterDays: 30, stopAfterDays: 60 } as const

/** Required: `missing`, then `overdue` once payouts have stopped. `verified`: the payment service has checked it. */
export const SellerState = z.enum(['missing', 'provided', 'verified', 'overdue'])
export type SellerState = z.infer<typeof SellerState>

const NewIdentity = z.object({
  entityType: EntityType,
  /** Empty for a business. */
  firstName: z.string().trim().max(60),
  /** The family name of an individual, or the legal name of a business. */
  name: oneLineSchema(120),
  street: oneLineSchema(120, 'Street is required'),
  city: oneLineSchema(80, 'City is required'),
  /** Required outside the UK. */
  region: z.string().trim().max(60),
  postcode: oneLineSchema(12, 'Postcode is required'),
  /** Empty for an individual. */
  registrationNumber: z.string().trim().max(30),
  taxNumberKind: TaxNumberKind,
})

export const SellerIdentity = z.object({
  state: SellerState,
  /** When payouts stop if the identity is still missing; null before the first reminder or once it is given. */
  stopsAt: Instant.nullable(),
  identity: NewIdentity.extend({
    /** The last three characters. */
    taxNumberEnd: z.string(),
    updatedAt: Instant,
  }).nullable(),
})
export type SellerIdentity = z.infer<typeof SellerIdentity>

export const sellerIdentity = {
  show: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/tax-identity',
    access: 'provider',
    summary:
      "Returns the caller's identity for reports to the tax office: of the tax number only the last three characters, and not the date of birth.",
    input: z.object({}),
    output: SellerIdentity,
    refuses: [...signedIn, 'not_found'],
  }),
  save: defineEndpoint({
    method: 'PUT',
    path: '/v1/providers/me/tax-identity',
    access: 'provider',
    summary:
      "Updates the caller's identity for reports to the tax office. The tax number and the date of birth are encrypted; left empty, the saved ones stay.",
    input: NewIdentity.extend({
      taxNumber: z.string().trim().max(30),
      /** Empty for a business, and in the US. */
      birthDate: z.union([EventDate, z.literal('')]),
    }),
    output: SellerIdentity,
    refuses: [
      ...signedIn,
      'idempotency_key_missing',
      'not_found',
      'name_missing',
      'region_missing',
      'tax_number',
      'tax_number_kind',
      'birth_date',
      'under_age',
      'registration_number',
      'not_allowed_acting',
    ],
    notActing: true,
    key: true,
  }),
}
