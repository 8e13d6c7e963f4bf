import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { type BulkAct, type DoneBulk, type operatorBulk, type Planned, undoHours } from '#contract/operator/bulk.ts'
import { getOperatorId } from './overview.ts'
import type { Context } from '#server/platform/context.ts'
import {
  type BulkRow,
  listBulksSince,
  listFeatured,
  insertBulk,
  lockBulk,
  markUndone,
  listReviewVisibility,
  listTaggedPeople,
  listTaggedProviders,
} from './bulk.queries.ts'
import { type Duty, hasDuty } from '#contract/accounts/duties.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { operatorMarket } from '#contract/operator/market.ts'
import { operatorPeople, Tag } from '#contract/operator/people.ts'
import { operatorStory } from '#contract/operator/story.ts'
import { operatorSystem } from '#contract/operator/system.ts'
import { EventDate } from '#contract/values.ts'
import { sendAgain, type Sender, getSender, listResendable } from '#server/notifications/index.ts'
import { setReviewShown } from './reviews.ts'
import { getNoteSubject, changeTags } from './notes.ts'
import { setProviderFeatured } from '#server/providers/index.ts'

export const listBulk = async (ctx: Context): Promise<OutputOf<typeof operatorBulk.last>> => ({
  acts: (await listBulksSince(ctx.db, getOperatorId(ctx), new Date(ctx.now.getTime() - undoHours * 3_600_000))).map(
    presentBulk,
  ),
})

const changedBy = ({ changed }: Pick<BulkRow, 'changed'>) => changed as { id: string; before: string | null }[]

function presentBulk(row: BulkRow): DoneBulk {
  const act = row.act as BulkAct
  const until = new Date(row.done_at.getTime() + undoHours * 3_600_000)
  return {
    id: row.id,
    act,
    value: row.value,
    changed: changedBy(row).length,
    at: row.done_at.toISOString(),
    undoUntil: bulkKinds[act].undo && !row.undone_at ? until.toISOString() : null,
    undoneAt: row.undone_at?.toISOString() ?? null,
  }
}

/** Plans a bulk action on each row in lock order. Throws if the caller may not do it to a single row. */
async function planBulk(
  ctx: Context,
  asked: InputOf<typeof operatorBulk.preview>,
): Promise<{ kind: BulkKind; value: string | null; items: Standing[] }> {
  const kind = bulkKinds[asked.act]
  if (!hasDuty(ctx.viewer.duties, kind.duties)) throw new Refusal('duty_required')
  const value = kind.value(ctx, asked.value)
  const ids = [...new Set(asked.ids)].toSorted()
  const known = ids.filter((id) => kind.ids.test(id))
  const standing = new Map((known.length ? await kind.plan(ctx, known, value) : []).map((item) => [item.id, item]))
  const gone = (id: string): Standing => ({ id, name: '', does: 'cannot', before: null, mails: false })
  return { kind, value, items: ids.map((id) => standing.get(id) ?? gone(id)) }
}

export async function previewBulk(
  ctx: Context,
  asked: InputOf<typeof operatorBulk.preview>,
): Promise<OutputOf<typeof operatorBulk.preview>> {
  const { kind, items } = await planBulk(ctx, asked)
  return {
    items,
    mails: items.filter(({ does, mails }) => does === 'changes' && mails).length,
    undo: kind.undo !== null,
  }
}

/** Changes all rows or none. Throws if nothing would change. */
export async function runBulk(
  ctx: Context,
  { reason, ...asked }: InputOf<typeof operatorBulk.run>,
): Promise<OutputOf<typeof operatorBulk.run>> {
  const sender = await bulkSender(ctx)
  return ctx.idempotent(async (inner) => {
    const { kind, value, items } = await planBulk(inner, asked)
    const changes = items.filter(({ does }) => does === 'changes')
    if (changes.length === 0) throw new Refusal('state_changed')
    for (const { id } of changes) await kind.apply(inner, { id, value, reason, sender })
    const row = await insertBulk(inner.db, {
      account_id: getOperatorId(inner),
      act: asked.act,
      value,
      reason,
      changed: changes.map(({ id, before }) => ({ id, before })),
      done_at: inner.now,
    })
    return { bulk: presentBulk(row) }
  })
}

/** Skips rows changed since. */
export async function undoBulk(
  ctx: Context,
  { bulkId }: InputOf<typeof operatorBulk.undo>,
): Promise<OutputOf<typeof operatorBulk.undo>> {
  const sender = await bulkSender(ctx)
  return ctx.idempotent(async (inner) => {
    const row = await lockBulk(inner.db, bulkId, getOperatorId(inner))
    if (!row) throw new Refusal('not_found')
    const { plan, undo } = bulkKinds[row.act as BulkAct]
    const late = inner.now.getTime() - row.done_at.getTime() > undoHours * 3_600_000
    if (!undo || row.undone_at || late) throw new Refusal('state_changed')
    const changed = changedBy(row)
    // Rows that the action would not change are still as it left them.
    const untouched = new Set(
      (
        await plan(
          inner,
          changed.map(({ id }) => id),
          row.value,
        )
      ).flatMap(({ id, does }) => (does === 'stays' ? id : [])),
    )
    const back = changed.filter(({ id }) => untouched.has(id))
    for (const { id, before } of back)
      await undo(inner, { id, before, value: row.value, reason: `Undone: ${row.act}`, sender })
    return { bulk: presentBulk(await markUndone(inner.db, row.id, inner.now)), restored: back.length }
  })
}

