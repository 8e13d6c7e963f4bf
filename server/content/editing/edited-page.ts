import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ListedPage, operatorPages, PageVersion } from '#contract/operator/pages.ts'
import { fieldsOn, kindOf, noFields, type PageFields } from '#contract/content/page-edit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { changedPages, draftOf, fieldsOf, type VersionRow, versionsOf } from './edit-queries.ts'
import { withEdit } from './page-edits.ts'
import { checkPage } from './check-page.ts'
import { schemasOf } from '#server/content/schemas.ts'
import { madePage } from '#server/content/city/show-page.ts'
import { textPage } from '#server/content/reading/show-text.ts'
import { madeText, madeTexts } from '#server/content/texts/made-texts.ts'
import { presentDraft } from './write-draft.ts'

const textOf = (path: string) => madeText(path.slice('/content/'.length))

/** A page as it was made, as it stands, its draft and its versions. */
export async function showEdited(
  ctx: Context,
  { path }: InputOf<typeof operatorPages.read>,
): Promise<OutputOf<typeof operatorPages.read>> {
  const kind = kindOf(path)
  if (!kind) throw new Refusal('not_found')
  const made = await madeWords(ctx, path)
  const draft = await draftOf(ctx.db, path)
  const rows = await versionsOf(ctx.db, path)
  const standing = rows.find((row) => row.state === 'published')
  return {
    path,
    kind,
    made,
    number: standing?.number ?? 0,
    standing: standing ? fieldsOf(standing) : noFields,
    draft: draft ? presentDraft(draft) : null,
    versions: rows.map((row) => present(row, before(rows, row))),
    slots: [...(textOf(path)?.slots ?? [])],
  }
}

const before = (rows: readonly VersionRow[], { number }: VersionRow): PageFields => {
  const earlier = number === null ? undefined : rows.find((row) => row.number === number - 1)
  return earlier ? fieldsOf(earlier) : noFields
}

const present = (row: VersionRow, earlier: PageFields): PageVersion => {
  const fields = fieldsOf(row)
  const changed = (Object.keys(noFields) as (keyof PageFields)[]).filter(
    (field) => JSON.stringify(fields[field]) !== JSON.stringify(earlier[field]),
  )
  return {
    id: String(row.id),
    number: row.number,
    state: row.state as PageVersion['state'],
    fields,
    author: row.author_name,
    writtenAt: row.written_at.toISOString(),
    publisher: row.publisher_name,
    publishedAt: row.published_at?.toISOString() ?? null,
    reason: row.reason,
    changed,
  }
}

// A landing page of the site makes its words itself.
async function madeWords(ctx: Context, path: string): Promise<OutputOf<typeof operatorPages.read>['made']> {
  const kind = kindOf(path)
  if (kind === 'landing') return null
  if (kind === 'content') {
    const text = textOf(path)
    if (!text) throw new Refusal('not_found')
    return {
      title: text.title,
      description: text.description,
      bannerTitle: null,
      bannerText: null,
      faqs: [],
      body: text.body,
    }
  }
  const { page } = await madePage(ctx, path)
  return {
    title: page.seoTitle,
    description: page.seoDescription,
    bannerTitle: page.banner.title,
    bannerText: page.banner.subTitle,
    faqs: page.faqs,
    body: null,
  }
}

/** A page as it would be with these words. */
export async function previewPage(
  ctx: Context,
  { path, fields: given }: InputOf<typeof operatorPages.preview>,
): Promise<OutputOf<typeof operatorPages.preview>> {
  const fields = fieldsOn(path, given)
  await checkPage(ctx, path, fields)
  const text = textOf(path)
  if (kindOf(path) === 'content' && text) return { place: null, text: await textPage(ctx, text, fields) }
  if (kindOf(path) === 'landing') return { place: null, text: null }
  const page = withEdit((await madePage(ctx, path)).page, fields)
  return { place: { ...page, schemas: schemasOf(page, ctx.env.publicUrl) }, text: null }
}

/** Pages with other words or a draft, and all that can be found by what was typed. */
export async function listEdited(
  ctx: Context,
  { text }: InputOf<typeof operatorPages.list>,
): Promise<OutputOf<typeof operatorPages.list>> {
  const wanted = text?.toLowerCase() ?? ''
  const rows = await changedPages(ctx.db, wanted ? `%${wanted.replace(/[\\%_]/g, '\\$&')}%` : null)
  const pages = rows.flatMap((row): ListedPage[] => {
    const kind = kindOf(row.path)
    return kind
      ? [
          {
            path: row.path,
            kind,
            title: row.title ?? textOf(row.path)?.title ?? null,
            number: row.number,
            made: row.made,
            publishedAt: row.published_at?.toISOString() ?? null,
            publisher: row.publisher,
            draft: row.draft_at ? { writtenAt: row.draft_at.toISOString(), author: row.draft_by } : null,
          },
        ]
      : []
  })
  const named = new Set(pages.map(({ path }) => path))
  const untouched = madeTexts()
    .map(({ slug, title }) => ({ path: `/content/${slug}`, title }))
    .filter(({ path, title }) => !named.has(path) && `${path} ${title}`.toLowerCase().includes(wanted))
  return {
    pages: [
      ...pages,
      ...untouched.map(({ path, title }) => ({
        path,
        kind: 'content' as const,
        title,
        number: null,
        made: true,
        publishedAt: null,
        publisher: null,
        draft: null,
      })),
    ],
  }
}
