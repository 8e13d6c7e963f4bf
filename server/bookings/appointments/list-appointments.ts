import type { DiaryTest, providerBookings } from '#contract/bookings/provider-bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { dateAfter, dayOf, todayIn } from '#server/platform/event-day.ts'
import { ownProvider } from '#server/providers/index.ts'
import { listInDiary } from '#server/bookings/linked-appointments/linked-queries.ts'
import { appointmentsOfProvider } from './appointment-queries.ts'
import { summariesOf } from './present-appointment.ts'

type Calls = typeof providerBookings
const MOST = 500

/** Returns the calling provider's appointments between two dates, both included; without dates from today on. */
export async function listAppointments(
  ctx: Context,
  { from, until }: InputOf<Calls['list']>,
): Promise<OutputOf<Calls['list']>> {
  const provider = await ownProvider(ctx)
  const today = todayIn(provider.tz, ctx.now)
  const first = dayOf(from ?? today, provider.tz).at(0)
  const last = until ? new Date(dayOf(dateAfter(until, 1), provider.tz).at(300)) : null
  const rows = await appointmentsOfProvider(ctx.db, provider.id, new Date(first), last, MOST)
  const linked = await listInDiary(ctx.db, provider.id, new Date(first), last)
  const ofKind = (kind: string) => linked.filter((one) => one.kind === kind).map((one) => inDiary(one, provider.tz))
  return {
    appointments: await summariesOf(ctx, rows, 'provider'),
    tests: ofKind('patch_test'),
    trials: ofKind('trial'),
    timeZone: provider.tz,
    today,
  }
}

type InDiary = Awaited<ReturnType<typeof listInDiary>>[number]

/** Returns a trial or a patch test as an entry of the provider's diary. */
function inDiary({ kind: _, starts_at, ends_at, state, ...entry }: InDiary, tz: string): DiaryTest {
  const iso = (at: Date) => dayOf(entry.eventDate, tz).iso(at.getTime())
  return { ...entry, startsAt: iso(starts_at), endsAt: iso(ends_at), done: state === 'done' }
}
