import { setProviderState } from '#server/providers/door.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { verification } from '#contract/signup/verification.ts'
import { record } from '#server/platform/audit.ts'
import { actAsOne } from '#server/accounts/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { settingOf } from '#server/platform/settings.ts'
import { callerOf } from '#server/signup/standing.ts'
import { secondApprovalSetting } from './second-approval.ts'
import { changeRound } from './verification-queries.ts'
import { close, decideRound, tell } from './decide-round.ts'

type Row = OutputOf<typeof verification.claim>

/** Verifies a profile: it is in searches from then on. With second approval on, the first one only counts. */
export async function approve(ctx: Context, { id, checks, note }: InputOf<typeof verification.approve>): Promise<Row> {
  const twice = Boolean(await settingOf<boolean>(ctx.database, secondApprovalSetting))
  return decideRound(ctx, id, async (ctx, { round, provider }, sender) => {
    const first = round.first_approval_by
    if (twice && first && (await actAsOne(ctx.db, first, callerOf(ctx)))) throw new Refusal('second_person')
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
