import { date } from '#contract/format.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { CountryCode } from '#contract/values.ts'
import type { verification } from '#contract/signup/verification.ts'
import { actAsOne, addressOf, findAccount } from '#server/accounts/index.ts'
import type { MailKind } from '#server/notifications/words/door.ts'
import { notify, type Sender, senderOf } from '#server/notifications/door.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { callerOf } from '#server/signup/standing.ts'
import { schedulePurge } from '#server/signup/queries.ts'
import { presentRow } from './queue.ts'
import { changeRound, lockRound, queueRow } from './verification-queries.ts'

type Row = OutputOf<typeof verification.claim>
type Locked = NonNullable<Awaited<ReturnType<typeof lockRound>>>

/** How long a profile that somebody took is theirs. */
const CLAIM_MS = 30 * 60_000
const PURGE_MS = 30 * 86_400_000

/** One transaction: the state, the round, when the pictures go, the mail and the log are true together or not at all. */
export async function decideRound(
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

/** The round of checking that is open, held; refuses one that is decided, one's own, or somebody else's. */
export async function openRound(ctx: Context, id: number): Promise<Locked> {
  const locked = await lockRound(ctx.db, id)
  if (!locked) throw new Refusal('not_found')
  const { round, provider } = locked
  if (round.decision || !['submitted', 'in_review'].includes(provider.state)) throw new Refusal('state_changed')
  // Nobody checks themselves.
  if (provider.account_id === callerOf(ctx)) throw new Refusal('not_yours')
  if (round.not_by && (await actAsOne(ctx.db, round.not_by, callerOf(ctx)))) throw new Refusal('second_person')
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

/** Closes a round with its verdict; answers the day when the pictures go. */
export async function close(
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

/** Mails the provider how their round has ended. */
export async function tell(
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
