import { setProviderState } from '#server/providers/door.ts'
import { date } from '#contract/format.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { titleOf } from '#contract/signup/signup-steps.ts'
import type { CountryCode } from '#contract/values.ts'
import type { verification } from '#contract/signup/verification.ts'
import { addressOf } from '#server/accounts/registering/door.ts'
import { findAccount } from '#server/accounts/door.ts'
import type { MailKind } from '#server/notifications/words/door.ts'
import { notify, type Sender, senderOf } from '#server/notifications/door.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { settingOf } from '#server/platform/settings.ts'
import { callerOf } from './progress.ts'
import { schedulePurge } from './queries.ts'
import { presentRow } from './queue.ts'
import { secondApprovalSetting } from './second-approval.ts'
import { changeRound, lockRound, queueRow } from './verification-queries.ts'

type Row = OutputOf<typeof verification.claim>
type Locked = NonNullable<Awaited<ReturnType<typeof lockRound>>>

/** How long a profile that somebody took is theirs. */
const CLAIM_MS = 30 * 60_000
const PURGE_MS = 30 * 86_400_000

/** Takes a profile to look at, or gives it back; who has it, and for how long, holds others off. */
export async function claim(ctx: Context, { id, take }: InputOf<typeof verification.claim>): Promise<Row> {
  return ctx.once(async (ctx) => {
    const { round, provider } = await openRound(ctx, id)
    if (take) {
      await changeRound(ctx.db, id, { claimed_by: callerOf(ctx), claimed_at: ctx.now })
      await setProviderState(ctx.db, provider.id, 'in_review')
    } else if (round.claimed_by) {
      await changeRound(ctx.db, id, { claimed_by: null, claimed_at: null })
      await setProviderState(ctx.db, provider.id, 'submitted')
    }
    return presentRow(await queueRow(ctx.db, id), ctx.now)
  })
}

/** Verifies a profile: it is in searches from then on. With second approval on, the first one only counts. */
export async function approve(ctx: Context, { id, checks, note }: InputOf<typeof verification.approve>): Promise<Row> {
  const twice = Boolean(await settingOf<boolean>(ctx.database, secondApprovalSetting))
  return decided(ctx, id, async (ctx, { round, provider }, sender) => {
    const first = round.first_approval_by
    if (twice && first === callerOf(ctx)) throw new Refusal('second_person')
    if (twice && !first) {
      await changeRound(ctx.db, id, {
        first_approval_by: callerOf(ctx),
        first_approval_at: ctx.now,
        checks: JSON.stringify(checks),
        claimed_by: null,
        claimed_at: null,
      })
      await setProviderState(ctx.db, provider.id, 'submitted')
      await record(ctx, {
        act: 'provider.first_approval',
        subject: { kind: 'provider', id: provider.id, name: provider.name },
        reason: note,
      })
      return
    }
    const purge = await close(ctx, { round, provider }, { decision: 'approved', checks, note })
    await setProviderState(ctx.db, provider.id, 'approved', { approved_at: provider.approved_at ?? ctx.now })
    await tell(ctx, sender, provider, 'verification.approved', { date: purge }, '/dashboard')
  })
}

/** Asks for changes: only the named steps open again, each with its reason. */
export async function sendBack(
  ctx: Context,
  { id, checks, reasons }: InputOf<typeof verification.sendBack>,
): Promise<Row> {
  if (reasons.length === 0) throw refuseField('reason_missing', 'reasons')
  const bare = reasons.findIndex(({ reason, note }) => reason === 'other' && note === '')
  if (bare >= 0) throw refuseField('reason_missing', `reasons.${bare}.note`)
  return decided(ctx, id, async (ctx, { round, provider }, sender) => {
    const note = reasons
      .map((reason) => reason.note)
      .filter(Boolean)
      .join(' ')
    await close(ctx, { round, provider }, { decision: 'changes_requested', checks, note, reasons })
    await setProviderState(ctx.db, provider.id, 'changes_requested')
    const steps = [...new Set(reasons.map(({ step }) => titleOf(step)))]
    await tell(
      ctx,
      sender,
      provider,
      'verification.sentBack',
      { n: steps.length, steps: steps.join(', '), note: note || null },
      '/resubmission',
    )
  })
}

/** Turns a profile down; the person reads why and may ask for a second look. */
export async function reject(ctx: Context, { id, checks, reason }: InputOf<typeof verification.reject>): Promise<Row> {
  if (reason.length < 3) throw refuseField('reason_missing', 'reason')
  return decided(ctx, id, async (ctx, { round, provider }, sender) => {
    const purge = await close(ctx, { round, provider }, { decision: 'rejected', checks, note: reason })
    await setProviderState(ctx.db, provider.id, 'rejected')
    await tell(ctx, sender, provider, 'verification.rejected', { reason: reason.replace(/[.!]+$/, ''), date: purge })
  })
}

// One transaction: the state, the round, when the pictures go, the mail and the log are true together or not at all.
async function decided(
  ctx: Context,
  id: number,
  work: (ctx: Context, locked: Locked, sender: Sender) => Promise<void>,
): Promise<Row> {
  const sender = await senderOf(ctx)
  return ctx.once(async (ctx) => {
    await work(ctx, await openRound(ctx, id), sender)
    return presentRow(await queueRow(ctx.db, id), ctx.now)
  })
}

async function openRound(ctx: Context, id: number): Promise<Locked> {
  const locked = await lockRound(ctx.db, id)
  if (!locked) throw new Refusal('not_found')
  const { round, provider } = locked
  if (round.decision || !['submitted', 'in_review'].includes(provider.state)) throw new Refusal('state_changed')
  // Nobody checks themselves.
  if (provider.account_id === callerOf(ctx)) throw new Refusal('not_yours')
  const held =
    round.claimed_by &&
    round.claimed_by !== callerOf(ctx) &&
    round.claimed_at &&
    ctx.now.getTime() - round.claimed_at.getTime() < CLAIM_MS
  if (held) throw new Refusal('state_changed', { detail: { claimedAt: round.claimed_at?.toISOString() } })
  return locked
}

type Verdict = {
  decision: 'approved' | 'changes_requested' | 'rejected'
  checks: Record<string, boolean>
  note: string
  reasons?: InputOf<typeof verification.sendBack>['reasons']
}

async function close(
  ctx: Context,
  { round, provider }: Locked,
  { decision, checks, note, reasons = [] }: Verdict,
): Promise<string> {
  await changeRound(ctx.db, round.id, {
    decision,
    decided_by: callerOf(ctx),
    decided_at: ctx.now,
    checks: JSON.stringify(checks),
    note,
    reasons: JSON.stringify(reasons),
  })
  const act = { approved: 'provider.approve', changes_requested: 'provider.send_back', rejected: 'provider.reject' }[
    decision
  ]
  await record(ctx, {
    act,
    subject: { kind: 'provider', id: provider.id, name: provider.name },
    before: provider.state,
    after: { state: decision, checks, reasons },
    reason: note,
  })
  const day = await schedulePurge(ctx.db, provider.id, new Date(ctx.now.getTime() + PURGE_MS))
  return date(day.toISOString().slice(0, 10), provider.country_code as CountryCode)
}

async function tell(
  ctx: Context,
  sender: Sender,
  provider: Locked['provider'],
  kind: MailKind,
  values: Record<string, string | number | null>,
  path?: string,
): Promise<void> {
  const account = provider.account_id ? await findAccount(ctx.db, provider.account_id) : undefined
  if (account) await notify(ctx, sender, { kind, to: addressOf(account), values, ...(path ? { path } : {}) })
}
