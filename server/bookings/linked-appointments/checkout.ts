import type { bookings } from '#contract/bookings/bookings.ts'
import { findTrialPrice } from '#contract/bookings/linked-appointments/trial-price.ts'
import type { FreeTime } from '#contract/bookings/moves.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { type HoldRow, lockHold } from '#server/bookings/holds/hold-queries.ts'
import { presentHold } from '#server/bookings/holds/present-hold.ts'
import { refusePaying } from '#server/bookings/promos/refuse-paying.ts'
import { leaveBill } from '#server/bookings/split/share-bill.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  becomeAppointment,
  freeBusy,
  isFree,
  lockDiary,
  speedsIn,
  speedsOf,
  type TravelSpeeds,
} from '#server/providers/index.ts'
import { quoteById } from '#server/search/index.ts'
import {
  getHeldBooking,
  type HeldDay,
  listOptions,
  type Options,
  planVisit,
  presentOptions,
  selectOptions,
} from './checkout-options.ts'
import { priceWithTrial } from './checkout-price.ts'
import { type ChosenTime, deleteChosen, insertChosen, listChosen } from './choice-queries.ts'
import { listMissingOf } from './due-queries.ts'
import { addToDiary, type AskedTime, type DiaryPlace, findTime, listFreeTimes } from './free-times.ts'
import { insertLinkedAppointment, insertTest } from './linked-queries.ts'
import type { LinkedKind } from './trial-queries.ts'

/** The kinds as the API names them. */
const apiKind = { trial: 'trial', patch_test: 'patchTest' } as const satisfies Record<LinkedKind, string>

/** Returns what can be booked before the day of a hold, and what is chosen. */
export async function getVisits(
  ctx: Context,
  { holdId }: InputOf<typeof bookings.visits>,
): Promise<OutputOf<typeof bookings.visits>> {
  return { visits: await presentOptions(ctx, await getHeldBooking(ctx, holdId)) }
}

/** Returns the times of a day at which the provider is free for a trial or a patch test before the day of a hold. */
export async function listVisitTimes(
  ctx: Context,
  { holdId, eventDate, kind, services, withTest }: InputOf<typeof bookings.visitTimes>,
): Promise<OutputOf<typeof bookings.visitTimes>> {
  const { hold, day } = await getHeldBooking(ctx, holdId)
  const options = await listOptions(ctx, hold, day)
  const chosen = await listChosen(ctx.db, hold.id)
  const same = chosen.filter((one) => apiKind[one.kind] === kind)
  // The times that are chosen with a soft hold are not in the diary.
  const others = hold.soft ? chosen.filter((one) => !same.includes(one)) : []
  if (kind === 'patchTest' && options.missing.length === 0) return { times: [] }
  const selected =
    kind === 'patchTest'
      ? { trials: [], missing: options.missing }
      : selectOptions(options, { services: services.split(',').filter(Boolean), withTest: withTest === 'yes' })
  const speeds = await speedsOf(ctx)
  const visit = { ...planVisit(selected), eventDate, speeds, except: same.map(({ id }) => id) }
  return { times: excludeNear(await listFreeTimes(ctx, day, visit), others, day) }
}

/** Returns the times that leave the provider's buffer before and after other times that are chosen with the same hold. */
export const excludeNear = (
  times: readonly FreeTime[],
  chosen: readonly Pick<ChosenTime, 'from' | 'to'>[],
  { buffer_minutes }: { buffer_minutes: number },
): FreeTime[] => {
  const pause = buffer_minutes * 60_000
  return times.filter(({ startsAt, endsAt }) =>
    chosen.every(({ from, to }) => Date.parse(endsAt) + pause <= from || to + pause <= Date.parse(startsAt)),
  )
}

/** Saves the trial and the patch test that are chosen with a hold, both or none, in place of what was chosen before. A trial becomes a line of the price. */
export async function chooseVisits(
  ctx: Context,
  { holdId, patchTest, trial }: InputOf<typeof bookings.chooseVisits>,
): Promise<OutputOf<typeof bookings.chooseVisits>> {
  const { day } = await getHeldBooking(ctx, holdId)
  return ctx.once(async (tx) => {
    await lockDiary(tx.db, day.provider_id)
    const hold = await lockHold(tx.db, holdId)
    const quote = hold && (await quoteById(tx.db, hold.search_id, hold.quote_id))
    if (hold?.state !== 'held' || hold.expires_at <= tx.now || !quote) throw new Refusal('hold_lapsed')
    if (hold.split) await leaveBill(tx, hold.id)
    await refusePaying(tx, hold.id)
    const options = await listOptions(tx, hold, day)
    if (patchTest && (options.missing.length === 0 || trial?.withTest)) throw new Refusal('state_changed')
    await freeBusy(tx, await deleteChosen(tx.db, hold.id))
    const selected = trial && selectOptions(options, trial)
    const saved: Omit<ChosenTime, 'id'>[] = []
    if (trial && selected) saved.push(await saveChoice(tx, { day, hold, saved }, trial, selected))
    if (patchTest) await saveChoice(tx, { day, hold, saved }, patchTest, { trials: [], missing: options.missing })
    await priceWithTrial(tx, hold, quote, {
      trials: selected?.trials ?? [],
      eventDate: trial?.eventDate ?? null,
      country: day.country_code,
    })
    return { hold: await presentHold(tx, hold.id), visits: await presentOptions(tx, { hold, quote, day }) }
  })
}

