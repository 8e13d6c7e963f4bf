import { fixedRetentionDays } from '#contract/constants.ts'
import type { SentBack } from '#contract/signup/signup.ts'
import { type SignupStep, getStepTitle } from '#contract/signup/signup-steps.ts'
import type { CountryCode } from '#contract/values.ts'
import {
  isEveryCheckTicked,
  type QueueRow as Shown,
  type verification,
  type VerificationCase,
} from '#contract/signup/verification.ts'
import {
  getIdentityExpiry,
  recordIdentityCheck,
  presentPicture,
  presentOwn,
  findProviderById,
  assessArtistRisks,
  setProviderState,
} from '#server/providers/index.ts'
import {
  changeRound,
  fetchVerificationQueue,
  lockRound,
  getQueueCounts,
  getQueueRow,
  type QueueRow,
  findRoundById,
  findRoundCountry,
  listRoundsOf,
} from './verification.queries.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { countAsOnePerson, toAddressee, findAccount, formatMobile } from '#server/accounts/index.ts'
import { getCatalog } from '#server/catalog/index.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { getSetting } from '#server/platform/settings.ts'
import { listIdentityPictures, schedulePurge } from './signup.queries.ts'
import { getCallerId } from './signup.ts'
import { formatDate } from '#contract/format.ts'
import { type MailKind, notify, type Sender, getSender } from '#server/notifications/index.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { stripEnd } from '#contract/words.ts'

const presentRow = (row: QueueRow, now: Date): Shown => ({
  id: row.id,
  round: row.round,
  provider: {
    _id: row.provider_id,
    slug: row.slug,
    name: row.name,
    area: row.area,
    city: row.city,
    countryCode: row.country_code as CountryCode,
    state: row.state,
    photo:
      row.face_id === null
        ? null
        : presentPicture({ id: row.face_id, alt: row.face_alt ?? '', file: row.face_file }, 'square'),
  },
  services: row.services,
  checked: Object.values(row.checks as Record<string, boolean>).filter(Boolean).length,
  submittedAt: row.submitted_at.toISOString(),
  waitingMinutes: Math.max(0, Math.round(((row.decided_at ?? now).getTime() - row.submitted_at.getTime()) / 60_000)),
  fixedSteps: row.fixed_steps as SignupStep[],
  claimedBy: row.claimed_by ? { id: row.claimed_by, name: row.claimer ?? '' } : null,
  claimedAt: row.claimed_at?.toISOString() ?? null,
  firstApproval: row.first_approval_by !== null,
  decision: row.decision as Shown['decision'],
  decidedAt: row.decided_at?.toISOString() ?? null,
  decidedBy: row.decider,
  reasons: row.reasons as SentBack[],
})

export async function getVerificationQueue(
  ctx: Context,
  { tab, cursor, limit }: InputOf<typeof verification.queue>,
): Promise<OutputOf<typeof verification.queue>> {
  const { rows, nextCursor } = await fetchVerificationQueue(ctx.db, tab, { cursor, size: limit })
  return { rows: rows.map((row) => presentRow(row, ctx.now)), counts: await getQueueCounts(ctx.db), nextCursor }
}

