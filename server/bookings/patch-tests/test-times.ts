import { patchTestSpan, spanBefore, type VisitRule } from '#contract/bookings/patch-tests/test-span.ts'
import type { FreeTime } from '#contract/bookings/moves.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { freeTimesOn } from '#server/bookings/moves/free-on-day.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseWrongDay } from '#server/providers/booked-out/door.ts'
import type { TravelSpeeds } from '#server/providers/diary/door.ts'
import { type Missing, testOf } from './test-queries.ts'

/** A booking, or what would be one, by what decides when there is time for a visit before it. */
export type VisitedDay = Pick<AppointmentRow, 'provider_id' | 'tz' | 'lat' | 'lng' | 'starts_at'>

type Visit = {
  eventDate: string
  minutes: number
  rule: VisitRule
  speeds: TravelSpeeds
  /** What is in the diary and may be moved. */
  except?: readonly string[]
}

/** When the artist is free on a day for a visit before a booking, at its place, within the span before it. */
export async function visitTimesOn(
  ctx: Context,
  day: VisitedDay,
  { eventDate, minutes, rule, speeds, except = [] }: Visit,
): Promise<FreeTime[]> {
  refuseWrongDay(eventDate, day.tz, ctx.now)
  const times = await freeTimesOn(ctx, {
    providerId: day.provider_id,
    date: eventDate,
    tz: day.tz,
    minutes,
    services: [],
    spot: day,
    speeds,
    except,
  })
  const { from, until } = spanBefore(day.starts_at.getTime(), rule)
  return times.filter(({ startsAt, endsAt }) => Date.parse(startsAt) >= from && Date.parse(endsAt) <= until)
}

type Asked = { eventDate: string; missing: readonly Missing[]; speeds: TravelSpeeds }

/** The same for the patch test of a booking; the one that is booked may be moved. */
export async function testTimesOn(
  ctx: Context,
  row: AppointmentRow,
  { eventDate, missing, speeds }: Asked,
): Promise<FreeTime[]> {
  refuseWrongDay(eventDate, row.tz, ctx.now)
  if (missing.length === 0) return []
  const booked = await testOf(ctx.db, row.id)
  return visitTimesOn(ctx, row, {
    ...{ eventDate, speeds, rule: patchTestSpan, minutes: longestTest(missing) },
    except: booked?.state === 'booked' ? [booked.id] : [],
  })
}

/** How long a patch test of all of these takes: they are done together. */
export const longestTest = (missing: readonly Missing[]): number => Math.max(...missing.map(({ minutes }) => minutes))
