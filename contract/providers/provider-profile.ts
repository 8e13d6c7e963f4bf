import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Location } from '#contract/places/location.ts'
import { LowerPriceRule } from './lower-price.ts'
import { bioLengths, depositShares, undertones } from './profile-rules.ts'
import { Crop, FileUrl } from '#contract/pictures/uploads.ts'
import {
  AmountUpTo,
  CountryCode,
  Currency,
  Int4Param,
  oneLineSchema,
  Picture,
  TimeOfDay,
  trimmedTextSchema,
} from '#contract/values.ts'
import { ProviderCatalogue, ProviderFee } from './provider-catalogue.ts'

const DepositShare = z.number().int().min(depositShares.least).max(depositShares.most)

export const ProviderState = z.enum([
  'draft',
  'submitted',
  'in_review',
  'changes_requested',
  'approved',
  'rejected',
  'suspended',
  'paused',
])
export type ProviderState = z.infer<typeof ProviderState>

const Policy = z.enum(['flexible', 'fair', 'strict'])
const Amount = AmountUpTo(1_000_000)
const ServiceId = z.string().min(1).max(60)
export const mostServices = 100
export const ServiceMinutes = z.number().int().min(5).max(600)
const Words = (most: number) => z.string().trim().min(1).max(most)

const OwnService = z.object({
  id: z.string(),
  label: z.string(),
  categoryId: z.number(),
  typeId: z.string(),
  /** `unpriced`: selected, and active as soon as it has a price. */
  status: z.enum(['active', 'off', 'unpriced']),
  cost: z.number().nullable(),
  minutes: z.number().nullable(),
  usualMinutes: z.number(),
  /** The artist's own deposit share in whole per cent; null for the default. */
  depositShare: z.number().int().nullable(),
})

export const ProviderTravel = z.object({
  mode: z.enum(['mobile', 'studio', 'both']),
  /** Distances in the market's unit, amounts as the provider's earnings in major units. */
  radius: z.number(),
  free: z.number(),
  perUnit: z.number(),
  /** A close at or before the opening is in the following night. */
  hours: z.object({ opens: TimeOfDay, closes: TimeOfDay }),
  early: z.object({ before: TimeOfDay, fee: z.number() }).nullable(),
  bufferMinutes: z.number(),
  noticeHours: z.number(),
  horizonDays: z.number(),
})
export type ProviderTravel = z.infer<typeof ProviderTravel>

export const ProviderKit = z.object({
  shades: z.array(z.number().int().min(1).max(10)),
  undertones: z.array(z.enum(undertones)),
  brands: z.array(z.string()),
  tools: z.array(z.string()),
  items: z.array(z.string()),
  skills: z.array(z.string()),
  singleUse: z.boolean(),
})
export type ProviderKit = z.infer<typeof ProviderKit>

export const sharedProfileFields = {
  _id: z.string(),
  slug: z.string(),
  name: z.string(),
  currency: Currency,
  rating: z.number().nullable(),
  featured: z.boolean(),
}

/** The provider's own editable profile, with the exact base, which no other response contains. */
export const EditableProfile = z.object({
  ...sharedProfileFields,
  state: ProviderState,
  paused: z.boolean(),
  countryCode: CountryCode,
  distanceUnit: z.enum(['mi', 'km']),
  location: z.object({
    area: z.string(),
    city: z.string(),
    coordinates: z.tuple([z.number(), z.number()]),
    rounded: z.tuple([z.number(), z.number()]),
  }),
  studio: z.boolean(),
  studioAddress: z.string(),
  services: z.array(OwnService),
  artists: z.array(z.object({ name: z.string(), services: z.array(z.string()) })),
  travel: ProviderTravel,
  minimumJob: z.number(),
  sellingRules: z.object({
    instant: z.boolean(),
    depositShare: z.number(),
    policy: Policy,
    onlineBalance: z.boolean(),
  }),
  /** Whether Instant Book can be turned on: payout details exist. */
  payoutReady: z.boolean(),
  instagram: z.string().nullable(),
  kit: ProviderKit,
  bio: z.string(),
  photo: Picture.nullable(),
  cover: Picture.nullable(),
  albums: z.number(),
  pictures: z.number(),
  reviews: z.number(),
  vouchers: z.boolean(),
})
export type EditableProfile = z.infer<typeof EditableProfile>

