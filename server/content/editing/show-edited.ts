import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorPages, PageVersion } from '#contract/operator/pages.ts'
import { kindOf, noFields, type PageFields } from '#contract/content/page-edit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { draftOf, fieldsOf, type VersionRow, versionsOf } from './edit-queries.ts'
import { madePage } from '#server/content/city/show-page.ts'
import { presentDraft } from './drafts.ts'
import { madeTextOf } from './made-text-of.ts'

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
    slots: [...(madeTextOf(path)?.slots ?? [])],
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
    const text = madeTextOf(path)
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
