import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Block, TextPage, texts } from '#contract/content/texts.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  countHelp,
  toPageFields,
  listHelpCounts,
  findPageEdit,
  type PageEdit,
  findVersion,
  listVersions,
} from './page-editing.queries.ts'
import { getDefaultText, type DefaultText } from '#server/content/texts/default-texts.ts'
import type { PageFields } from '#contract/content/page-edit.ts'
import { fillSlots, readMarkdown } from './markdown.ts'
import { getSlotValues } from './slot-values.ts'
import type { operatorPages } from '#contract/operator/pages.ts'
import { getTextVersion, type VersionedText } from '#contract/terms.ts'
import { buildSettingUpdate } from '#server/platform/settings.ts'

export async function getTextPage(
  ctx: Context,
  { page: slug, version }: InputOf<typeof texts.read>,
): Promise<OutputOf<typeof texts.read>> {
  // Text pages have no artist subjects to invalidate them.
  ctx.dependsOn()
  const made = getDefaultText(slug)
  if (!made) throw new Refusal('not_found')
  const stands = await findPageEdit(ctx.reads, pathOf(slug))
  if (version === undefined) return { page: await buildTextPage(ctx, made, stands) }
  const edit = await versionNamed(ctx, slug, version)
  return { page: await buildTextPage(ctx, made, edit, (edit?.number ?? 0) !== (stands?.number ?? 0)) }
}

async function versionNamed(ctx: Context, slug: string, name: string): Promise<PageEdit | null> {
  const path = pathOf(slug)
  if (!hasVersions(path)) throw new Refusal('not_found')
  const number = Number(name) - Number(formatVersion(path, 0))
  if (number === 0) return null
  const row = number > 0 ? await findVersion(ctx.reads, path, number) : undefined
  if (!row?.published_at) throw new Refusal('not_found')
  return { ...toPageFields(row), number, publishedAt: row.published_at }
}

const pathOf = (slug: string) => `/content/${slug}`

export async function buildTextPage(
  ctx: Context,
  made: DefaultText,
  edit: (PageFields & Partial<Pick<PageEdit, 'number' | 'publishedAt'>>) | null,
  past = false,
): Promise<TextPage> {
  const path = pathOf(made.slug)
  const updated = edit?.publishedAt?.toISOString().slice(0, 10) ?? made.updated
  const name = hasVersions(path) ? formatVersion(path, edit?.number ?? 0) : null
  const slots = await getSlotValues(ctx, { slug: made.slug, updated, version: name })
  return {
    slug: made.slug,
    title: edit?.title ?? made.title,
    description: edit?.description ?? made.description,
    updated,
    blocks: readMarkdown(fillSlots(edit?.body ?? made.body, slots)).blocks,
    version: name === null ? null : { name, past },
  }
}

const filterQuestions = (blocks: readonly Block[]) => blocks.filter((block) => block.kind === 'question')

export async function listHelp(ctx: Context): Promise<OutputOf<typeof operatorPages.help>> {
  const counts = new Map((await listHelpCounts(ctx.db)).map((row) => [row.topic, row]))
  const topics = (await listHelpQuestions(ctx)).map(({ id, question }) => ({
    topic: id,
    question,
    useful: counts.get(id)?.useful ?? 0,
    useless: counts.get(id)?.useless ?? 0,
  }))
  return { topics: topics.toSorted((a, b) => b.useless - b.useful - (a.useless - a.useful)) }
}

export async function listTextVersions(
  ctx: Context,
  { page: slug }: InputOf<typeof texts.versions>,
): Promise<OutputOf<typeof texts.versions>> {
  const made = getDefaultText(slug)
  const path = pathOf(slug)
  if (!made || !hasVersions(path)) throw new Refusal('not_found')
  const rows = await listVersions(ctx.reads, path)
  const published = rows.flatMap((row) =>
    row.number && row.published_at
      ? [
          {
            name: formatVersion(path, row.number),
            from: row.published_at.toISOString().slice(0, 10),
            past: row.state === 'past',
          },
        ]
      : [],
  )
  return {
    title: made.title.replace(/ · Primp$/, ''),
    versions: [...published, { name: formatVersion(path, 0), from: made.updated, past: published.length > 0 }],
  }
}

export async function countHelped(
  ctx: Context,
  { topic, useful }: InputOf<typeof texts.rateHelp>,
): Promise<OutputOf<typeof texts.rateHelp>> {
  if (!(await listHelpQuestions(ctx)).some(({ id }) => id === topic)) throw new Refusal('not_found')
  await countHelp(ctx.db, topic, useful)
  return { counted: true }
}

const listHelpQuestions = async (ctx: Context) =>
  filterQuestions((await getTextPage(ctx, { page: 'help' })).page.blocks)

/** Pages with versions that people accept or look up. */
const termsOf = {
  '/content/legals-customers': 'customer',
  '/content/legals-providers': 'provider',
  '/content/privacy-policy': 'privacy',
} as const satisfies Record<string, VersionedText>
type TermsPath = keyof typeof termsOf

export const hasVersions = (path: string): path is TermsPath => path in termsOf

const formatVersion = (path: TermsPath, number: number): string =>
  String(Number(getTextVersion(termsOf[path])) + number)

/** Saves the version to accept from now on, in the publishing transaction. Does nothing for other pages. */
export async function saveTermsVersion(ctx: Context, path: string, number: number): Promise<void> {
  const kind = hasVersions(path) ? termsOf[path] : null
  if (kind && kind !== 'privacy' && hasVersions(path))
    await buildSettingUpdate(ctx.db, 'terms', { [kind]: formatVersion(path, number) }, ctx.now)
}
