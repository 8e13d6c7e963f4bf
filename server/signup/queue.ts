import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { SentBack } from '#contract/signup/signup.ts'
import type { SignupStep } from '#contract/signup/signup-steps.ts'
import type { CountryCode } from '#contract/values.ts'
import type { QueueRow as Shown, verification, VerificationCase } from '#contract/signup/verification.ts'
import { findAccount } from '#server/accounts/door.ts'
import { shownMobile } from '#server/accounts/registering/door.ts'
import { catalogOf } from '#server/catalog/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { settingOf } from '#server/platform/settings.ts'
import { pictureOf } from '#server/providers/door.ts'
import { presentOwn, providerById } from '#server/providers/own-profile/door.ts'
import { secondApprovalSetting } from './second-approval.ts'
import { identityOf } from './queries.ts'
import {
  type Cursor,
  queueCounts,
  queuePage,
  type QueueRow,
  queueRow,
  roundById,
  roundsOf,
} from './verification-queries.ts'

/** A page of the verification queue behind one tab. */
export async function showQueue(
  ctx: Context,
  { tab, cursor, limit }: InputOf<typeof verification.queue>,
): Promise<OutputOf<typeof verification.queue>> {
  const found = await queuePage(ctx.db, tab, cursor ? readCursor(cursor) : null, limit + 1)
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return {
    rows: rows.map((row) => presentRow(row, ctx.now)),
    counts: await queueCounts(ctx.db),
    nextCursor: found.length > limit && last ? writeCursor(last, tab) : null,
  }
}

/** One profile to check, with everything there is to compare. */
export async function showCase(
  ctx: Context,
  { id }: InputOf<typeof verification.case>,
): Promise<OutputOf<typeof verification.case>> {
  const catalog = await catalogOf(ctx.database)
  const secondApproval = Boolean(await settingOf<boolean>(ctx.database, secondApprovalSetting))
  const round = await roundById(ctx.db, id)
  const provider = round && (await providerById(ctx.db, round.provider_id))
  const account = provider?.account_id ? await findAccount(ctx.db, provider.account_id) : undefined
  if (!round || !provider || !account) throw new Refusal('not_found')
  const pictures = await identityOf(ctx.db, provider.id)
  const rounds = await roundsOf(ctx.db, provider.id)
  return {
    row: presentRow(await queueRow(ctx.db, id), ctx.now),
    profile: await presentOwn(ctx.db, catalog, provider),
    secondApproval,
    account: {
      id: account.id,
      name: account.name,
      email: account.email,
      mobile: shownMobile(account.mobile)?.text ?? null,
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

/** A row of the queue as operators see it. */
export const presentRow = (row: QueueRow, now: Date): Shown => ({
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
        : pictureOf({ id: row.face_id, alt: row.face_alt ?? '', file: row.face_file }, 'square'),
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

const writeCursor = (row: QueueRow, tab: string): string =>
  Buffer.from(
    JSON.stringify([
      row.again,
      (tab === 'waiting' ? row.submitted_at : (row.decided_at ?? row.submitted_at)).toISOString(),
      row.id,
    ]),
  ).toString('base64url')

function readCursor(cursor: string): Cursor {
  try {
    const [fixed, at, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    if (
      typeof fixed === 'boolean' &&
      typeof at === 'string' &&
      Number.isFinite(Date.parse(at)) &&
      Number.isSafeInteger(id)
    )
      return { fixed, at: new Date(at).toISOString(), id: id as number }
  } catch {
    // Falls through to the refusal: a cursor is ours or it is not one.
  }
  throw new Refusal('invalid_input', { errors: [{ path: 'cursor', message: 'This page is not known.' }] })
}
