import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorPages } from '#contract/operator/pages.ts'
import { kindOf } from '#contract/content/page-edit.ts'
import { catalogOf } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { placesCalled } from '#server/content/editing/edit-queries.ts'
import { events, eventsOf, pathOf, slugOf } from './landing-link.ts'
import { isPlace } from '#server/content/reading/page-links.ts'
import { withoutQuery } from '#contract/words.ts'

type Found = OutputOf<typeof operatorPages.find>

/** The pages of the places whose name begins so, one for each category; of an occasion, where its word stands behind the name; or the page at that address. */
export async function findPages(ctx: Context, { text }: InputOf<typeof operatorPages.find>): Promise<Found> {
  const { categories } = await catalogOf(ctx.database)
  const address = withoutQuery(text.toLowerCase().replace(/^https?:\/\/[^/]+/, '')).replace(/\/$/, '')
  if (kindOf(address) === 'place')
    return {
      places: (await isPlace(ctx, address))
        ? [{ label: address, path: address, category: categories.get(address.split('/')[2] ?? '')?.label ?? '' }]
        : [],
    }
  const typed = slugOf(text)
  if (!typed) return { places: [] }
  const event = events.find((one) => typed.endsWith(`-${one}`)) ?? null
  const places = await placesCalled(ctx.db, event ? typed.slice(0, -event.length - 1) : typed)
  return {
    places: places
      .filter(({ country_code }) => event === null || eventsOf(country_code).includes(event))
      .flatMap(({ country_code, address: place, label }) =>
        [...categories.values()].map((category) => ({
          label: `${label}, ${country_code}${event ? `, ${event}` : ''}`,
          path: pathOf(country_code, category.slug, place, event),
          category: category.label,
        })),
      ),
  }
}
