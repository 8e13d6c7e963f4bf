import type { content, SeoPage } from '#contract/content/content.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { getCatalog } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { computePage } from './compute-place-page.ts'
import { isFacility } from './page-index.ts'
import { isLiveSlug, findPageEdit, listPlacesCalled } from './page-editing.queries.ts'
import { events, listOccasions, getLandingPath, readLink, slugify } from './place-texts.ts'
import { buildSchemas } from './schemas.ts'
import type { operatorPages } from '#contract/operator/pages.ts'
import { mergeFaqs, getPageKind, landings, noFields, type PageFields } from '#contract/content/page-edit.ts'
import { stripQuery } from '#contract/words.ts'
import { hasVersions } from './text-pages.ts'
import { getDefaultText } from '#server/content/texts/default-texts.ts'
import type { texts } from '#contract/content/texts.ts'

/** Returns a place's landing page with an operator's edits. Throws for an unknown place. */
export async function getLandingPage(
  ctx: Context,
  { link }: InputOf<typeof content.page>,
): Promise<OutputOf<typeof content.page>> {
  const { page, path } = await buildDefaultLandingPage(ctx, link)
  const edited = applyPageEdit(page, await findPageEdit(ctx.reads, path))
  // Structured data must match the edited text.
  return { seoPage: edited === page ? page : { ...edited, schemas: buildSchemas(edited, ctx.env.publicUrl) } }
}

export async function buildDefaultLandingPage(ctx: Context, link: string): Promise<{ page: SeoPage; path: string }> {
  const parts = readLink(link)
  const category = parts && (await getCatalog(ctx.database)).categories.get(parts.category)
  const made = parts && category && (await computePage(ctx, parts, category))
  if (!made) throw new Refusal('not_found')
  return {
    path: made.path,
    page: { ...made, schemas: buildSchemas(made, ctx.env.publicUrl) },
  }
}

type Found = OutputOf<typeof operatorPages.find>

/** Finds place pages by name prefix, one per category, optionally with an occasion, or by address. */
export async function findPages(ctx: Context, { text }: InputOf<typeof operatorPages.find>): Promise<Found> {
  const { categories } = await getCatalog(ctx.database)
  const address = stripQuery(text.toLowerCase().replace(/^https?:\/\/[^/]+/, '')).replace(/\/$/, '')
  if (getPageKind(address) === 'place')
    return {
      places: (await isPlace(ctx, address))
        ? [{ label: address, path: address, category: categories.get(address.split('/')[2] ?? '')?.label ?? '' }]
        : [],
    }
  const typed = slugify(text)
  if (!typed) return { places: [] }
  const event = events.find((one) => typed.endsWith(`-${one}`)) ?? null
  const places = await listPlacesCalled(ctx.db, event ? typed.slice(0, -event.length - 1) : typed)
  return {
    places: places
      .filter(({ country_code, label }) => !isFacility(label, country_code))
      .filter(({ country_code }) => event === null || listOccasions(country_code).includes(event))
      .flatMap(({ country_code, address: place, label }) =>
        [...categories.values()].map((category) => ({
          label: `${label}, ${country_code}${event ? `, ${event}` : ''}`,
          path: getLandingPath(country_code, category.slug, place, event),
          category: category.label,
        })),
      ),
  }
}

type Laid = PageFields & { publishedAt?: Date }

const hasEdits = (fields: PageFields): boolean =>
  (Object.keys(noFields) as (keyof PageFields)[]).some((field) => fields[field] !== null)

/** Applies an edit to a place page. The caller must rebuild its structured data. */
export function applyPageEdit(page: SeoPage, edit: Laid | null | undefined): SeoPage {
  if (!edit || !hasEdits(edit)) return page
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
    faqs: mergeFaqs(page.faqs, faqs),
    updatedAt: changed > page.updatedAt ? changed : page.updatedAt,
  }
}

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

export async function isLivePath(ctx: Context, to: string): Promise<boolean> {
  const path = stripQuery(to).replace(/(.)\/$/, '$1')
  if (standing.has(path)) return true
  const [, text, more] = /^\/content\/([a-z0-9-]+)(\/versions)?$/.exec(path) ?? []
  if (text) return getDefaultText(text) !== undefined && (!more || hasVersions(`/content/${text}`))
  const [, slug] = /^\/@\/([a-z0-9-]+)$/.exec(path) ?? []
  if (slug) return isLiveSlug(ctx.db, slug)
  return readLink(path) !== null && (await isPlace(ctx, path))
}

export async function isPlace(ctx: Context, path: string): Promise<boolean> {
  try {
    return (await buildDefaultLandingPage(ctx, path)).path === path
  } catch (fault) {
    if (fault instanceof Refusal && fault.code === 'not_found') return false
    throw fault
  }
}

export async function getPageTexts(
  ctx: Context,
  { path }: InputOf<typeof texts.words>,
): Promise<OutputOf<typeof texts.words>> {
  ctx.dependsOn()
  const edit = getPageKind(path) === 'landing' ? await findPageEdit(ctx.reads, path) : null
  return { edit: edit && hasEdits(edit) ? edit : null }
}
