import type { OutputOf } from '#contract/endpoint.ts'
import type { content } from '#contract/content.ts'
import type { Context } from '#server/platform/context.ts'
import { kept } from './kept.ts'
import { popularCities } from './popular-cities.ts'

/** Every city with artists, most artists first. */
export const listPlaces = (ctx: Context): Promise<OutputOf<typeof content.places>> =>
  kept(ctx, 'places', async (ctx) => {
    ctx.about('any:where', 'any:price')
    return { places: await popularCities(ctx, 100) }
  })
