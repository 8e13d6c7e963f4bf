import { testSpan } from '#contract/bookings/patch-tests/test-span.ts'
import type { FreeTime } from '#contract/bookings/moves.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { freeTimesOn } from '#server/bookings/moves/free-on-day.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseWrongDay } from '#server/providers/booked-out/door.ts'
import type { TravelSpeeds } from '#server/providers/diary/door.ts'
import { type Missing, testOf } from './test-queries.ts'

type Asked = { eventDate: string; missing: readonly Missing[]; speeds: TravelSpeeds }

/** When the artist is free on a day for the patch test of a booking, at its place, within the span before it; the one that is booked may be moved. */
export async function testTimesOn(
  ctx: Context,
  row: AppointmentRow,
  { eventDate, missing, speeds }: Asked,
): Promise<FreeTime[]> {
  refuseWrongDay(eventDate, row.tz, ctx.now)
  if (missing.length === 0) return []
  const booked = await testOf(ctx.db, row.id)
  const times = await freeTimesOn(ctx, {
    providerId: row.provider_id,
    date: eventDate,
    tz: row.tz,
    minutes: Math.max(...missing.map(({ minutes }) => minutes)),
    services: [],
    spot: row,
    speeds,
    except: booked?.state === 'booked' ? [booked.id] : [],
  })
  const { from, until } = testSpan(row.starts_at.getTime())
  return times.filter(({ startsAt, endsAt }) => Date.parse(startsAt) >= from && Date.parse(endsAt) <= until)
}