/** Price range of a service among live artists nearby, as earnings. */
const PriceRange = z.object({ serviceId: z.string(), low: z.number(), high: z.number() })

const own = { access: 'provider', output: EditableProfile, limit: 120 } as const
const signedIn = ['not_signed_in', 'session_ended', 'not_yours', 'not_found', 'rate_limited'] as const

export const providerProfile = {
  show: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me',
    access: 'provider',
    scope: 'profile:read',
    summary: 'The own profile, everything that can be changed; none before the location is set.',
    input: z.object({}),
    output: EditableProfile,
    refuses: signedIn,
  }),
  catalogue: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/catalogue',
    access: 'provider',
    summary: 'The services that may be offered in the own country, with fees, and the skills.',
    input: z.object({}),
    output: ProviderCatalogue,
    refuses: signedIn,
  }),
  fees: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/fees',
    access: 'provider',
    summary: 'What the platform takes of the own prices today, by kind of work, and until when.',
    input: z.object({}),
    output: z.object({ fees: z.array(ProviderFee) }),
    refuses: signedIn,
  }),
  location: defineEndpoint({
    ...own,
    method: 'PUT',
    path: '/v1/providers/me/location',
    summary: 'Where they set out from; the first time it makes the profile.',
    input: z.object({
      location: Location,
      studio: z.boolean().default(false),
      studioAddress: z.string().trim().max(300).default(''),
    }),
    refuses: [
      ...signedIn,
      'location_out_of_range',
      'country_not_served',
      'country_mismatch',
      'place_too_remote',
      'studio_address_missing',
      'state_changed',
      'too_many_base_changes',
    ],
  }),
  services: defineEndpoint({
    ...own,
    method: 'PUT',
    path: '/v1/providers/me/services',
    summary: 'What they do and who of the team does it; a service that is new has no price yet.',
    input: z.object({
      services: z
        .array(z.object({ id: ServiceId, minutes: ServiceMinutes.nullable().default(null) }))
        .max(mostServices),
      artists: z
        .array(z.object({ name: oneLineSchema(60), services: z.array(ServiceId).max(100) }))
        .min(1)
        .max(4),
    }),
    refuses: [...signedIn, 'services_none', 'unknown_service', 'service_twice', 'contact_details'],
  }),
  prices: defineEndpoint({
    ...own,
    method: 'PUT',
    path: '/v1/providers/me/prices/{categoryId}',
    summary: 'What they earn for each service of a category; what is on needs a cost above zero.',
    input: z.object({
      categoryId: Int4Param,
      items: z
        .array(
          z.object({
            serviceId: ServiceId,
            status: z.enum(['active', 'off']),
            cost: z.number().min(-1_000_000).max(1_000_000).multipleOf(0.01, 'Cost is not valid').nullable(),
          }),
        )
        .max(100),
    }),
    refuses: [...signedIn, 'unknown_category', 'unknown_service', 'service_of_other_category', 'price_missing'],
  }),
  priceRanges: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/price-ranges/{categoryId}',
    access: 'provider',
    summary: 'Where the middle of the prices lies within 50 km, service by service, from five live artists on.',
    input: z.object({ categoryId: Int4Param }),
    output: z.object({ area: z.string(), ranges: z.array(PriceRange) }),
    refuses: [...signedIn, 'unknown_category'],
  }),
  travel: defineEndpoint({
    ...own,
    method: 'PUT',
    path: '/v1/providers/me/travel',
    summary: 'Where and when they work, how far they go and what the road costs.',
    input: ProviderTravel.extend({
      radius: z.number().min(0).max(200),
      free: z.number().min(0).max(200),
      perUnit: Amount,
      early: z.object({ before: TimeOfDay, fee: Amount }).nullable().default(null),
      bufferMinutes: z.number().int().min(0).max(240),
      noticeHours: z.number().int().min(0).max(720),
      horizonDays: z.number().int().min(1).max(730),
    }),
    refuses: [...signedIn, 'studio_address_missing', 'radius_missing', 'hours_too_late'],
  }),
  deposits: defineEndpoint({
    ...own,
    method: 'PUT',
    path: '/v1/providers/me/deposits',
    summary:
      'The share of the price at once by service; without one of its own the usual share holds. Of several in a job the highest counts.',
    input: z.object({
      items: z.array(z.object({ serviceId: ServiceId, share: DepositShare.nullable() })).max(100),
    }),
    refuses: [...signedIn, 'unknown_service', 'service_twice'],
  }),
  lowerPrices: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/lower-prices',
    access: 'provider',
    summary: 'When the caller works for less.',
    input: z.object({}),
    output: z.object({ rules: z.array(LowerPriceRule) }),
    refuses: signedIn,
  }),
  setLowerPrices: defineEndpoint({
    method: 'PUT',
    path: '/v1/providers/me/lower-prices',
    access: 'provider',
    limit: 120,
    summary: 'The same anew, all of it; quotes already given keep their price.',
    input: z.object({ rules: z.array(LowerPriceRule).max(8) }),
    output: z.object({ rules: z.array(LowerPriceRule) }),
    refuses: [...signedIn, 'lower_price_always'],
  }),
  minimumJob: defineEndpoint({
    ...own,
    method: 'PUT',
    path: '/v1/providers/me/minimum-job',
    summary: 'The smallest job worth leaving for, in what they earn; zero is none.',
    input: z.object({ amount: Amount }),
    refuses: signedIn,
  }),
  sellingRules: defineEndpoint({
    ...own,
    method: 'PUT',
    path: '/v1/providers/me/selling-rules',
    summary: 'Deposit share, cancellation policy, Instant Book and the balance online.',
    input: z.object({
      instant: z.boolean(),
      depositShare: z.number().min(0).max(100),
      policy: Policy,
      onlineBalance: z.boolean(),
    }),
    refuses: [...signedIn, 'share_out_of_range', 'payout_missing'],
  }),
  instagram: defineEndpoint({
    ...own,
    method: 'PUT',
    path: '/v1/providers/me/instagram',
    summary: 'The name on Instagram, or none; a name that brings no pictures is not kept.',
    input: z.object({
      handle: z
        .string()
        .max(60, 'instagram is not valid')
        .trim()
        .transform((typed) => typed.replace(/^@/, ''))
        .pipe(z.string().regex(/^[A-Za-z0-9._]{0,30}$/, 'instagram is not valid')),
    }),
    refuses: [...signedIn, 'no_pictures'],
  }),
  kit: defineEndpoint({
    ...own,
    method: 'PUT',
    path: '/v1/providers/me/kit',
    summary: 'Shades, brands, tools and skills.',
    input: ProviderKit.extend({
      shades: z.array(z.number().int().min(1).max(10)).max(10),
      undertones: z.array(z.enum(undertones)).max(5),
      brands: z.array(Words(80)).max(60),
      tools: z.array(Words(80)).max(60),
      items: z.array(Words(120)).max(60),
      skills: z.array(z.string().max(60)).max(60),
    }),
    refuses: [...signedIn, 'unknown_skill'],
  }),
  bio: defineEndpoint({
    ...own,
    method: 'PUT',
    path: '/v1/providers/me/bio',
    summary: 'The bio, without phone numbers, addresses and links.',
    input: z.object({
      bio: trimmedTextSchema(bioLengths.least, bioLengths.most, `Write at least ${bioLengths.least} characters.`),
    }),
    refuses: [...signedIn, 'contact_details', 'banned_word'],
  }),
  photo: defineEndpoint({
    ...own,
    method: 'PUT',
    path: '/v1/providers/me/photo',
    summary: 'The profile photo: a kept upload and the square of it that is shown.',
    input: z.object({ fileUrl: FileUrl, crop: Crop }),
    refuses: [...signedIn, 'file_too_small', 'file_unreadable'],
  }),
  vouchers: defineEndpoint({
    ...own,
    method: 'POST',
    path: '/v1/providers/me/sells-vouchers',
    summary:
      'Gift vouchers for bookings with them alone are sold on their page, or no longer; what has been sold stays good.',
    input: z.object({ sells: z.boolean() }),
    refuses: [...signedIn, 'state_changed'],
  }),
  pause: defineEndpoint({
    ...own,
    method: 'POST',
    path: '/v1/providers/me/pause',
    summary: 'Out of searches by their own choice, and back.',
    input: z.object({ paused: z.boolean() }),
    refuses: [...signedIn, 'state_changed'],
  }),
}
