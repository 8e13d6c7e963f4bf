import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Picture, queryNumber } from './values.ts'

export const Faq = z.object({ _id: z.string(), question: z.string(), answer: z.string() })
export const CustomerReview = z.object({ _id: z.string(), comment: z.string(), coverImg: Picture, customerName: z.string(), reviewScore: z.number().int().min(1).max(5) })
export const ProviderSummary = z.object({
  _id: z.string(), slug: z.string(), name: z.string(), profileImg: Picture, coverImg: Picture, bio: z.string(),
  reviewScore: z.number().nullable(), reviewCount: z.number(),
  area: z.string(), priceFrom: z.number().nullable(), currency: z.string(), featured: z.boolean(), verified: z.boolean(),
  /** Smaller pictures beside the cover, and what the artist is asked for. */
  pictures: z.array(Picture), skills: z.array(z.string()),
})
export type ProviderSummary = z.infer<typeof ProviderSummary>
export type CustomerReview = z.infer<typeof CustomerReview>
export const PopularPlace = z.object({ label: z.string(), link: z.string(), artists: z.number(), minPrice: z.number().nullable(), currency: z.string(), img: Picture })
export type PopularPlace = z.infer<typeof PopularPlace>

/** A landing page as the specification lists its fields. */
export const SeoPage = z.object({
  title: z.string(), metaDescription: z.string(), city: z.string(), state: z.string(), type: z.enum(['home', 'city', 'event']), basePath: z.string(),
  banner: z.object({ title: z.string(), subTitle: z.string(), img: z.string(), alt: z.string(), position: z.string(), locationPlaceholder: z.string() }),
  customerReviews: z.array(CustomerReview), providers: z.array(ProviderSummary), popularPlaces: z.array(PopularPlace),
  events: z.array(z.object({ label: z.string(), link: z.string() })), media: z.array(Picture), faqs: z.array(Faq),
  breadcrumbs: z.array(z.object({ label: z.string(), link: z.string() })),
  center: z.object({ lat: z.number(), lng: z.number() }),
  totalReviewCount: z.number(), totalReviewScore: z.number().nullable(),
  offers: z.object({ count: z.number(), minPrice: z.number(), maxPrice: z.number(), currency: z.string() }).nullable(),
  artists: z.number(), intro: z.string(),
  /** Where the nearest artists are, for a place that has none. */
  nearest: z.object({ city: z.string(), link: z.string(), metres: z.number() }).nullable(), indexed: z.boolean(), sample: z.boolean(),
  countryCode: z.string(), categorySlug: z.string(), timeZone: z.string(),
  seoTitle: z.string(), seoDescription: z.string(), schemas: z.array(z.record(z.string(), z.unknown())),
  createdAt: z.string(), updatedAt: z.string(),
  /** Whether an operator gave it other words. */
  edited: z.boolean(),
})
export type SeoPage = z.infer<typeof SeoPage>

export const HomePage = z.object({
  proof: z.object({ score: z.number().nullable(), reviews: z.number(), artists: z.number(), places: z.number() }),
  popularPlaces: z.array(PopularPlace), featured: z.array(ProviderSummary), customerReviews: z.array(CustomerReview.extend({ event: z.string(), place: z.string() })),
  sample: z.boolean(),
})
export type HomePage = z.infer<typeof HomePage>

export const GalleryLook = z.enum(['eyes', 'lips', 'nails', 'hair', 'mehndi', 'kit'])
export type GalleryLook = z.infer<typeof GalleryLook>
export const GalleryTexture = z.enum(['straight', 'waves', 'coils', 'braids', 'locs'])
export type GalleryTexture = z.infer<typeof GalleryTexture>

export const content = {
  page: endpoint({
    method: 'GET', path: '/v1/seo/gatsby/pages', access: 'public', summary: 'The landing page of a path.',
    input: z.object({ link: z.string().min(1).max(300) }), output: z.object({ seoPage: SeoPage }), refuses: ['not_found'],
  }),
  words: endpoint({
    method: 'GET', path: '/v1/seo/words', access: 'public', summary: 'The words that a content page was given in the place of its own.',
    input: z.object({ page: z.string().max(60).regex(/^[a-z0-9-]+$/) }),
    output: z.object({ edit: z.object({ title: z.string().nullable(), description: z.string().nullable(), body: z.string().nullable(), updatedAt: z.string() }).nullable() }), refuses: [],
  }),
  home: endpoint({
    method: 'GET', path: '/v1/seo/home', access: 'public', summary: 'What the home page shows of the market.',
    input: z.object({}), output: HomePage, refuses: [],
  }),
  places: endpoint({
    method: 'GET', path: '/v1/seo/places', access: 'public', summary: 'Every city with artists, most artists first.',
    input: z.object({}), output: z.object({ places: z.array(PopularPlace.extend({ countryCode: z.string() })) }), refuses: [],
  }),
  paths: endpoint({
    method: 'GET', path: '/v1/seo/paths', access: 'public', summary: 'The addresses that the sitemap lists.',
    input: z.object({}), output: z.object({ paths: z.array(z.object({ path: z.string(), updatedAt: z.string() })) }), refuses: [],
  }),
  ranking: endpoint({
    method: 'GET', path: '/v1/seo/ranking', access: 'public', summary: 'How much each signal counts for in the recommended order.',
    input: z.object({}), output: z.object({ weights: z.record(z.string(), z.number()) }), refuses: [],
  }),
  reviews: endpoint({
    method: 'GET', path: '/v1/seo/reviews', access: 'public', summary: 'Reviews of the whole market, newest first, with their histogram.',
    input: z.object({ score: queryNumber(z.number().int().min(1).max(5)).optional() }),
    output: z.object({
      total: z.number(), average: z.number().nullable(), histogram: z.array(z.number()).length(5),
      reviews: z.array(CustomerReview.extend({ event: z.string(), place: z.string(), date: z.string(), artist: z.object({ name: z.string(), slug: z.string() }), reply: z.string().nullable() })),
    }), refuses: [],
  }),
  gallery: endpoint({
    method: 'GET', path: '/v1/seo/gallery', access: 'public', summary: 'Pictures of artists by look, hair texture or skin tone.',
    input: z.object({ look: GalleryLook.optional(), texture: GalleryTexture.optional(), tone: queryNumber(z.number().int().min(1).max(10)).optional() }),
    output: z.object({ pictures: z.array(Picture.extend({ artist: z.object({ name: z.string(), slug: z.string(), area: z.string() }) })) }), refuses: [],
  }),
}
