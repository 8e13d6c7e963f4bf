import { GatewayRefused } from '#server/gateways/payments/gateway.ts'
import { openGateway } from '#server/gateways/payments/payments.ts'
import type { Context } from '#server/platform/context.ts'
import { faultFields } from '#server/platform/log.ts'
import { cardsToForget, updateCard } from './card-queries.ts'

const AT_ONCE = 50

/** Has the service forget cards that were removed here; what fails is tried again by the clock. Not inside a transaction. */
export async function forgetCards(ctx: Context): Promise<void> {
  for (const row of await cardsToForget(ctx.db, AT_ONCE)) {
    try {
      const gateway = await openGateway(ctx, row.gateway, row.country_code)
      // A card that the service does not know any more is forgotten already.
      if (row.gateway_id)
        await gateway.removeCard(row.gateway_id).catch((fault) => {
          if (!(fault instanceof GatewayRefused)) throw fault
        })
      await updateCard(ctx.db, row.id, { forgotten_at: ctx.now })
    } catch (fault) {
      ctx.log.warn(faultFields(fault), 'a card could not be forgotten yet')
    }
  }
}
