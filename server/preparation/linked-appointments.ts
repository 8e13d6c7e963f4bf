import type { Appointment } from '#contract/appointments/appointment.ts'
import type { bookings } from '#contract/bookings/bookings.ts'
import type { providerBookings } from '#contract/bookings/provider-bookings.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { toMajor, type Minor } from '#contract/money.ts'
import {
  getProviderAppointment,
  type AppointmentRow,
  type FrozenTerms,
  lockAppointmentOf,
  lockBooking,
  listMoves,
  getCustomerAppointment,
  presentBooking,
  presentOwnAppointment,
  publishAppointment,
  updateAppointment,
} from '#server/appointments/index.ts'
import { type Sender, getSender } from '#server/notifications/index.ts'
import { type PaymentRow, sendPayments } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { releaseBusyTimes, lockDiary } from '#server/providers/index.ts'
import { listMissingOf } from './linked-jobs.queries.ts'
import { releaseTest, releaseTrial } from './follow-booking.ts'
import { addBookedTime, type RequestedTime, getSchedulable } from './linked-times.ts'
import {
  findPatchTest,
  hasBookedTest,
  insertTest,
  saveTestedServices,
  updateBookedTest,
  updateTrial,
} from './linked-appointments.queries.ts'
import {
  type CancelledBy,
  computeMoveDifference,
  findTrial,
  getPolicyStart,
  hasBegun,
  isOpenToChange,
  labelByDay,
  type LinkedRow,
  type LinkedTime,
  priceWithoutTrial,
  settleDifference,
  type TrialRow,
} from '#server/billing/index.ts'
import { notifyBothSides } from './linked-notices.ts'
import { recordAudit } from '#server/platform/audit.ts'

type Side = 'customer' | 'provider'
type Change<Input> = (tx: Context, sender: Sender, input: Input) => Promise<void>

const sides = {
  customer: { find: getCustomerAppointment, present: presentBooking },
  provider: { find: getProviderAppointment, present: presentOwnAppointment },
} as const

const createHandler =
  <Input extends { appointmentId: string }>(side: Side, change: Change<Input>, afterwards?: typeof sendPayments) =>
  async (ctx: Context, input: Input): Promise<{ appointment: Appointment }> => {
    const { find, present } = sides[side]
    await find(ctx, input.appointmentId)
    const sender = await getSender(ctx)
    const answer = await ctx.idempotent(async (tx) => {
      await change(tx, sender, input)
      return present(tx, input.appointmentId)
    })
    await afterwards?.(ctx)
    return answer
  }

export const bookTest = createHandler<InputOf<typeof bookings.bookTest>>('customer', async (tx, sender, input) => {
  const booking = await lockAppointmentOf(tx, input.appointmentId)
  if (booking.state !== 'booked' || booking.starts_at <= tx.now) throw new Refusal('state_changed')
  await lockDiary(tx.db, booking.provider_id)
  const { missing, time } = await getSchedulable(tx, booking, 'patch_test', input)
  await releaseTest(tx, booking.id)
  const { id } = await insertTest(tx.db, booking, tx.now, { missing, time })
  await addBookedTime(tx, booking, time, id)
  await notifyBothSides(tx, sender, booking, 'test.booked', { id, ...time })
  await publishAppointment(tx, booking, 'appointment.changed')
})

export const moveTrial = createHandler<InputOf<typeof bookings.moveTrial>>('customer', (tx, sender, input) =>
  scheduleTrial(tx, sender, 'customer', input),
)

export const moveOwnTrial = createHandler<InputOf<typeof providerBookings.moveTrial>>('provider', (tx, sender, input) =>
  scheduleTrial(tx, sender, 'provider', input),
)

export const cancelTest = createHandler<InputOf<typeof bookings.cancelTest>>('customer', cancelBookedTest)

/** Throws `refund_changed` if the refund differs from the one shown. */
export const cancelTrial = createHandler<InputOf<typeof bookings.cancelTrial>>(
  'customer',
  async (tx, sender, { appointmentId, refund: shown }) => {
    const { trial, ...booking } = await lockTrial(tx, appointmentId)
    assertOpenToChange(booking.row, trial, tx.now)
    const refund = toMajor(priceWithoutTrial(booking.row, trial, 'customer', tx.now).backMinor)
    if (refund !== shown) throw new Refusal('refund_changed', { detail: { refund } })
    await cancelBookedTrial(tx, sender, booking, trial, 'customer')
  },
  sendPayments,
)

