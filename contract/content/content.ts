import { z } from 'zod'
import { defaults } from '#contract/constants.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { CountryCode, Picture } from '#contract/values.ts'

const Faq = z.object({ _id: z.string(), question: z.string(), answer: z.string() })
export const CustomerReview = z.object({
  _id: z.string(),
  comment: z.string(),
  coverImg: Picture,
  customerName: z.string(),
  reviewScore: z.number().int().min(1).max(5),
})
export const ProviderSummary = z.object({
  _id: z.string(),
  slug: z.string(),
  name: z.string(),
  profileImg: Picture,
  coverImg: Picture,
  bio: z.string(),
  reviewScore: z.number().nullable(),
  reviewCount: z.number(),
  area: z.string(),
  priceFrom: z.number().nullable(),
  priceOf: z.string().nullable(),
  currency: z.string(),
  featured: z.boolean(),
  verified: z.boolean(),
  pictures: z.array(Picture),
  skills: z.array(z.string()),
  /** Longitude and latitude, rounded so that they do not give the address away. */
  position: z.tuple([z.number(), z.number()]),
})
export type ProviderSummary = z.infer<typeof ProviderSummary>
export type CustomerReview = z.infer<typeof CustomerReview>
export const PopularPlace = z.object({
  label: z.string(),
  link: z.string(),
  artists: z.number(),
  minPrice: z.number().nullable(),
  currency: z.string(),
  img: Picture,
  metres: z.number().nullable(),
})
export type PopularPlace = z.infer<typeof PopularPlace>

export const SeoPage = z.object({
  title: z.string(),
  metaDescription: z.string(),
  city: z.string(),
  state: z.string(),
  type: z.enum(['home', 'city', 'event']),
  /** Path of the place's own page. */ basePath: z.string(),
  /** Path of this page. Differs from the requested link if the link names an airport or a hospital. */
  path: z.string(),
  /** The page that search engines should index in place of this one; its own path if `indexed`. */
  canonical: z.string(),
  banner: z.object({
    title: z.string(),
    subTitle: z.string(),
    img: z.string(),
    alt: z.string(),
    position: z.string(),
    locationPlaceholder: z.string(),
    /** True if an operator uploaded the picture. */ given: z.boolean().optional(),
  }),
  customerReviews: z.array(CustomerReview),
  providers: z.array(ProviderSummary),
  popularPlaces: z.array(PopularPlace),
  events: z.array(z.object({ label: z.string(), link: z.string() })),
  media: z.array(Picture),
  faqs: z.array(Faq),
  breadcrumbs: z.array(z.object({ label: z.string(), link: z.string() })),
  center: z.object({ lat: z.number(), lng: z.number() }),
  totalReviewCount: z.number(),
  totalReviewScore: z.number().nullable(),
  offers: z.object({ count: z.number(), minPrice: z.number(), maxPrice: z.number(), currency: z.string() }).nullable(),
  /** Artists who take bookings in the place, and those who are based there. */
  artists: z.number(),
  residents: z.number(),
  /** True if all artists shown are based in the place. */
  allResident: z.boolean(),
  intro: z.string(),
  categories: z.array(z.object({ label: z.string(), link: z.string() })),
  /** Extra text of an occasion's page: how to enter a party, and trials. Null on other pages. */
  occasion: z.object({ how: z.string(), trial: z.string().nullable(), action: z.string() }).nullable(),
  /** The nearest place with artists; null if this place has artists. */
  nearest: z.object({ city: z.string(), link: z.string(), metres: z.number() }).nullable(),
  indexed: z.boolean(),
  sample: z.boolean(),
  /** True if the page's figures are constants, as for London in the sample market. */
  builtIn: z.boolean().default(false),
  countryCode: z.string(),
  categorySlug: z.string(),
  timeZone: z.string(),
  seoTitle: z.string(),
  seoDescription: z.string(),
  schemas: z.array(z.record(z.string(), z.unknown())),
  createdAt: z.string(),
  updatedAt: z.string(),
  edited: z.boolean(),
})
export type SeoPage = z.infer<typeof SeoPage>

export const HomePage = z.object({
  proof: z.object({
    score: z.number().nullable(),
    reviews: z.number(),
    artists: z.number(),
    places: z.number(),
    /**
     * Share of the last year's completed bookings that ended on time, in per cent.
     */ onTime: z.object({
      bookings: z.number(),
      percent: z.number(),
    }),
  }),
  popularPlaces: z.array(PopularPlace),
  featured: z.array(ProviderSummary),
  customerReviews: z.array(CustomerReview.extend({ event: z.string(), place: z.string() })),
  sample: z.boolean(),
})
export type HomePage = z.infer<typeof HomePage>

export const content = {
  page: defineEndpoint({
    method: 'GET',
    path: '/v1/seo/gatsby/pages',
    access: 'public',
    summary: 'Returns the landing page of a path.',
    input: z.object({ link: z.string().min(1).max(300) }),
    output: z.object({ seoPage: SeoPage }),
    refuses: ['not_found'],
  }),
  home: defineEndpoint({
    method: 'GET',
    path: '/v1/seo/home',
    access: 'public',
    summary: 'Returns the market data shown on the home page or on the page of a category.',
    input: z.object({
      categorySlug: z.string().max(60).default(defaults.category),
      country: CountryCode.optional(),
      /** Lists the best artists for this service, with its price, instead of the featured ones. */
      service: z.string().max(60).optional(),
    }),
    output: HomePage,
    refuses: ['unknown_category', 'unknown_service'],
  }),
  ranking: defineEndpoint({
    method: 'GET',
    path: '/v1/seo/ranking',
    access: 'public',
    summary: 'Returns the weight of each signal in the recommended order.',
    input: z.object({}),
    output: z.object({ weights: z.record(z.string(), z.number()) }),
    refuses: [],
  }),
}
