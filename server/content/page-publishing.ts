import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorPages } from '#contract/operator/pages.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { checkPage, assertDraftUnchanged } from './page-editing.ts'
import {
  findDraft,
  endStanding,
  toPageFields,
  lockPage,
  findPageEdit,
  publishDraftRow,
  publishFields,
  findVersion,
} from './page-editing.queries.ts'
import { noFields, type PageFields } from '#contract/content/page-edit.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { publishPageChange } from '#server/platform/pages/page-news.ts'
import { saveTermsVersion } from './text-pages.ts'

export async function publishDraft(
  ctx: Context,
  { path, mark, seen, reason }: InputOf<typeof operatorPages.publish>,
): Promise<OutputOf<typeof operatorPages.publish>> {
  const looked = await findDraft(ctx.db, path)
  if (!looked) throw new Refusal('not_found')
  assertDraftUnchanged(looked, mark)
  const fields = toPageFields(looked)
  await checkPage(ctx, path, fields)
  return ctx.idempotent(async (inner) => {
    await lockPage(inner.db, path)
    const draft = await findDraft(inner.db, path)
    if (!draft) throw new Refusal('state_changed')
    assertDraftUnchanged(draft, mark)
    return changePublished(inner, {
      path,
      seen,
      reason,
      act: 'page.publish',
      fields,
      put: (db, as) => publishDraftRow(db, path, as),
    })
  })
}

type Numbered = { number: number }

async function getFieldsOfVersion(ctx: Context, path: string, number: number): Promise<PageFields> {
  if (number === 0) return noFields
  const row = await findVersion(ctx.db, path, number)
  if (!row) throw new Refusal('not_found')
  return toPageFields(row)
}

type Change = {
  path: string
  seen: number
  reason: string
  act: string
  fields: PageFields
  put: (db: Context['db'], as: Numbered & { by: string | null; at: Date; reason: string }) => Promise<unknown>
}

/** Publishes a change if the caller saw the current version. All processes invalidate the page after commit. */
async function changePublished(ctx: Context, { path, seen, reason, act, fields, put }: Change): Promise<Numbered> {
  const before = await findPageEdit(ctx.db, path)
  if ((before?.number ?? 0) !== seen) throw new Refusal('state_changed')
  if (!before && act === 'page.revert') throw new Refusal('not_found')
  const number = await endStanding(ctx.db, path)
  await put(ctx.db, { number, by: ctx.viewer.accountId, at: ctx.now, reason })
  await saveTermsVersion(ctx, path, number)
  const { number: _number, publishedAt: _at, ...stood } = before ?? { ...noFields, number: 0, publishedAt: null }
  await recordAudit(ctx, { act, subject: { kind: 'page', id: path, name: path }, before: stood, after: fields, reason })
  await publishPageChange(ctx, { gone: [path], old: [`${path}/versions`] })
  return { number }
}

export async function restoreVersion(
  ctx: Context,
  { path, number, seen, reason }: InputOf<typeof operatorPages.restore>,
): Promise<OutputOf<typeof operatorPages.restore>> {
  const fields = await getFieldsOfVersion(ctx, path, number)
  await checkPage(ctx, path, fields)
  return ctx.idempotent(async (inner) => {
    await lockPage(inner.db, path)
    return changePublished(inner, {
      path,
      seen,
      reason,
      act: number === 0 ? 'page.revert' : 'page.restore',
      fields,
      put: (db, as) => publishFields(db, path, fields, as),
    })
  })
}

export async function undoPublish(
  ctx: Context,
  { path, seen }: InputOf<typeof operatorPages.undo>,
): Promise<OutputOf<typeof operatorPages.undo>> {
  if (seen === 0) throw new Refusal('not_found')
  const fields = await getFieldsOfVersion(ctx, path, seen - 1)
  await checkPage(ctx, path, fields)
  return ctx.idempotent(async (inner) => {
    await lockPage(inner.db, path)
    return changePublished(inner, {
      path,
      seen,
      reason: `Undo of version ${seen}`,
      act: 'page.undo',
      fields,
      put: (db, as) => publishFields(db, path, fields, as),
    })
  })
}