type Choosing = { day: HeldDay; hold: Pick<HoldRow, 'id' | 'soft'>; saved: readonly Omit<ChosenTime, 'id'>[] }

/** Saves one chosen time with a hold. Throws `visit_taken` with the free times of that day if the time is not free. */
async function saveChoice(
  tx: Context,
  { day, hold, saved }: Choosing,
  { eventDate, startsAt }: AskedTime,
  selected: Options,
): Promise<Omit<ChosenTime, 'id'>> {
  const kind: LinkedKind = selected.trials.length > 0 ? 'trial' : 'patch_test'
  const { minutes, rule } = planVisit(selected)
  const free = await listFreeTimes(tx, day, { eventDate, minutes, rule, speeds: await speedsIn(tx.db) })
  const times = excludeNear(free, saved, day)
  const time = findTime(times, startsAt)
  if (!time) throw new Refusal('visit_taken', { detail: { kind: apiKind[kind], times } })
  const choice = {
    kind,
    ...rule,
    event_date: eventDate,
    from: Date.parse(time.startsAt),
    to: Date.parse(time.endsAt),
    with_test: kind === 'trial' && selected.missing.length > 0,
    services: kind === 'trial' ? selected.trials.map((one) => one.service_id) : selected.missing.map(({ id }) => id),
  } as const
  const { id } = await insertChosen(tx.db, hold.id, choice)
  if (!hold.soft) await addToDiary(tx, day, choice, { kind: 'hold', ref: id })
  return choice
}

/** Adds the times that are chosen with a soft hold to the diary once it is kept firmly. Throws `visit_taken` if one is no longer free. Under `lockDiary`. */
export async function reserveChosen(
  tx: Context,
  holdId: string,
  place: DiaryPlace,
  speeds: TravelSpeeds,
): Promise<void> {
  const { provider_id, lat, lng, buffer_minutes } = place
  for (const { id, kind, ...time } of await listChosen(tx.db, holdId)) {
    if (!(await isFree(tx, provider_id, { lat, lng, from: time.from, to: time.to }, buffer_minutes, speeds)))
      throw new Refusal('visit_taken', { detail: { kind: apiKind[kind], times: [] } })
    await addToDiary(tx, place, time, { kind: 'hold', ref: id })
  }
}

/** Books the times that are chosen with a hold together with its appointment. In the transaction that books it. */
export async function bookChosen(ctx: Context, booking: AppointmentRow, chosen: readonly ChosenTime[]): Promise<void> {
  for (const choice of chosen) {
    const { id } = await bookChoice(ctx, booking, choice)
    if (!(await becomeAppointment(ctx.db, choice.id, id))) throw new Error(`choice ${choice.id} has no diary entry`)
  }
}

async function bookChoice(ctx: Context, booking: AppointmentRow, choice: ChosenTime): Promise<{ id: string }> {
  const { kind, services, hours, months, from, to, event_date } = choice
  const time = { starts_at: new Date(from), ends_at: new Date(to), event_date }
  if (kind === 'patch_test')
    return insertTest(ctx.db, booking, ctx.now, { missing: services.map((id) => ({ id })), time })
  const { priceMinor = 0, offMinor = 0 } = findTrialPrice(booking.body.lines) ?? {}
  const trial = await insertLinkedAppointment(ctx.db, booking, ctx.now, {
    kind,
    services,
    hours,
    months,
    minutes: (to - from) / 60_000,
    ...time,
    policy_start: time.starts_at,
    price_minor: priceMinor,
    deducted_minor: offMinor,
  })
  const missing = choice.with_test ? await listMissingOf(ctx.db, booking) : []
  if (missing.length > 0) await insertTest(ctx.db, booking, ctx.now, { missing, time, trialId: trial.id })
  return trial
}
