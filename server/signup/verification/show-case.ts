import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { SentBack } from '#contract/signup/signup.ts'
import type { QueueRow as Shown, verification, VerificationCase } from '#contract/signup/verification.ts'
import { findAccount, shownMobile } from '#server/accounts/index.ts'
import { catalogOf } from '#server/catalog/index.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { settingOf } from '#server/platform/settings.ts'
import { presentOwn, providerById, risksOfArtist } from '#server/providers/index.ts'
import { secondApprovalSetting } from './second-approval.ts'
import { identityOf } from '#server/signup/queries.ts'
import { queueRow, roundById, roundsOf } from './verification-queries.ts'
import { presentRow } from './queue.ts'

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
  await recordAccess(ctx, { what: 'person', subjectId: account.id, of: [account.id] })
  const pictures = await identityOf(ctx.db, provider.id)
  const rounds = await roundsOf(ctx.db, provider.id)
  const risks = await risksOfArtist(
    ctx.db,
    { providerId: provider.id, accountId: account.id, accountName: provider.name, document: null },
    ctx.now.toISOString().slice(0, 10),
  )
  return {
    row: presentRow(await queueRow(ctx.db, id), ctx.now),
    profile: await presentOwn(ctx.db, catalog, provider),
    secondApproval: secondApproval || risks.length > 0,
    risks,
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
