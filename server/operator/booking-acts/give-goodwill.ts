import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorBookings } from '#contract/operator/bookings.ts'
import { presentAppointment } from '#server/bookings/appointments/door.ts'
import { doTeamAct, goodwillOf } from '#server/bookings/team/door.ts'
import { newCredit } from '#server/payments/goodwill/door.ts'
import type { Context } from '#server/platform/context.ts'

/** Gives goodwill as it was shown. */
export async function giveGoodwill(
  ctx: Context,
  { amount, as, ...asked }: InputOf<typeof operatorBookings.goodwill>,
): Promise<OutputOf<typeof operatorBookings.goodwill>> {
  return doTeamAct(
    ctx,
    asked,
    goodwillOf(amount, as === 'credit' ? await newCredit(ctx) : null),
    async (tx, row, preview) => ({ appointment: await presentAppointment(tx, row, 'operator'), preview }),
  )
}
