import { identityHolds, keepIdentityCheck, risksOfArtist, setProviderState } from '#server/providers/index.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { allChecked, type verification } from '#contract/signup/verification.ts'
import { record } from '#server/platform/audit.ts'
import { actAsOne, findAccount } from '#server/accounts/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { settingOf } from '#server/platform/settings.ts'
import { callerOf } from '#server/signup/standing.ts'
import { secondApprovalSetting } from './second-approval.ts'
import { changeRound, roundCountry } from './verification-queries.ts'
import { close, decideRound, tell } from './decide-round.ts'

type Row = OutputOf<typeof verification.claim>

/** Verifies a profile: it is in searches from then on. With second approval on, and where something speaks against the artist, the first one only counts. */
export async function approve(ctx: Context, { id, checks, note }: InputOf<typeof verification.approve>): Promise<Row> {
  if (!allChecked(checks)) throw refuseField('checks_missing', 'checks')
  const always = Boolean(await settingOf<boolean>(ctx.database, secondApprovalSetting))
  const found = await roundCountry(ctx.db, id)
  const identityUntil = found ? await identityHolds(ctx, found.country_code) : null
  return decideRound(ctx, id, async (ctx, { round, provider }, sender) => {
    const account = provider.account_id ? await findAccount(ctx.db, provider.account_id) : undefined
    const risks = await risksOfArtist(
      ctx.db,
      { providerId: provider.id, accountId: provider.account_id, accountName: provider.name, document: null },
      ctx.now.toISOString().slice(0, 10),
    )
    const twice = always || risks.length > 0
    const first = round.first_approval_by
    if (first && first && (await actAsOne(ctx.db, first, callerOf(ctx)))) throw new Refusal('second_person')
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
        after: { risks },
        reason: note,
      })
      return
    }
    const purge = await close(ctx, { round, provider }, { decision: 'approved', checks, note })
    await keepIdentityCheck(
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
