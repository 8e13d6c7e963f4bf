import { date, money } from '#contract/format.ts'
import { appointmentTimers } from '#contract/bookings/lifecycle-appointment.ts'
import { major, type Minor } from '#contract/money.ts'
import { type Country, reader } from '#contract/words.ts'
import { sayEvent } from '#server/messaging/door.ts'
import { type Sender, senderIn, senderOf } from '#server/notifications/door.ts'
import type { PaymentRow } from '#server/payments/door.ts'
import { openPayment } from '#server/payments/bank/door.ts'
import { announce } from '#server/platform/live/announce.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { isFree, moveBusy, refuseTaken, speedsIn } from '#server/providers/diary/door.ts'
import { lockDiary } from '#server/providers/door.ts'
import {
  agreeMove,
  appointmentById,
  type AppointmentRow,
  endMove,
  insertMove,
  lockAppointment,
  moveById,
  type MoveRow,
  movesOf,
  movesPast,
  updateAppointment,
} from '#server/bookings/appointments/appointment-queries.ts'
import { audienceOf } from '#server/bookings/holds/confirm-booking.ts'
import { atOtherTime } from './other-time.ts'
import { momentOf, soon, tell } from '#server/bookings/notices/tell.ts'
import { partiesOf } from '#server/bookings/notices/tell-queries.ts'
import { noticeLines } from '#server/bookings/notices/words.ts'

type Side = 'customer' | 'provider'
const other = (side: Side): Side => (side === 'customer' ? 'provider' : 'customer')

/** Suggests another time to the other side; the booking stands until they accept. `answer` says in the same transaction what the call answers. */
export async function proposeMove<T extends object>(
  ctx: Context,
  row: AppointmentRow,
  by: Side,
  to: { eventDate: string; finishTime: string },
  answer: (tx: Context) => Promise<T>,
): Promise<T> {
  const time = await atOtherTime(ctx, row, to)
  const sender = await senderOf(ctx)
  return ctx.once(async (tx) => {
    const now = await lockAppointment(tx.db, row.id)
    if (now?.state !== 'booked') throw new Refusal('state_changed')
    if (now.starts_at <= tx.now || time.starts <= tx.now) throw new Refusal('too_late')
    if ((await movesOf(tx.db, [row.id])).length > 0) throw new Refusal('move_waits')
    await lockDiary(tx.db, row.provider_id)
    await refuseTaken(
      tx,
      row.provider_id,
      jobOf(row, time.starts, time.ends),
      row.buffer_minutes,
      await speedsIn(tx.db),
      [row.id],
    )
    const waits = new Date(
      Math.min(
        tx.now.getTime() + appointmentTimers.moveHours * 3_600_000,
        now.starts_at.getTime(),
        time.starts.getTime(),
      ),
    )
    const { id } = await insertMove(tx.db, {
      appointment_id: row.id,
      by,
      starts_at: time.starts,
      ends_at: time.ends,
      ready_at: time.ready,
      event_date: time.eventDate,
      body: time.body,
      total_minor: time.totalMinor,
      deposit_minor: time.depositMinor,
      fee_minor: time.feeMinor,
      ends_waiting_at: waits,
      created_at: tx.now,
    })
    const move = await moveById(tx.db, id)
    if (move) await tellMove(tx, sender, row, move, other(by), `move.asked.${other(by)}`)
    await changed(tx, row)
    return answer(tx)
  })
}

const jobOf = (row: AppointmentRow, from: Date, to: Date) => ({
  lat: row.lat,
  lng: row.lng,
  from: from.getTime(),
  to: to.getTime(),
})

/** Answers a proposal, or takes one's own back. Where the difference is to be paid before the move stands, its payment is opened; `answer` says in the same transaction what the call answers. */
export async function answerMove<T extends object>(
  ctx: Context,
  row: AppointmentRow,
  moveId: string,
  side: Side,
  said: 'accept' | 'decline' | 'withdraw',
  answer: (tx: Context, payment: PaymentRow | null) => Promise<T>,
): Promise<T> {
  const sender = await senderOf(ctx)
  let due: { now: AppointmentRow; move: MoveRow } | undefined
  const answered = await ctx.once(async (tx) => {
    const now = await lockAppointment(tx.db, row.id)
    const move = await moveById(tx.db, moveId)
    if (!now || !move || move.appointment_id !== row.id) throw new Refusal('not_found')
    if (now.state !== 'booked' || move.state !== 'proposed' || move.ends_waiting_at <= tx.now)
      throw new Refusal('state_changed')
    const paysAgreed = said === 'accept' && side === 'customer' && move.by === 'customer' && move.agreed_at !== null
    if (!paysAgreed && (said === 'withdraw') !== (move.by === side)) throw new Refusal('state_changed')
    if (said !== 'accept') {
      await endMove(tx.db, move.id, said === 'decline' ? 'declined' : 'withdrawn', tx.now)
      if (said === 'decline') await tellMove(tx, sender, now, move, move.by, `move.declined.${move.by}`)
      await changed(tx, now)
      return answer(tx, null)
    }
    if (move.deposit_minor > now.deposit_minor) {
      await agreeMove(tx.db, move.id, tx.now)
      if (side === 'provider') await tellMove(tx, sender, now, move, 'customer', 'move.asked.customer')
      await changed(tx, now)
      if (side !== 'customer') return answer(tx, null)
      due = { now, move }
      return null
    }
    await applyMove(tx, sender, now, move)
    return answer(tx, null)
  })
  if (answered || !due) return answered as T
  const { now, move } = due
  const payment = await openPayment(ctx, {
    kind: 'difference',
    ref: move.id,
    accountId: now.account_id,
    providerId: now.provider_id,
    countryCode: now.country_code,
    currency: now.currency,
    amountMinor: move.deposit_minor - now.deposit_minor,
    feeMinor: Math.min(move.deposit_minor - now.deposit_minor, Math.max(0, move.fee_minor - now.fee_minor)),
    description: `${now.event}, ${date(move.event_date, now.country_code as Country)}`.slice(0, 300),
    email: now.requester.email,
  })
  return ctx.once((tx) => answer(tx, payment))
}

