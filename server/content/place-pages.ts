import type { content, SeoPage } from '#contract/content/content.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { catalogOf } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { computePage } from './compute-place-page.ts'
import { liveSlug, pageEdit, placesCalled } from './page-editing.queries.ts'
import { events, eventsOf, pathOf, readLink, slugOf } from './place-texts.ts'
import { schemasOf } from './schemas.ts'
import type { operatorPages } from '#contract/operator/pages.ts'
import { faqsWith, kindOf, landings, noFields, type PageFields } from '#contract/content/page-edit.ts'
import { withoutQuery } from '#contract/words.ts'
import { hasVersions } from './text-pages.ts'
import { madeText } from '#server/content/texts/made-texts.ts'
import type { texts } from '#contract/content/texts.ts'

/** The landing page of a place, computed from the market, with the words that an operator gave it; refused where the path names no known place. */
export async function showPage(
  ctx: Context,
  { link }: InputOf<typeof content.page>,
): Promise<OutputOf<typeof content.page>> {
  const { page, path } = await madePage(ctx, link)
  const edited = withEdit(page, await pageEdit(ctx.reads, path))
  // What it tells search engines says the same words.
  return { seoPage: edited === page ? page : { ...edited, schemas: schemasOf(edited, ctx.env.publicUrl) } }
}

/** A landing page as the market makes it, and its own path. */
export async function madePage(ctx: Context, link: string): Promise<{ page: SeoPage; path: string }> {
  const parts = readLink(link)
  const category = parts && (await catalogOf(ctx.database)).categories.get(parts.category)
  const made = parts && category && (await computePage(ctx, parts, category))
  if (!made) throw new Refusal('not_found')
  return {
    path: pathOf(parts.country, parts.category, parts.place, parts.event),
    page: { ...made, schemas: schemasOf(made, ctx.env.publicUrl) },
  }
}

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

type Laid = PageFields & { publishedAt?: Date }

/** Whether any field says something else than what was made. */
const saysAnything = (fields: PageFields): boolean =>
  (Object.keys(noFields) as (keyof PageFields)[]).some((field) => fields[field] !== null)

/** A place page with the words, picture and questions that an operator gave it; its structured data has to be made anew from the answer. */
export function withEdit(page: SeoPage, edit: Laid | null | undefined): SeoPage {
  if (!edit || !saysAnything(edit)) return page
  const { title, description, bannerTitle, bannerText, picture, faqs, publishedAt } = edit
  const changed = publishedAt?.toISOString().slice(0, 10) ?? ''
  return {
    ...page,
    edited: true,
    title: title ?? page.title,
    seoTitle: title ?? page.seoTitle,
    metaDescription: description ?? page.metaDescription,
    seoDescription: description ?? page.seoDescription,
    banner: {
      ...page.banner,
      title: bannerTitle ?? page.banner.title,
      subTitle: bannerText ?? page.banner.subTitle,
      ...(picture ? { img: picture.src, alt: picture.alt, given: true } : {}),
    },
    faqs: faqsWith(page.faqs, faqs),
    updatedAt: changed > page.updatedAt ? changed : page.updatedAt,
  }
}

// Pages that are there without anything in the database, beside the landing pages.
const standing = new Set<string>([
  ...landings,
  '/offer',
  '/offers',
  '/coming-soon',
  '/search',
  '/login',
  '/register',
  '/forgot-password',
  '/select-dashboard',
  '/dashboard',
  '/customer-dashboard',
  '/join-mua',
  '/join-sg',
  '/join-now',
  '/nails/join-us',
  '/providers/join-us',
  '/providers/notifications-app',
  '/content/places',
  '/content/artists',
  '/customer-dashboard/account',
  '/customer-dashboard/saved',
  '/customer-dashboard/payments',
  '/customer-dashboard/quotes',
])

/** Whether an address of this site leads to a page that is there. */
export async function leadsSomewhere(ctx: Context, to: string): Promise<boolean> {
  const path = withoutQuery(to).replace(/(.)\/$/, '$1')
  if (standing.has(path)) return true
  const [, text, more] = /^\/content\/([a-z0-9-]+)(\/versions)?$/.exec(path) ?? []
  if (text) return madeText(text) !== undefined && (!more || hasVersions(`/content/${text}`))
  const [, slug] = /^\/@\/([a-z0-9-]+)$/.exec(path) ?? []
  if (slug) return liveSlug(ctx.db, slug)
  return readLink(path) !== null && (await isPlace(ctx, path))
}

/** Whether there is a page of a place at that path. */
export async function isPlace(ctx: Context, path: string): Promise<boolean> {
  try {
    return (await madePage(ctx, path)).path === path
  } catch (fault) {
    if (fault instanceof Refusal && fault.code === 'not_found') return false
    throw fault
  }
}

/** The words that an operator gave one of the site's own landing pages, where there are any. */
export async function showWords(
  ctx: Context,
  { path }: InputOf<typeof texts.words>,
): Promise<OutputOf<typeof texts.words>> {
  ctx.about()
  const edit = kindOf(path) === 'landing' ? await pageEdit(ctx.reads, path) : null
  return { edit: edit && saysAnything(edit) ? edit : null }
}
