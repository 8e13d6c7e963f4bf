import { SearchLanguage } from '#contract/search/search.ts'
import { z } from 'zod'
import { PopularPlace } from './content.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { countries } from '#contract/words.ts'
import { queryNumberSchema } from '#contract/values.ts'

export const sitemapPartSize = 10_000

const Part = queryNumberSchema(z.number().int().min(1).max(100_000))
const Link = z.object({ label: z.string(), link: z.string() })
const Chunk = z.object({ link: z.string(), from: z.string(), to: z.string(), count: z.number() })
const PlaceCountry = z.enum(['au', 'ca', 'gb', 'us'])

const Standing = z.object({
  countryCode: z.string(),
  countryName: z.string(),
  part: z.number(),
  parts: z.number(),
  updatedAt: z.string(),
})

export const PlaceList = Standing.extend({
  category: z.object({ slug: z.string(), label: z.string() }),
  places: z.array(
    Link.extend({ artists: z.number(), minPrice: z.number(), currency: z.string(), events: z.array(Link) }),
  ),
})
export type PlaceList = z.infer<typeof PlaceList>
export const ArtistList = Standing.extend({
  artists: z.array(z.object({ slug: z.string(), name: z.string(), area: z.string() })),
})
export type ArtistList = z.infer<typeof ArtistList>

export const PlaceDirectory = z.object({
  places: z.array(PopularPlace.extend({ countryCode: z.string() })),
  lists: z.array(
    z.object({
      countryCode: z.string(),
      category: z.object({ slug: z.string(), label: z.string() }),
      parts: z.array(Chunk),
    }),
  ),
})
export type PlaceDirectory = z.infer<typeof PlaceDirectory>
const ArtistDirectory = z.object({ lists: z.array(z.object({ countryCode: z.string(), parts: z.array(Chunk) })) })

/** Static pages, places by category and occasion, their lists, and artists. */
export const SitemapKind = z.enum(['pages', 'places', 'lists', 'artists'])

/** An indexable address: `updatedAt` is a day in UTC, empty if unknown; pictures are on this site or elsewhere. */
const SitemapPath = z.object({
  path: z.string(),
  updatedAt: z.string(),
  country: z.enum(countries).nullable(),
  pictures: z.array(z.string()),
})
export type SitemapKind = z.infer<typeof SitemapKind>

const OfferedCategory = z.object({ slug: z.string(), label: z.string() })

export const directory = {
  categories: defineEndpoint({
    method: 'GET',
    path: '/v1/seo/categories',
    access: 'public',
    summary: 'Lists the categories that can be searched in a country.',
    input: z.object({ country: z.enum(countries), language: SearchLanguage.default('en') }),
    output: z.object({ categories: z.array(OfferedCategory) }),
    refuses: [],
  }),
  places: defineEndpoint({
    method: 'GET',
    path: '/v1/seo/places',
    access: 'public',
    summary: 'Lists the cities with the most artists, and the directories of all places that an artist reaches.',
    input: z.object({}),
    output: PlaceDirectory,
    refuses: [],
  }),
  placeList: defineEndpoint({
    method: 'GET',
    path: '/v1/seo/places/{country}/{category}/{part}',
    access: 'public',
    summary: 'Returns one directory of places with their occasions.',
    input: z.object({ country: PlaceCountry, category: z.string().max(60), part: Part }),
    output: PlaceList,
    refuses: ['not_found'],
  }),
  artists: defineEndpoint({
    method: 'GET',
    path: '/v1/seo/artists',
    access: 'public',
    summary: 'Lists the directories of all live artists by country.',
    input: z.object({}),
    output: ArtistDirectory,
    refuses: [],
  }),
  artistList: defineEndpoint({
    method: 'GET',
    path: '/v1/seo/artists/{country}/{part}',
    access: 'public',
    summary: 'Returns one directory of artists.',
    input: z.object({ country: PlaceCountry, part: Part }),
    output: ArtistList,
    refuses: ['not_found'],
  }),
  sitemap: defineEndpoint({
    method: 'GET',
    path: '/v1/seo/sitemap',
    access: 'public',
    summary: 'Lists the parts of the sitemap.',
    input: z.object({}),
    output: z.object({ parts: z.array(z.object({ kind: SitemapKind, part: z.number(), updatedAt: z.string() })) }),
    refuses: [],
  }),
  sitemapPart: defineEndpoint({
    method: 'GET',
    path: '/v1/seo/sitemap/{kind}/{part}',
    access: 'public',
    summary:
      'Lists the URLs of one part of the sitemap, each with its last change (empty if unknown), its pictures and its country (null means all countries).',
    input: z.object({ kind: SitemapKind, part: Part }),
    output: z.object({ paths: z.array(SitemapPath) }),
    refuses: ['not_found'],
  }),
}
