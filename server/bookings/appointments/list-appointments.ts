import type { DiaryTest, providerBookings } from '#contract/bookings/provider-bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { dateAfter, dayOf, todayIn } from '#server/platform/event-day.ts'
import { ownProvider } from '#server/providers/door.ts'
import { testsOfProvider } from '#server/bookings/patch-tests/test-queries.ts'
import { trialsOfProvider } from '#server/bookings/trials/trial-queries.ts'
import { appointmentsOfProvider } from './appointment-queries.ts'
import { summariesOf } from './present-appointment.ts'

type Calls = typeof providerBookings
const MOST = 500

/** One's own appointments between two dates, both included; without dates from today on. */
export async function listAppointments(
  ctx: Context,
  { from, until }: InputOf<Calls['list']>,
): Promise<OutputOf<Calls['list']>> {
  const provider = await ownProvider(ctx)
  const today = todayIn(provider.tz, ctx.now)
  const first = dayOf(from ?? today, provider.tz).at(0)
  const last = until ? new Date(dayOf(dateAfter(until, 1), provider.tz).at(300)) : null
  const rows = await appointmentsOfProvider(ctx.db, provider.id, new Date(first), last, MOST)
  const tests = await testsOfProvider(ctx.db, provider.id, new Date(first), last)
  const trials = await trialsOfProvider(ctx.db, provider.id, new Date(first), last)
  return {
    appointments: await summariesOf(ctx, rows, 'provider'),
    tests: tests.map((test) => inDiary(test, provider.tz)),
    trials: trials.map((trial) => inDiary(trial, provider.tz)),
    timeZone: provider.tz,
    today,
  }
}

type Visit = {
  id: string
  appointmentId: string
  customer: string
  eventDate: string
  starts_at: Date
  ends_at: Date
  state: string
}

/** Presents a patch test or trial in the artist's diary. */
function inDiary({ starts_at, ends_at, state, ...visit }: Visit, tz: string): DiaryTest {
  const iso = (at: Date) => dayOf(visit.eventDate, tz).iso(at.getTime())
  return { ...visit, startsAt: iso(starts_at), endsAt: iso(ends_at), done: state === 'done' }
}
