import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorPages as desk } from '#contract/operator-pages.ts'
import { catalogOf } from '#server/catalog/door.ts'
import type { Context } from '#server/platform/context.ts'
import { placesCalled } from './edit-queries.ts'
import { pathOf, slugOf } from './landing-link.ts'

/** The pages of the places whose name begins so, one for each category. */
export async function findPages(ctx: Context, { text }: InputOf<typeof desk.find>): Promise<OutputOf<typeof desk.find>> {
  const slug = slugOf(text)
  if (!slug) return { places: [] }
  const categories = [...(await catalogOf(ctx.database)).categories.values()]
  const places = await placesCalled(ctx.db, slug)
  return { places: places.flatMap(({ country_code, address, label }) => categories.map((category) => ({ label: `${label}, ${country_code}`, path: pathOf(country_code, category.slug, address), category: category.label }))) }
}
