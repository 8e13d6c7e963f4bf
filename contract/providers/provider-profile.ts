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
  /** An end at or before the start is in the following night. */
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
  /** True if payout details exist, so that Instant Book can be turned on. */
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
    summary: "Returns the caller's profile with everything that can be edited. Null before the location is set.",
    input: z.object({}),
    output: EditableProfile,
    refuses: signedIn,
  }),
  catalogue: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/catalogue',
    access: 'provider',
    summary: "Lists the services that can be offered in the caller's country, with fees, and the skills.",
    input: z.object({}),
    output: ProviderCatalogue,
    refuses: signedIn,
  }),
  fees: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/fees',
    access: 'provider',
    summary: "Returns the platform's current fees on the caller's prices by category, and their last day.",
    input: z.object({}),
    output: z.object({ fees: z.array(ProviderFee) }),
    refuses: signedIn,
  }),
  location: defineEndpoint({
    ...own,
    method: 'PUT',
    path: '/v1/providers/me/location',
    summary: "Sets the caller's base location. The first call creates the profile.",
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
    summary: "Sets the caller's services and who of the team does them. A new service has no price yet.",
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
    summary: 'Sets what the caller earns for each service of a category. Active services need an amount above zero.',
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
    summary: 'Returns the median prices within 50 km by service, if there are at least five live artists.',
    input: z.object({ categoryId: Int4Param }),
    output: z.object({ area: z.string(), ranges: z.array(PriceRange) }),
    refuses: [...signedIn, 'unknown_category'],
  }),
  travel: defineEndpoint({
    ...own,
    method: 'PUT',
    path: '/v1/providers/me/travel',
    summary: 'Sets where and when the caller works, the travel radius and the travel costs.',
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
      'Sets the deposit share by service. Without one, the default share applies. For several services in a job, the highest applies.',
    input: z.object({
      items: z.array(z.object({ serviceId: ServiceId, share: DepositShare.nullable() })).max(100),
    }),
    refuses: [...signedIn, 'unknown_service', 'service_twice'],
  }),
  lowerPrices: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/lower-prices',
    access: 'provider',
    summary: "Lists the caller's lower prices.",
    input: z.object({}),
    output: z.object({ rules: z.array(LowerPriceRule) }),
    refuses: signedIn,
  }),
  setLowerPrices: defineEndpoint({
    method: 'PUT',
    path: '/v1/providers/me/lower-prices',
    access: 'provider',
    limit: 120,
    summary: "Replaces the caller's lower prices. Existing quotes keep their price.",
    input: z.object({ rules: z.array(LowerPriceRule).max(8) }),
    output: z.object({ rules: z.array(LowerPriceRule) }),
    refuses: [...signedIn, 'lower_price_always'],
  }),
  minimumJob: defineEndpoint({
    ...own,
    method: 'PUT',
    path: '/v1/providers/me/minimum-job',
    summary: "Sets the caller's minimum earnings for a job. Zero means no minimum.",
    input: z.object({ amount: Amount }),
    refuses: signedIn,
  }),
  sellingRules: defineEndpoint({
    ...own,
    method: 'PUT',
    path: '/v1/providers/me/selling-rules',
    summary: 'Sets the deposit share, the cancellation policy, Instant Book and whether the balance is paid online.',
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
    summary: 'Sets or removes the Instagram name. A name that returns no pictures is rejected.',
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
    summary: 'Sets shades, brands, tools and skills.',
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
    summary: 'Sets the bio. It must not contain phone numbers, addresses or links.',
    input: z.object({
      bio: trimmedTextSchema(bioLengths.least, bioLengths.most, `Write at least ${bioLengths.least} characters.`),
    }),
    refuses: [...signedIn, 'contact_details', 'banned_word'],
  }),
  photo: defineEndpoint({
    ...own,
    method: 'PUT',
    path: '/v1/providers/me/photo',
    summary: 'Sets the profile photo: an upload and its visible square.',
    input: z.object({ fileUrl: FileUrl, crop: Crop }),
    refuses: [...signedIn, 'file_too_small', 'file_unreadable'],
  }),
  vouchers: defineEndpoint({
    ...own,
    method: 'POST',
    path: '/v1/providers/me/sells-vouchers',
    summary: 'Starts or stops the sale of gift vouchers for bookings with the caller. Sold vouchers stay valid.',
    input: z.object({ sells: z.boolean() }),
    refuses: [...signedIn, 'state_changed'],
  }),
  pause: defineEndpoint({
    ...own,
    method: 'POST',
    path: '/v1/providers/me/pause',
    summary: "Pauses or resumes the caller's profile in searches.",
    input: z.object({ paused: z.boolean() }),
    refuses: [...signedIn, 'state_changed'],
  }),
}
