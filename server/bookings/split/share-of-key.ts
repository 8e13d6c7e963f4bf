import { openedBy } from '#server/platform/http/act-key.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type PaymentRow, paymentsOf } from '#server/payments/index.ts'
import { appointmentById, type AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { holdById, type HoldRow } from '#server/bookings/holds/hold-queries.ts'
import { type BillRow, billOf, shareById, type ShareRow } from './split-queries.ts'

const DAY_MS = 86_400_000
/** Whoever paid reads how it stands for so long after the event, and after a bill was let go. */
const AFTER_EVENT_MS = 60 * DAY_MS
const AFTER_END_MS = 7 * DAY_MS

export type OpenedShare = {
  share: ShareRow
  bill: BillRow
  hold: HoldRow
  appointment: AppointmentRow | null
  payments: PaymentRow[]
}

/** What the link of a share opens; the same 'not found' for a key that is not ours, one of a bill that nobody opened, and one whose time has passed. */
export async function shareOfKey(ctx: Context, key: string): Promise<OpenedShare> {
  const id = await openedBy(ctx.database, ctx.env, 'share', key)
  const share = id ? await shareById(ctx.db, id) : undefined
  const bill = share && (await billOf(ctx.db, share.hold_id))
  const hold = bill && (await holdById(ctx.db, bill.hold_id))
  if (!share || !bill || !hold || bill.state === 'asked') throw new Refusal('not_found')
  const appointment = bill.appointment_id ? ((await appointmentById(ctx.db, bill.appointment_id)) ?? null) : null
  const payments = await paymentsOf(ctx.db, [share.id])
  const ends =
    bill.state === 'open'
      ? (bill.rest_until?.getTime() ?? 0)
      : appointment
        ? appointment.ends_at.getTime() + AFTER_EVENT_MS
        : payments.some(({ authorised_at }) => authorised_at) && bill.ended_at
          ? bill.ended_at.getTime() + AFTER_END_MS
          : 0
  if (ends <= ctx.now.getTime()) throw new Refusal('not_found')
  return { share, bill, hold, appointment, payments }
}