type Standing = Planned & { before: string | null; mails: boolean }

type BulkKind = {
  duties: readonly Duty[]
  ids: RegExp
  value: (ctx: Context, value: string | undefined) => string | null
  plan: (ctx: Context, ids: readonly string[], value: string | null) => Promise<Standing[]>
  apply: (ctx: Context, by: Applied) => Promise<void>
  undo: ((ctx: Context, by: Applied & { before: string | null }) => Promise<void>) | null
}
type Applied = { id: string; value: string | null; reason: string; sender: Sender }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const NUMBER = /^\d{1,15}$/

const nothing = () => null
function tag(_: Context, value: string | undefined): string {
  const parsed = Tag.min(1).safeParse(value)
  if (!parsed.success) throw createFieldRefusal('invalid_input', 'value')
  return parsed.data
}
function lastDay({ now }: Context, value: string | undefined): string {
  const parsed = EventDate.safeParse(value)
  if (!parsed.success) throw createFieldRefusal('invalid_input', 'value')
  if (parsed.data < today(now)) throw createFieldRefusal('date_past', 'value')
  return parsed.data
}
const today = (now: Date): string => now.toISOString().slice(0, 10)

function tagging(of: 'accountId' | 'providerId', on: boolean): BulkKind {
  const change = async (ctx: Context, id: string, value: string | null, put: boolean, reason: string) =>
    changeTags(
      ctx,
      await getNoteSubject(ctx, { [of]: id }),
      (before) => (put ? [...before, value ?? ''] : before.filter((tag) => tag !== value)),
      reason,
    )
  return {
    duties: operatorStory.setTags.duties ?? [],
    ids: UUID,
    value: tag,
    plan: async ({ db }, ids, value) =>
      (await (of === 'accountId' ? listTaggedPeople : listTaggedProviders)(db, ids)).map(({ id, name, tags }) => ({
        id,
        name,
        does: tags.includes(value ?? '') === on ? 'stays' : 'changes',
        before: null,
        mails: false,
      })),
    apply: (ctx, { id, value, reason }) => change(ctx, id, value, on, reason),
    undo: (ctx, { id, value, reason }) => change(ctx, id, value, !on, reason),
  }
}

function featuring(on: boolean): BulkKind {
  return {
    duties: operatorPeople.feature.duties ?? [],
    ids: UUID,
    value: on ? lastDay : nothing,
    plan: async ({ db }, ids, value) =>
      (await listFeatured(db, ids)).map(({ id, name, featured, featured_until: before }) => ({
        id,
        name,
        does: (on ? before === value : !featured) ? 'stays' : 'changes',
        before,
        mails: false,
      })),
    apply: (ctx, { id, value, reason }) => setProviderFeatured(ctx, id, value, reason),
    // A date that has passed cannot be restored.
    undo: (ctx, { id, before, reason }) =>
      setProviderFeatured(ctx, id, before !== null && before >= today(ctx.now) ? before : null, reason),
  }
}

function showing(shown: boolean): BulkKind {
  return {
    duties: operatorMarket.removeReview.duties ?? [],
    ids: NUMBER,
    value: nothing,
    plan: async ({ db }, ids) =>
      (await listReviewVisibility(db, ids.map(Number))).map(({ id, name, hidden_at: hidden, email }) => ({
        id: String(id),
        name,
        does: (hidden === null) === shown ? 'stays' : 'changes',
        before: null,
        mails: email !== null,
      })),
    apply: (ctx, { id, reason, sender }) => setReviewShown(ctx, sender, Number(id), shown, reason),
    undo: (ctx, { id, reason, sender }) => setReviewShown(ctx, sender, Number(id), !shown, reason),
  }
}

const resending: BulkKind = {
  duties: operatorSystem.resend.duties ?? [],
  ids: UUID,
  value: nothing,
  plan: async (ctx, ids) =>
    (await listResendable(ctx, ids)).map(({ id, to, can }) => ({
      id,
      name: to,
      does: can ? 'changes' : 'cannot',
      before: null,
      mails: can,
    })),
  apply: (ctx, { id, reason }) => sendAgain(ctx, id, reason),
  undo: null,
}

const bulkKinds: Record<BulkAct, BulkKind> = {
  'people.tag': tagging('accountId', true),
  'people.untag': tagging('accountId', false),
  'providers.tag': tagging('providerId', true),
  'providers.untag': tagging('providerId', false),
  'providers.feature': featuring(true),
  'providers.unfeature': featuring(false),
  'reviews.remove': showing(false),
  'reviews.restore': showing(true),
  'outbox.resend': resending,
}

const bulkSender = (ctx: Context): Promise<Sender> => getSender(ctx)