export async function getVerificationCase(
  ctx: Context,
  { id }: InputOf<typeof verification.case>,
): Promise<OutputOf<typeof verification.case>> {
  const catalog = await getCatalog(ctx.database)
  const secondApproval = Boolean(await getSetting<boolean>(ctx.database, secondApprovalSetting))
  const round = await findRoundById(ctx.db, id)
  const provider = round && (await findProviderById(ctx.db, round.provider_id))
  const account = provider?.account_id ? await findAccount(ctx.db, provider.account_id) : undefined
  if (!round || !provider || !account) throw new Refusal('not_found')
  await recordAccess(ctx, { what: 'person', subjectId: account.id, of: [account.id] })
  const pictures = await listIdentityPictures(ctx.db, provider.id)
  const rounds = await listRoundsOf(ctx.db, provider.id)
  const risks = await assessArtistRisks(
    ctx.db,
    { providerId: provider.id, accountId: account.id, accountName: provider.name, document: null },
    ctx.now.toISOString().slice(0, 10),
  )
  return {
    row: presentRow(await getQueueRow(ctx.db, id), ctx.now),
    profile: await presentOwn(ctx.db, catalog, provider),
    secondApproval: secondApproval || risks.length > 0,
    risks,
    account: {
      id: account.id,
      name: account.name,
      email: account.email,
      mobile: formatMobile(account.mobile)?.text ?? null,
      emailVerified: account.email_verified_at !== null,
      joinedAt: account.created_at.toISOString(),
    },
    identity: pictures.map(
      ({ id, kind, document, gesture, created_at }) =>
        ({ id, kind, document, gesture, createdAt: created_at.toISOString() }) as VerificationCase['identity'][number],
    ),
    checks: round.checks as Record<string, boolean>,
    rounds: rounds.map((each) => ({
      round: each.round,
      submittedAt: each.submitted_at.toISOString(),
      decision: each.decision as Shown['decision'],
      decidedAt: each.decided_at?.toISOString() ?? null,
      decidedBy: each.decided_by,
      reasons: each.reasons as SentBack[],
      note: each.note,
    })),
  }
}

type Row = OutputOf<typeof verification.claim>

/** A claim excludes other operators until it expires. */
export async function claimProfile(ctx: Context, { id, take }: InputOf<typeof verification.claim>): Promise<Row> {
  return ctx.idempotent(async (ctx) => {
    const { round, provider } = await openRound(ctx, id)
    if (take) {
      await changeRound(ctx.db, id, { claimed_by: getCallerId(ctx), claimed_at: ctx.now })
      await setProviderState(ctx.db, provider.id, 'in_review')
    } else if (round.claimed_by) {
      await changeRound(ctx.db, id, { claimed_by: null, claimed_at: null })
      await setProviderState(ctx.db, provider.id, 'submitted')
    }
    return presentRow(await getQueueRow(ctx.db, id), ctx.now)
  })
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockRound>>>

const CLAIM_MS = 30 * 60_000
const PURGE_MS = fixedRetentionDays.identity * 86_400_000

/** Decides a round in one transaction: state, round, purge date, mail and audit log. */
async function decideRound(
  ctx: Context,
  id: number,
  work: (ctx: Context, locked: Locked, sender: Sender) => Promise<void>,
): Promise<Row> {
  const sender = await getSender(ctx)
  return ctx.idempotent(async (ctx) => {
    await work(ctx, await openRound(ctx, id), sender)
    return presentRow(await getQueueRow(ctx.db, id), ctx.now)
  })
}

/** Throws if the round is decided, the caller's own or claimed by another. */
async function openRound(ctx: Context, id: number): Promise<Locked> {
  const locked = await lockRound(ctx.db, id)
  if (!locked) throw new Refusal('not_found')
  const { round, provider } = locked
  if (round.decision || !['submitted', 'in_review'].includes(provider.state)) throw new Refusal('state_changed')
  // Operators cannot review themselves.
  if (provider.account_id === getCallerId(ctx)) throw new Refusal('not_yours')
  if (round.not_by && (await countAsOnePerson(ctx.db, round.not_by, getCallerId(ctx))))
    throw new Refusal('second_operator_required')
  const held =
    round.claimed_by &&
    round.claimed_by !== getCallerId(ctx) &&
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
    decided_by: getCallerId(ctx),
    decided_at: ctx.now,
    checks: JSON.stringify(checks),
    note,
    reasons: JSON.stringify(reasons),
  })
  const act = { approved: 'provider.approve', changes_requested: 'provider.send_back', rejected: 'provider.reject' }[
    decision
  ]
  await recordAudit(ctx, {
    act,
    subject: { kind: 'provider', id: provider.id, name: provider.name },
    before: provider.state,
    after: { state: decision, checks, reasons },
    reason: note,
  })
  const day = await schedulePurge(ctx.db, provider.id, new Date(ctx.now.getTime() + PURGE_MS))
  return formatDate(day.toISOString().slice(0, 10), provider.country_code as CountryCode)
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
  if (account) await notify(ctx, sender, { kind, to: toAddressee(account), values, ...(path ? { path } : {}) })
}

