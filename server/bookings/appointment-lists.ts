import type { DiaryTest, providerBookings } from '#contract/bookings/provider-bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { addDays, getEventDay, getToday } from '#server/platform/event-day.ts'
import { getCallerProvider } from '#server/providers/index.ts'
import { listInDiary } from '#server/preparation/index.ts'
import {
  listAppointmentsOfAccount,
  listAppointmentsOfProvider,
  listAppointmentsOnSearch,
  getCustomerAppointment,
  presentAppointment,
  presentSummaries,
} from '#server/appointments/index.ts'
import type { bookings } from '#contract/bookings/bookings.ts'
import type { customerSearches } from '#contract/bookings/customer-dashboard.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findSearch, isOwner } from '#server/search/index.ts'

type Calls = typeof providerBookings
const MOST = 500

export async function listAppointments(
  ctx: Context,
  { from, until }: InputOf<Calls['list']>,
): Promise<OutputOf<Calls['list']>> {
  const provider = await getCallerProvider(ctx)
  const today = getToday(provider.tz, ctx.now)
  const first = getEventDay(from ?? today, provider.tz).at(0)
  const last = until ? new Date(getEventDay(addDays(until, 1), provider.tz).at(300)) : null
  const rows = await listAppointmentsOfProvider(ctx.db, provider.id, new Date(first), last, MOST)
  const linked = await listInDiary(ctx.db, provider.id, new Date(first), last)
  const ofKind = (kind: string) => linked.filter((one) => one.kind === kind).map((one) => inDiary(one, provider.tz))
  return {
    appointments: await presentSummaries(ctx, rows, 'provider'),
    tests: ofKind('patch_test'),
    trials: ofKind('trial'),
    timeZone: provider.tz,
    today,
  }
}

type InDiary = Awaited<ReturnType<typeof listInDiary>>[number]

function inDiary({ kind: _, starts_at, ends_at, state, ...entry }: InDiary, tz: string): DiaryTest {
  const iso = (at: Date) => getEventDay(entry.eventDate, tz).iso(at.getTime())
  return { ...entry, startsAt: iso(starts_at), endsAt: iso(ends_at), done: state === 'done' }
}

type CustomerCalls = typeof bookings
const MOST_BOOKINGS = 200

export async function listBookings(ctx: Context): Promise<OutputOf<CustomerCalls['list']>> {
  const all = await presentSummaries(
    ctx,
    await listAppointmentsOfAccount(ctx.db, ctx.viewer.accountId as string, MOST_BOOKINGS),
    'customer',
  )
  const isAhead = (one: (typeof all)[number]) =>
    (one.state === 'booked' && Date.parse(one.endsAt) > ctx.now.getTime()) || one.waits === 'rescue'
  return { ahead: all.filter(isAhead).reverse(), past: all.filter((one) => !isAhead(one)) }
}

const shown = async (ctx: Context, id: string) => ({
  appointment: await presentAppointment(ctx, await getCustomerAppointment(ctx, id), 'customer'),
})

export const readBooking = (
  ctx: Context,
  { appointmentId }: InputOf<CustomerCalls['read']>,
): Promise<OutputOf<CustomerCalls['read']>> => shown(ctx, appointmentId)

export async function listBookingsOfSearch(
  ctx: Context,
  { quoteId }: InputOf<typeof customerSearches.listBySearch>,
): Promise<OutputOf<typeof customerSearches.listBySearch>> {
  const search = await findSearch(ctx.database, quoteId)
  if (!search) throw new Refusal('not_found')
  if (!isOwner(ctx.viewer, search)) throw new Refusal('not_yours')
  return { bookings: await listAppointmentsOnSearch(ctx.db, quoteId) }
}