/** Saves the outcome of a patch test that has begun; before that, cancels it. */
export const setPatchTestOutcome = createHandler<InputOf<typeof providerBookings.patchTest>>(
  'provider',
  async (tx, sender, { appointmentId, outcome }) => {
    if (outcome === 'off') return cancelBookedTest(tx, sender, { appointmentId })
    const booking = await lockAppointmentOf(tx, appointmentId)
    assertBegun(await findPatchTest(tx.db, booking.id), tx.now)
    await endTest(tx, sender, booking, outcome)
    await publishAppointment(tx, booking, 'appointment.changed')
  },
)

/** Saves the outcome of a trial that has begun, with its patch test; before that, cancels it. */
export const setTrialOutcome = createHandler<InputOf<typeof providerBookings.setTrialOutcome>>(
  'provider',
  async (tx, sender, { appointmentId, outcome }) => {
    const { trial, ...booking } = await lockTrial(tx, appointmentId)
    if (outcome === 'off') {
      assertOpenToChange(booking.row, trial, tx.now)
      return cancelBookedTrial(tx, sender, booking, trial, 'provider')
    }
    assertBegun(trial, tx.now)
    await updateTrial(tx.db, trial.id, ['booked'], { state: outcome, ended_at: tx.now })
    if (await hasBookedTest(tx.db, trial.id)) await endTest(tx, sender, booking.row, outcome)
    await publishAppointment(tx, booking.row, 'appointment.changed')
  },
  sendPayments,
)

/** Throws `state_changed` if the booking has no trial. */
async function lockTrial(tx: Context, appointmentId: string): Promise<LockedBooking & { trial: TrialRow }> {
  const booking = await lockBooking(tx, appointmentId)
  const trial = booking && (await findTrial(tx.db, appointmentId))
  if (!booking || !trial) throw new Refusal('state_changed')
  return { ...booking, trial }
}

function assertOpenToChange(booking: AppointmentRow, trial: TrialRow, now: Date): void {
  if (!isOpenToChange(booking, trial, now)) throw new Refusal('state_changed')
}

/** Throws `state_changed` if a linked appointment is not booked, or `too_early` if it has not begun. */
function assertBegun(linked: LinkedRow | undefined, now: Date): void {
  if (linked?.state !== 'booked') throw new Refusal('state_changed')
  if (!hasBegun(linked, now)) throw new Refusal('too_early')
}

async function cancelBookedTest(
  tx: Context,
  sender: Sender,
  { appointmentId }: { appointmentId: string },
): Promise<void> {
  const booking = await lockAppointmentOf(tx, appointmentId)
  const test = await findPatchTest(tx.db, booking.id)
  if (test?.state !== 'booked' || hasBegun(test, tx.now)) throw new Refusal('state_changed')
  await lockDiary(tx.db, booking.provider_id)
  await releaseTest(tx, booking.id)
  await notifyBothSides(tx, sender, booking, 'test.off', test)
  await publishAppointment(tx, booking, 'appointment.changed')
}

async function endTest(
  tx: Context,
  sender: Sender,
  booking: AppointmentRow,
  outcome: 'done' | 'missed',
): Promise<void> {
  // Services of people added after the test was booked are tested too.
  const missing = await listMissingOf(tx.db, booking)
  const test = await updateBookedTest(tx.db, booking.id, { state: outcome, ended_at: tx.now })
  if (!test) throw new Refusal('state_changed')
  if (outcome === 'done')
    await saveTestedServices(tx.db, test.id, [...new Set([...test.services, ...missing.map(({ id }) => id)])])
  else await notifyBothSides(tx, sender, booking, 'test.missed', test)
}

