import type { ActPreview } from '#contract/operator/booking-acts.ts'
import { type Sender, senderOf } from '#server/notifications/index.ts'
import { type PaymentRow, sendPayments } from '#server/payments/index.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { undone } from '#server/platform/undone.ts'
import type { AppointmentRow, MoveRow } from '#server/bookings/appointments/appointment-queries.ts'
import { lockBooking } from '#server/bookings/money/lock-booking.ts'
import { paymentsFor } from '#server/bookings/money/payments-for.ts'
import { publishAppointment } from '#server/bookings/notices/publish-appointment.ts'
import { seenAfter } from './seen-after.ts'
import { keepAct, type TeamActKind } from './team-queries.ts'

/** A booking as an act of the team finds it, locked. */
export type Found = {
  row: AppointmentRow
  payments: readonly PaymentRow[]
  sender: Sender
  /** Under which the act is kept. */
  actId: string
  reason: string
  /** Only to see what it would do. */
  rehearsed: boolean
}
/** What an act has done: the booking as it is now, what its words are filled with, and whether it waits for somebody. */
type Done = {
  row: AppointmentRow
  said: Record<string, string>
  second: boolean
  /** What stands once the customer has paid for it. */
  waits?: MoveRow
  /** What is done right after it is committed. */
  follows?: (tx: Context) => Promise<void>
}
/** An act of the team on a booking, in a transaction. */
export type TeamAct = {
  kind: TeamActKind
  /** Who comes instead, where somebody does. */
  newProviderId?: string
  run: (tx: Context, found: Found) => Promise<Done>
}

type Asked = { appointmentId: string; reason: string }

/** Does all that an act does and takes it back: what it would do, to the minor unit and the mail. */
export async function previewTeamAct(ctx: Context, asked: Asked, act: TeamAct): Promise<ActPreview> {
  const sender = await senderOf(ctx)
  return ctx.transaction((tx) =>
    undone(tx, async (quiet) => (await perform(quiet, sender, { ...asked, act, rehearsed: true })).preview),
  )
}

/** Does it, where that is what was shown; `answer` says in the same transaction what the call answers. */
export async function doTeamAct<T extends object>(
  ctx: Context,
  { hash, ...asked }: Asked & { hash: string },
  act: TeamAct,
  answer: (tx: Context, row: AppointmentRow, preview: ActPreview) => Promise<T>,
): Promise<T> {
  const sender = await senderOf(ctx)
  const answered = await ctx.once(async (tx) => {
    const { row, preview } = await perform(tx, sender, { ...asked, act, rehearsed: false })
    if (preview.hash !== hash) throw new Refusal('preview_changed', { detail: { preview } })
    return answer(tx, row, preview)
  })
  await sendPayments(ctx)
  return answered
}

async function perform(
  tx: Context,
  sender: Sender,
  { appointmentId, reason, act, rehearsed }: Asked & { act: TeamAct; rehearsed: boolean },
): Promise<{ row: AppointmentRow; preview: ActPreview }> {
  const found = await lockBooking(tx, appointmentId)
  if (!found) throw new Refusal('not_found')
  const seen = await seenAfter(tx, found, act.newProviderId ?? null)
  const actId = crypto.randomUUID()
  const { said, ...done } = await act.run(tx, { ...found, sender, actId, reason, rehearsed })
  const acted = { kind: act.kind, said, reason, acted_by: tx.viewer.accountId, at: tx.now }
  await keepAct(tx.db, { id: actId, appointment_id: found.row.id, ...acted })
  await record(tx, {
    act: `booking.${act.kind}`,
    subject: { kind: 'appointment', id: found.row.id, name: String(found.row.number) },
    after: said,
    reason,
  })
  await publishAppointment(tx, done.row, 'appointment.changed')
  const preview = await seen({ ...done, payments: await paymentsFor(tx, done.row) })
  return { row: done.row, preview }
}
