import type { Duty } from '#contract/accounts/duties.ts'
import type { BulkAct, Planned } from '#contract/operator/bulk.ts'
import { operatorMarket } from '#contract/operator/market.ts'
import { operatorPeople, Tag } from '#contract/operator/people.ts'
import { operatorStory } from '#contract/operator/story.ts'
import { operatorSystem } from '#contract/operator/system.ts'
import { EventDate } from '#contract/values.ts'
import { type Sender, senderOf } from '#server/notifications/door.ts'
import { sendAgain, sentAgain } from '#server/notifications/outbox/door.ts'
import { judgeReview } from '#server/operator/market/judge-review.ts'
import { changeTags } from '#server/operator/story/change-tags.ts'
import { bothOf } from '#server/operator/story/whose.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { featureProvider } from '#server/providers/index.ts'
import { featuredOf, shownReviews, taggedPeople, taggedProviders } from './bulk-queries.ts'

/** One row as it stands: what the act does to it, how it was before, and whether somebody is written to. */
export type Standing = Planned & { before: string | null; mails: boolean }

/** One kind of act: whoever may do it to one may do it to many. */
export type BulkKind = {
  duties: readonly Duty[]
  ids: RegExp
  /** What has to be said beyond the rows; refuses what does not fit. */
  value: (ctx: Context, value: string | undefined) => string | null
  plan: (ctx: Context, ids: readonly string[], value: string | null) => Promise<Standing[]>
  apply: (ctx: Context, by: Applied) => Promise<void>
  /** The act that brings back how it was; null where what is done is done. */
  undo: ((ctx: Context, by: Applied & { before: string | null }) => Promise<void>) | null
}
type Applied = { id: string; value: string | null; reason: string; sender: Sender }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const NUMBER = /^\d{1,15}$/

const nothing = () => null
function tag(_: Context, value: string | undefined): string {
  const parsed = Tag.min(1).safeParse(value)
  if (!parsed.success) throw refuseField('invalid_input', 'value')
  return parsed.data
}
function lastDay({ now }: Context, value: string | undefined): string {
  const parsed = EventDate.safeParse(value)
  if (!parsed.success) throw refuseField('invalid_input', 'value')
  if (parsed.data < today(now)) throw refuseField('date_past', 'value')
  return parsed.data
}
const today = (now: Date): string => now.toISOString().slice(0, 10)

function tagging(of: 'accountId' | 'providerId', on: boolean): BulkKind {
  const change = async (ctx: Context, id: string, value: string | null, put: boolean, reason: string) =>
    changeTags(
      ctx,
      await bothOf(ctx, { [of]: id }),
      (before) => (put ? [...before, value ?? ''] : before.filter((tag) => tag !== value)),
      reason,
    )
  return {
    duties: operatorStory.setTags.duties ?? [],
    ids: UUID,
    value: tag,
    plan: async ({ db }, ids, value) =>
      (await (of === 'accountId' ? taggedPeople : taggedProviders)(db, ids)).map(({ id, name, tags }) => ({
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
      (await featuredOf(db, ids)).map(({ id, name, featured, featured_until: before }) => ({
        id,
        name,
        does: (on ? before === value : !featured) ? 'stays' : 'changes',
        before,
        mails: false,
      })),
    apply: (ctx, { id, value, reason }) => featureProvider(ctx, id, value, reason),
    // A day that has passed meanwhile is no longer to be had.
    undo: (ctx, { id, before, reason }) =>
      featureProvider(ctx, id, before !== null && before >= today(ctx.now) ? before : null, reason),
  }
}

function showing(shown: boolean): BulkKind {
  return {
    duties: operatorMarket.removeReview.duties ?? [],
    ids: NUMBER,
    value: nothing,
    plan: async ({ db }, ids) =>
      (await shownReviews(db, ids.map(Number))).map(({ id, name, hidden_at: hidden, email }) => ({
        id: String(id),
        name,
        does: (hidden === null) === shown ? 'stays' : 'changes',
        before: null,
        mails: email !== null,
      })),
    apply: (ctx, { id, reason, sender }) => judgeReview(ctx, sender, Number(id), shown, reason),
    undo: (ctx, { id, reason, sender }) => judgeReview(ctx, sender, Number(id), !shown, reason),
  }
}

const resending: BulkKind = {
  duties: operatorSystem.resend.duties ?? [],
  ids: UUID,
  value: nothing,
  plan: async (ctx, ids) =>
    (await sentAgain(ctx, ids)).map(({ id, to, can }) => ({
      id,
      name: to,
      does: can ? 'changes' : 'cannot',
      before: null,
      mails: can,
    })),
  apply: (ctx, { id, reason }) => sendAgain(ctx, id, reason),
  undo: null,
}

export const bulkKinds: Record<BulkAct, BulkKind> = {
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

/** What writes to people, where a kind of act does. */
export const bulkSender = (ctx: Context): Promise<Sender> => senderOf(ctx)