async function scheduleTrial(
  tx: Context,
  sender: Sender,
  by: Side,
  input: RequestedTime & { appointmentId: string },
): Promise<void> {
  const booking = await lockAppointmentOf(tx, input.appointmentId)
  await lockDiary(tx.db, booking.provider_id)
  const { row: trial, time } = await getSchedulable(tx, booking, 'trial', input)
  const policy_start = getPolicyStart(trial, by, time.starts_at)
  if (!(await updateTrial(tx.db, trial.id, ['open', 'booked'], { state: 'booked', policy_start, ...time })))
    throw new Refusal('state_changed')
  await releaseBusyTimes(tx, [trial.id])
  await addBookedTime(tx, booking, time, trial.id)
  if (trial.with_test) await moveTestOfTrial(tx, booking, trial, time)
  const moved = await updateAppointment(tx.db, booking.id, {
    body: labelByDay(booking, trial.labels, time.event_date, tx.now),
    changed_at: tx.now,
  })
  await notifyBothSides(tx, sender, moved, 'trial.moved', { id: trial.id, ...time })
  await publishAppointment(tx, moved, 'appointment.changed')
}

// Restores a test that was cancelled when the trial lost its time, unless another is booked or none is required.
async function moveTestOfTrial(tx: Context, booking: AppointmentRow, trial: TrialRow, time: LinkedTime): Promise<void> {
  if (await hasBookedTest(tx.db, trial.id)) return void (await updateBookedTest(tx.db, booking.id, time))
  const missing = await listMissingOf(tx.db, booking)
  const test = await findPatchTest(tx.db, booking.id)
  if (missing.length > 0 && test?.state !== 'booked')
    await insertTest(tx.db, booking, tx.now, { missing, time, trialId: trial.id })
}

type LockedBooking = { row: AppointmentRow; payments: readonly PaymentRow[] }

/**
 * Cancels the trial of a locked booking: frees its time, reduces the price by the policy, refunds the excess and
 * notifies both sides. Runs in the caller's transaction. Throws `move_pending` while a proposal's price includes the
 * trial.
 */
export async function cancelBookedTrial(
  tx: Context,
  sender: Sender,
  { row, payments }: LockedBooking,
  trial: TrialRow,
  by: CancelledBy,
): Promise<void> {
  if ((await listMoves(tx.db, [row.id])).length > 0) throw new Refusal('move_pending')
  await lockDiary(tx.db, row.provider_id)
  const price = priceWithoutTrial(row, trial, by, tx.now)
  const ended = { state: 'cancelled', cancelled_by: by, ended_at: tx.now, kept_minor: price.keptMinor } as const
  if (!(await updateTrial(tx.db, trial.id, ['booked', 'open'], ended))) throw new Refusal('state_changed')
  await releaseTrial(tx, row, trial)
  const booking = await reducePrice(tx, { row, payments }, trial, price)
  if (tx.viewer.accountId)
    await recordAudit(tx, {
      act: 'trial.cancel',
      subject: { kind: 'appointment', id: row.id, name: String(row.number) },
      before: { totalMinor: row.total_minor },
      after: { totalMinor: booking.total_minor, by },
    })
  const { id, starts_at } = trial
  const notice = starts_at ? 'trial.off' : 'trial.dropped'
  await notifyBothSides(tx, sender, booking, notice, { id, starts_at, backMinor: price.backMinor })
  await publishAppointment(tx, booking, 'appointment.changed')
}

async function reducePrice(
  tx: Context,
  { row, payments }: LockedBooking,
  trial: TrialRow,
  { lines, sums }: ReturnType<typeof priceWithoutTrial>,
): Promise<AppointmentRow> {
  const difference = computeMoveDifference(row, {
    total_minor: sums.totalMinor,
    deposit_minor: sums.depositMinor,
    fee_minor: sums.feeMinor,
    share: 100,
  })
  await settleDifference(tx, payments, row, difference, `trial:${trial.id}`)
  const { after } = difference
  const { terms } = row.body
  const body: FrozenTerms = {
    ...row.body,
    lines: lines.map(({ line }) => line),
    ...(terms ? { terms: { ...terms, costsMinor: lines.map(({ costMinor }): Minor => costMinor) } } : {}),
  }
  return updateAppointment(tx.db, row.id, {
    body,
    total_minor: after.totalMinor,
    deposit_minor: after.depositMinor,
    fee_minor: after.feeMinor,
    sequence: row.sequence + 1,
    changed_at: tx.now,
  })
}
