import type { problemKinds } from '#contract/bookings/appointment.ts'
import { appointmentTimers } from '#contract/bookings/lifecycle-appointment.ts'
import { may } from '#contract/lifecycle.ts'
import { appointmentLifecycle } from '#contract/bookings/lifecycle-appointment.ts'
import { date } from '#contract/format.ts'
import { major } from '#contract/money.ts'
import type { Country } from '#contract/words.ts'
import { operatorsToTell } from '#server/accounts/index.ts'
import { notify, senderOf } from '#server/notifications/index.ts'
import { claimUpload, uploadOf } from '#server/pictures/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import {
  type AppointmentRow,
  insertDispute,
  lockAppointment,
  openDispute,
  moveAppointment,
  updateDispute,
} from '#server/bookings/appointments/appointment-queries.ts'
import { reportsUntil } from '#server/bookings/appointments/may.ts'
import { problemLabels } from './problem-words.ts'
import { momentOf, tell } from '#server/bookings/notices/tell.ts'
import { publishAppointment } from '#server/bookings/notices/publish-appointment.ts'

type Side = 'customer' | 'provider'
const hourMs = 3_600_000

/** Reports a problem of an appointment: the other side is asked, a person looks, and payout waits meanwhile. */
export async function reportProblem<T extends object>(
  ctx: Context,
  { id }: AppointmentRow,
  by: Side,
  what: { kind: (typeof problemKinds)[number]; text: string; pictures: readonly string[] },
  answer: (tx: Context) => Promise<T>,
): Promise<T> {
  const sender = await senderOf(ctx)
  return ctx.once(async (tx) => {
    const row = await lockAppointment(tx.db, id)
    if (!row) throw new Refusal('not_found')
    if (!may(appointmentLifecycle, row.state, 'report', by)) throw new Refusal('state_changed')
    const at = tx.now.getTime()
    if (at < row.starts_at.getTime() + (what.kind === 'no_show' ? appointmentTimers.noShowMinutes * 60_000 : 0))
      throw new Refusal('too_early')
    if (at > reportsUntil(row)) throw new Refusal('too_late')
    if (what.kind === 'other' && !what.text) throw refuseField('reason_missing', 'text')
    for (const picture of what.pictures) await claimUpload(tx, (await uploadOf(tx, picture)).id)
    const until = new Date(at + appointmentTimers.answerHours * hourMs)
    const { id: disputeId } = await insertDispute(tx.db, {
      appointment_id: id,
      by,
      kind: what.kind,
      text: what.text,
      pictures: [...what.pictures],
      answer_until: until,
      created_at: tx.now,
    })
    const now = await moveAppointment(tx.db, row, 'report', by, { changed_at: tx.now })
    const label = problemLabels[what.kind]
    const values = { dateTime: momentOf(until, row, tx.now), what: label }
    for (const side of ['customer', 'provider'] as const) {
      const kind = side === by ? 'problem.received' : what.kind === 'no_show' ? 'noshow.reported' : 'problem.reported'
      await tell(tx, sender, now, side, `${kind}.${side}`, { fact: `problem ${side} ${disputeId}`, values })
    }
    for (const operator of await operatorsToTell(tx.db)) {
      await notify(tx, sender, {
        kind: 'op.dispute.opened',
        fact: `dispute ${operator.id} ${disputeId}`,
        to: { email: operator.email, name: operator.name, accountId: operator.id },
        path: `/operator/disputes/${disputeId}`,
        values: {
          what: label,
          date: date(row.event_date, row.country_code as Country),
          name: by === 'customer' ? row.requester.name : 'The artist',
          other: by === 'customer' ? 'the artist' : row.requester.name,
          amount: `${major(row.deposit_minor - row.fee_minor).toFixed(2)} ${row.currency}`,
        },
      })
    }
    await publishAppointment(tx, now, 'appointment.changed')
    return answer(tx)
  })
}

/** The other side of a report, once, while it is asked for. */
export async function addSide<T extends object>(
  ctx: Context,
  { id }: AppointmentRow,
  side: Side,
  text: string,
  answer: (tx: Context) => Promise<T>,
): Promise<T> {
  return ctx.once(async (tx) => {
    const row = await lockAppointment(tx.db, id)
    const dispute = await openDispute(tx.db, id)
    if (!row || !dispute || dispute.by === side || dispute.other_side !== null) throw new Refusal('state_changed')
    if (tx.now > dispute.answer_until) throw new Refusal('too_late')
    await updateDispute(tx.db, dispute.id, { other_side: text, other_side_at: tx.now })
    await publishAppointment(tx, row, 'appointment.changed')
    return answer(tx)
  })
}
