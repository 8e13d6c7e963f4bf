import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorPromos } from '#contract/operator/promos.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { promoNow } from './keep-promo.ts'
import { endPromo, listedPromo } from './promo-list-queries.ts'

/** Stops a promo code, the platform's or an artist's, written down with its reason. */
export const stopPromo = (
  ctx: Context,
  { promoId, reason }: InputOf<typeof operatorPromos.stop>,
): Promise<OutputOf<typeof operatorPromos.stop>> =>
  ctx.once(async (tx) => {
    const row = await listedPromo(tx.db, promoId)
    if (!row) throw new Refusal('not_found')
    if (!(await endPromo(tx.db, promoId, tx.now))) throw new Refusal('state_changed')
    await record(tx, {
      act: 'promo.stop',
      subject: { kind: 'promo', id: promoId, name: row.code },
      after: { stoppedAt: tx.now.toISOString() },
      reason,
    })
    return { promo: await promoNow(tx, promoId) }
  })
