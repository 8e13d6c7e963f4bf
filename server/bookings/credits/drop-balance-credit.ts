import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { creditsFor, returnKept, spendById } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockAppointment, updateAppointment } from '#server/bookings/appointments/appointment-queries.ts'
import { ownAppointment } from '#server/bookings/appointments/own-appointment.ts'

/** Takes a credit off a balance again that is not paid yet. */
export async function dropBalanceCredit(
  ctx: Context,
  { appointmentId, creditId }: InputOf<typeof bookings.dropBalanceCredit>,
): Promise<OutputOf<typeof bookings.dropBalanceCredit>> {
  await ownAppointment(ctx, appointmentId)
  return ctx.once(async (tx) => {
    const row = await lockAppointment(tx.db, appointmentId)
    if (!row || (await spendById(tx.db, creditId))?.for_ref !== appointmentId) throw new Refusal('not_found')
    const back = await returnKept(tx.db, creditId)
    if (back) await updateAppointment(tx.db, row.id, { credit_minor: row.credit_minor - back.amount_minor })
    return { paid: row.balance_paid_at !== null, credits: await creditsFor(tx.db, row.id) }
  })
}
