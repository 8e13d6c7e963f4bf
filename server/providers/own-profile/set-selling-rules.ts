import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownProfile } from '#contract/providers/own-profile.ts'
import { depositShares } from '#contract/providers/profile-rules.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { changeOwn, payoutReady } from './own-profile.ts'
import { updateProvider } from './own-queries.ts'

type Own = OutputOf<typeof ownProfile.show>

/** Sets how the caller sells; what is booked already keeps the terms that it was booked under. */
export const setSellingRules = (ctx: Context, input: InputOf<typeof ownProfile.sellingRules>): Promise<Own> =>
  changeOwn(ctx, async (ctx, row) => {
    const { instant, depositShare, policy, onlineBalance } = input
    if (!Number.isInteger(depositShare) || depositShare < depositShares.least || depositShare > depositShares.most)
      throw refuseField('share_out_of_range', 'depositShare')
    if (instant && !payoutReady(row)) throw refuseField('payout_missing', 'instant')
    await updateProvider(ctx.db, row.id, {
      instant_booking: instant,
      deposit_share: depositShare,
      policy,
      online_balance: onlineBalance,
    })
    const before = {
      instant: row.instant_booking,
      depositShare: row.deposit_share,
      policy: row.policy,
      onlineBalance: row.online_balance,
    }
    await record(ctx, {
      act: 'provider.selling_rules',
      subject: { kind: 'provider', id: row.id, name: row.name },
      before,
      after: { instant, depositShare, policy, onlineBalance },
    })
  })
