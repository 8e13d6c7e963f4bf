import { randomBytes } from 'node:crypto'
import { minor } from '#contract/money.ts'
import type { LockedQuote } from '#contract/search/quotes.ts'
import { coolingHours } from '#contract/payments/refund.ts'
import type { Requester } from '#contract/search/search.ts'
import { openContacts, sayEvent } from '#server/messaging/door.ts'
import { type Sender, senderIn } from '#server/notifications/door.ts'
import { acceptOffer } from '#server/offers/door.ts'
import { endOpenRequests } from '#server/offers/requests/door.ts'
import { presentQuote, quoteById, type QuoteRow } from '#server/search/locked-quotes/door.ts'
import type { PaymentRow } from '#server/payments/door.ts'
import { announce } from '#server/platform/live/announce.ts'
import type { Context } from '#server/platform/context.ts'
import { dayOf } from '#server/platform/event-day.ts'
import { becomeAppointment, isFree, speedsIn, type Spot, takeBusy } from '#server/providers/diary/door.ts'
import { lockDiary } from '#server/providers/door.ts'
import { setAct } from '#server/search/acts/door.ts'
import {
  type AppointmentRow,
  bookedOnSearch,
  insertAppointment,
  type NewAppointment,
} from '#server/bookings/appointments/appointment-queries.ts'
import { bookLateHold, endHolds, type HoldRow, lockHold } from './hold-queries.ts'
import type { KeptDay } from './present-hold.ts'
import { type BookedSearch, searchForBooking } from './search-queries.ts'
import { spotOf } from '#server/bookings/appointments/spot.ts'
import { tellBooked } from './tell-booked.ts'

/** What the bank's word makes of a kept time: an appointment, in this one transaction; or `void`, where the time has gone and nothing is taken. */
export async function confirmBooking(ctx: Context, payment: PaymentRow): Promise<'capture' | 'void'> {
  const hold = await lockHold(ctx.db, payment.ref)
  if (!hold || hold.state === 'booked' || !hold.account_id || !hold.day || !hold.requester) return 'void'
  const search = await searchForBooking(ctx.db, hold.search_id)
  const quote = await quoteById(ctx.db, hold.search_id, hold.quote_id)
  const locked = quote && presentQuote(quote)
  if (!search || !quote || !locked?.plan || (await bookedOnSearch(ctx.db, search.id, hold.provider_id))) return 'void'

  const spot = spotOf(quote, search)
  const row = rowOf(ctx, { hold, search, quote, locked, spot })
  const job = { ...spot, from: row.starts_at.getTime(), to: row.ends_at.getTime() }
  // Paid after the day has begun, or for an artist who has been taken off meanwhile: nothing is taken.
  if (job.from <= ctx.now.getTime() || quote.provider_state === 'suspended') return 'void'
  const late = hold.state !== 'held'
  if (late) {
    // The fifteen minutes had passed, or the customer had gone on: a time that is still free is theirs all the same.
    await lockDiary(ctx.db, hold.provider_id)
    if (!(await isFree(ctx, hold.provider_id, job, quote.buffer_minutes, await speedsIn(ctx.db)))) return 'void'
  }
  const sender = await senderIn(ctx)
  const appointment = await insertAppointment(ctx.db, row)
  if (late) {
    await bookLateHold(ctx.db, hold.id)
    await takeBusy(ctx.db, {
      providerId: hold.provider_id,
      kind: 'appointment',
      ref: appointment.id,
      from: job.from,
      to: job.to + quote.buffer_minutes * 60_000,
      bufferMinutes: quote.buffer_minutes,
      eventDate: row.event_date,
      ...spot,
    })
  } else {
    await endHolds(ctx.db, [hold.id], 'pay', ctx.now)
    if (!(await becomeAppointment(ctx.db, hold.id, appointment.id)))
      throw new Error(`hold ${hold.id} stands without its time`)
  }
  await acceptOffer(ctx, { searchId: search.id, providerId: hold.provider_id })
  await endOpenRequests(ctx, sender, { searchId: search.id, exceptProviderId: hold.provider_id })
  await announceBooked(ctx, sender, appointment, quote)
  return 'capture'
}