/** An approved profile appears in searches. With second approval or risks, the first approval is only recorded. */
export async function approveProfile(
  ctx: Context,
  { id, checks, note }: InputOf<typeof verification.approve>,
): Promise<Row> {
  if (!isEveryCheckTicked(checks)) throw createFieldRefusal('checks_missing', 'checks')
  const always = Boolean(await getSetting<boolean>(ctx.database, secondApprovalSetting))
  const found = await findRoundCountry(ctx.db, id)
  const identityUntil = found ? await getIdentityExpiry(ctx, found.country_code) : null
  return decideRound(ctx, id, async (ctx, { round, provider }, sender) => {
    const account = provider.account_id ? await findAccount(ctx.db, provider.account_id) : undefined
    const risks = await assessArtistRisks(
      ctx.db,
      { providerId: provider.id, accountId: provider.account_id, accountName: provider.name, document: null },
      ctx.now.toISOString().slice(0, 10),
    )
    const twice = always || risks.length > 0
    const first = round.first_approval_by
    if (first && first && (await countAsOnePerson(ctx.db, first, getCallerId(ctx))))
      throw new Refusal('second_operator_required')
    if (twice && !first) {
      await changeRound(ctx.db, id, {
        first_approval_by: getCallerId(ctx),
        first_approval_at: ctx.now,
        checks: JSON.stringify(checks),
        claimed_by: null,
        claimed_at: null,
      })
      await setProviderState(ctx.db, provider.id, 'submitted')
      await recordAudit(ctx, {
        act: 'provider.first_approval',
        subject: { kind: 'provider', id: provider.id, name: provider.name },
        after: { risks },
        reason: note,
      })
      return
    }
    const purge = await close(ctx, { round, provider }, { decision: 'approved', checks, note })
    await recordIdentityCheck(
      ctx,
      {
        provider,
        holder: account?.name ?? provider.name,
        sentAt: round.submitted_at,
        first: first && round.first_approval_at ? { by: first, at: round.first_approval_at } : null,
        secondLook: risks.length > 0,
      },
      identityUntil,
    )
    await setProviderState(ctx.db, provider.id, 'approved', { approved_at: provider.approved_at ?? ctx.now })
    await tell(ctx, sender, provider, 'verification.approved', { date: purge }, '/dashboard')
  })
}

/** Setting key: whether profiles need a second approval. */
const secondApprovalSetting = 'verification.secondApproval'

/** Reopens only the named steps, each with its reason. */
export async function sendBack(
  ctx: Context,
  { id, checks, reasons }: InputOf<typeof verification.sendBack>,
): Promise<Row> {
  if (reasons.length === 0) throw createFieldRefusal('reason_missing', 'reasons')
  const bare = reasons.findIndex(({ reason, note }) => reason === 'other' && note === '')
  if (bare >= 0) throw createFieldRefusal('reason_missing', `reasons.${bare}.note`)
  return decideRound(ctx, id, async (ctx, { round, provider }, sender) => {
    const note = reasons
      .map((reason) => reason.note)
      .filter(Boolean)
      .join(' ')
    await close(ctx, { round, provider }, { decision: 'changes_requested', checks, note, reasons })
    await setProviderState(ctx.db, provider.id, 'changes_requested')
    const steps = [...new Set(reasons.map(({ step }) => getStepTitle(step)))]
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

/** The person may request another review. */
export async function rejectProfile(
  ctx: Context,
  { id, checks, reason }: InputOf<typeof verification.reject>,
): Promise<Row> {
  if (reason.length < 3) throw createFieldRefusal('reason_missing', 'reason')
  return decideRound(ctx, id, async (ctx, { round, provider }, sender) => {
    const purge = await close(ctx, { round, provider }, { decision: 'rejected', checks, note: reason })
    await setProviderState(ctx.db, provider.id, 'rejected')
    await tell(ctx, sender, provider, 'verification.rejected', { reason: stripEnd(reason, /[.!]/), date: purge })
  })
}