/** The bank's word on the difference: the move stands, or nothing is taken where the time has gone. */
export async function confirmMove(ctx: Context, payment: PaymentRow): Promise<'capture' | 'void'> {
  const move = await moveById(ctx.db, payment.ref)
  const row = move && (await lockAppointment(ctx.db, move.appointment_id))
  if (!move || row?.state !== 'booked' || move.state !== 'proposed') return 'void'
  await lockDiary(ctx.db, row.provider_id)
  if (
    !(await isFree(
      ctx,
      row.provider_id,
      jobOf(row, move.starts_at, move.ends_at),
      row.buffer_minutes,
      await speedsIn(ctx.db),
      [row.id],
    ))
  )
    return 'void'
  await applyMove(ctx, await senderIn(ctx), row, move)
  return 'capture'
}

async function applyMove(ctx: Context, sender: Sender, row: AppointmentRow, move: MoveRow): Promise<void> {
  await lockDiary(ctx.db, row.provider_id)
  await refuseTaken(
    ctx,
    row.provider_id,
    jobOf(row, move.starts_at, move.ends_at),
    row.buffer_minutes,
    await speedsIn(ctx.db),
    [row.id],
  )
  await moveBusy(ctx.db, row.id, {
    from: move.starts_at.getTime(),
    to: move.ends_at.getTime() + row.buffer_minutes * 60_000,
    eventDate: move.event_date,
  })
  if (!(await endMove(ctx.db, move.id, 'accepted', ctx.now))) throw new Refusal('state_changed')
  const moved = await updateAppointment(ctx.db, row.id, {
    starts_at: move.starts_at,
    ends_at: move.ends_at,
    ready_at: move.ready_at,
    event_date: move.event_date,
    body: move.body,
    total_minor: move.total_minor,
    deposit_minor: move.deposit_minor,
    fee_minor: move.fee_minor,
    sequence: row.sequence + 1,
    changed_at: ctx.now,
  })
  if (row.account_id)
    await sayEvent(ctx, {
      searchId: row.search_id,
      accountId: row.account_id,
      providerId: row.provider_id,
      kind: 'moved',
      values: {
        at: moved.starts_at.toISOString(),
        dateTime: momentOf(moved.starts_at, moved, ctx.now),
        timeZone: row.tz,
      },
    })
  const values = { priceLine: priceLine(row, move) }
  const urgent = soon(ctx.now, row.starts_at, move.starts_at)
  await tell(ctx, sender, moved, 'customer', 'move.accepted.customer', { values, urgent, calendar: true })
  await tell(ctx, sender, moved, 'provider', 'move.accepted.provider', { values, urgent, calendar: true })
  await changed(ctx, moved)
}

/** Ends proposals that nobody has answered in time. */
export async function endMoves(ctx: Context): Promise<void> {
  for (const move of await movesPast(ctx.db, ctx.now, 200)) {
    await ctx.transaction(async (tx) => {
      if (!(await endMove(tx.db, move.id, 'ended', tx.now))) return
      const row = await appointmentById(tx.db, move.appointment_id)
      if (row) await changed(tx, row)
    })
  }
}

async function changed(ctx: Context, row: AppointmentRow): Promise<void> {
  const parties = await partiesOf(ctx.db, row)
  await announce(ctx, {
    to: audienceOf(row, parties?.providerAccount ?? null),
    kind: 'appointment.changed',
    ref: row.id,
  })
}

function priceLine(row: AppointmentRow, move: MoveRow): string {
  const t = reader(noticeLines, row.country_code as Country)
  const total = money(major(move.total_minor), row.currency)
  const difference = (amountMinor: Minor) => money(major(amountMinor), row.currency, { decimals: 'always' })
  if (move.total_minor === row.total_minor) return t('priceLine.same', { total })
  return move.deposit_minor > row.deposit_minor
    ? t('priceLine.more', { difference: difference(move.deposit_minor - row.deposit_minor) })
    : t('priceLine.less', { difference: difference(row.total_minor - move.total_minor) })
}

const tellMove = (
  ctx: Context,
  sender: Sender,
  row: AppointmentRow,
  move: MoveRow,
  to: Side,
  kind: 'move.asked.customer' | 'move.asked.provider' | 'move.declined.customer' | 'move.declined.provider',
) =>
  tell(ctx, sender, row, to, kind, {
    fact: `${kind} ${move.id} ${move.agreed_at ? 'agreed' : ''}`,
    urgent: soon(ctx.now, row.starts_at, move.starts_at),
    values: {
      dateTime: momentOf(move.starts_at, row, ctx.now),
      oldDateTime: momentOf(row.starts_at, row, ctx.now),
      priceLine: priceLine(row, move),
    },
  })
