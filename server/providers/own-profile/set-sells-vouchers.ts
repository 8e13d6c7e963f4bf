import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownProfile } from '#contract/providers/own-profile.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { changeOwn } from './own-profile.ts'
import { updateProvider } from './own-queries.ts'

type Own = OutputOf<typeof ownProfile.show>

/** Has gift vouchers for the caller alone sold, or no longer; only of who takes bookings. What has been sold stays good. */
export const setSellsVouchers = (ctx: Context, { sells }: InputOf<typeof ownProfile.vouchers>): Promise<Own> =>
  changeOwn(ctx, async (ctx, row) => {
    if (row.sells_vouchers === sells) return
    if (sells && row.state !== 'approved') throw new Refusal('state_changed')
    await updateProvider(ctx.db, row.id, { sells_vouchers: sells })
    await record(ctx, {
      act: sells ? 'provider.vouchers.on' : 'provider.vouchers.off',
      subject: { kind: 'provider', id: row.id, name: row.name },
      before: { sells: !sells },
      after: { sells },
    })
  })