type Found = { hold: HoldRow; search: BookedSearch; quote: QuoteRow; locked: LockedQuote; spot: Spot }

function rowOf(
  ctx: Context,
  { hold, search, quote, locked, spot }: Found,
): NewAppointment & { starts_at: Date; ends_at: Date; event_date: string } {
  const { names, shareNumber, smsReminders, ...day } = hold.day as KeptDay
  return {
    ...frozenOf(ctx, { search, quote, locked, spot }),
    hold_id: hold.id,
    offer_id: hold.offer_id,
    account_id: hold.account_id,
    requester: hold.requester as Requester,
    event: (hold.requester as Requester).event,
    day,
    names,
    share_number: shareNumber,
    sms_reminders: smsReminders,
  }
}

/** Everything of an appointment that its quote and search decide, frozen now. */
export function frozenOf(ctx: Context, { search, quote, locked, spot }: Omit<Found, 'hold'>) {
  const plan = locked.plan
  if (!plan) throw new Error(`quote ${quote.id} has no plan to book`)
  const starts = new Date(plan.arriveAt)
  return {
    search_id: search.id,
    quote_id: quote.id,
    provider_id: quote.provider_id,
    mode: quote.mode,
    country_code: search.country_code,
    tz: plan.timeZone,
    event_date: eventDateOf(search, starts, plan.timeZone),
    place: search.place_name,
    starts_at: starts,
    ends_at: new Date(plan.doneAt),
    ready_at: plan.readyBy ? new Date(plan.readyBy) : null,
    buffer_minutes: quote.buffer_minutes,
    lat: spot.lat,
    lng: spot.lng,
    body: { lines: locked.lines, plan },
    policy: locked.policy.kind,
    booked_at: ctx.now,
    changed_at: ctx.now,
    policy_start: starts,
    currency: locked.currency,
    cooling_until: new Date(ctx.now.getTime() + coolingHours(ctx.now.getTime(), starts.getTime()) * 3_600_000),
    total_minor: minor(locked.total),
    deposit_minor: minor(locked.deposit),
    fee_minor: Math.min(minor(locked.fee), minor(locked.deposit)),
    share_key: randomBytes(18).toString('base64url'),
    sample: ctx.env.sampleMarket,
  }
}

// An offer may be for another day than was asked: the day is that of its plan, the night before 5 AM belonging to the day before.
function eventDateOf(search: BookedSearch, starts: Date, tz: string): string {
  const asked = dayOf(search.event_date, tz)
  if (starts.getTime() >= asked.at(0) && starts.getTime() < asked.at(1740)) return search.event_date
  return new Intl.DateTimeFormat('en-CA', { timeZone: tz, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    new Date(starts.getTime() - 5 * 3_600_000),
  )
}

/** Says it everywhere at once: on the quotes page, in the conversation, to both by notice, to open pages. */
export async function announceBooked(
  ctx: Context,
  sender: Sender,
  row: AppointmentRow,
  quote: QuoteRow,
): Promise<void> {
  const between = { searchId: row.search_id, accountId: row.account_id as string, providerId: row.provider_id }
  await setAct(ctx, {
    searchId: row.search_id,
    providerId: row.provider_id,
    state: 'booked',
    mode: row.mode,
    quoteId: row.quote_id,
    totalMinor: row.total_minor,
    depositMinor: row.deposit_minor,
  })
  await sayEvent(ctx, { ...between, kind: 'booked', values: { at: row.starts_at.toISOString(), timeZone: row.tz } })
  await openContacts(ctx, between)
  await tellBooked(ctx, sender, row)
  await announce(ctx, { to: audienceOf(row, quote.provider_account_id), kind: 'appointment.booked', ref: row.id })
}

/** Whoever has this appointment open: its customer, its artist, its search, its run sheet. */
export const audienceOf = (
  row: Pick<AppointmentRow, 'id' | 'account_id' | 'search_id'>,
  providerAccountId: string | null,
): string[] => [
  `search:${row.search_id}`,
  `appointment:${row.id}`,
  ...(row.account_id ? [`account:${row.account_id}`] : []),
  ...(providerAccountId ? [`account:${providerAccountId}`] : []),
]
