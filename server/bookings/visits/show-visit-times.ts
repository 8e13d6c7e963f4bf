import type { bookings } from '#contract/bookings/bookings.ts'
import { patchTestSpan } from '#contract/bookings/patch-tests/test-span.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { longestTest, visitTimesOn } from '#server/bookings/patch-tests/test-times.ts'
import type { Context } from '#server/platform/context.ts'
import { speedsOf } from '#server/providers/diary/door.ts'
import { besideVisits } from './beside-visits.ts'
import { heldToVisit } from './held-to-visit.ts'
import { offeredVisits, trialVisit } from './offered-visits.ts'
import { triedOf } from './tried-of.ts'
import { visitsOf } from './visit-queries.ts'

/** When the artist is free on a day for a visit before the day of a kept time; what is chosen already may be moved. */
export async function showVisitTimes(
  ctx: Context,
  { holdId, eventDate, kind, services, withTest }: InputOf<typeof bookings.visitTimes>,
): Promise<OutputOf<typeof bookings.visitTimes>> {
  const { hold, day } = await heldToVisit(ctx, holdId)
  const offered = await offeredVisits(ctx, hold, day)
  const kept = await visitsOf(ctx.db, hold.id)
  const speeds = await speedsOf(ctx)
  // Of a time that others may take nothing is in the diary.
  const others = hold.soft ? kept.filter((one) => (one.kind === 'trial') !== (kind === 'trial')) : []
  const except = kept.filter((one) => (one.kind === 'trial') === (kind === 'trial')).map(({ id }) => id)
  if (kind === 'patchTest') {
    if (offered.missing.length === 0) return { times: [] }
    const minutes = longestTest(offered.missing)
    const free = await visitTimesOn(ctx, day, { eventDate, minutes, rule: patchTestSpan, speeds, except })
    return { times: besideVisits(free, others, day) }
  }
  const tried = triedOf(offered, { services: services.split(',').filter(Boolean), withTest: withTest === 'yes' })
  const visit = trialVisit(tried.trials, tried.missing)
  const free = await visitTimesOn(ctx, day, { eventDate, ...visit, speeds, except })
  return { times: besideVisits(free, others, day) }
}
