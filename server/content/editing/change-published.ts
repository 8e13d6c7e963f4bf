import { noFields, type PageFields } from '#contract/content/page-edit.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { tellPages } from '#server/platform/pages/page-news.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { endStanding, fieldsOf, pageEdit, versionOf } from './edit-queries.ts'
import { saveTermsVersion } from '#server/content/reading/terms-version.ts'

type Numbered = { number: number }

/** What a page said in one of its versions. */
export async function fieldsAt(ctx: Context, path: string, number: number): Promise<PageFields> {
  if (number === 0) return noFields
  const row = await versionOf(ctx.db, path, number)
  if (!row) throw new Refusal('not_found')
  return fieldsOf(row)
}

type Change = {
  path: string
  seen: number
  reason: string
  act: string
  fields: PageFields
  put: (db: Context['db'], as: Numbered & { by: string | null; at: Date; reason: string }) => Promise<unknown>
}

/** Whoever publishes has seen what stands; every process hears of it once it is committed. */
export async function changePublished(
  ctx: Context,
  { path, seen, reason, act, fields, put }: Change,
): Promise<Numbered> {
  const before = await pageEdit(ctx.db, path)
  if ((before?.number ?? 0) !== seen) throw new Refusal('state_changed')
  if (!before && act === 'page.revert') throw new Refusal('not_found')
  const number = await endStanding(ctx.db, path)
  await put(ctx.db, { number, by: ctx.viewer.accountId, at: ctx.now, reason })
  await saveTermsVersion(ctx, path, number)
  const { number: _number, publishedAt: _at, ...stood } = before ?? { ...noFields, number: 0, publishedAt: null }
  await record(ctx, { act, subject: { kind: 'page', id: path, name: path }, before: stood, after: fields, reason })
  await tellPages(ctx, { gone: [path], old: [`${path}/versions`] })
  return { number }
}
