import type { bookings } from '#contract/bookings/bookings.ts'
import { patchTestSpan } from '#contract/bookings/patch-tests/test-span.ts'
import type { VisitKind } from '#contract/bookings/visits/visits.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Country } from '#contract/words.ts'
import { lockHold } from '#server/bookings/holds/hold-queries.ts'
import { presentHold } from '#server/bookings/holds/present-hold.ts'
import { longestTest, visitTimesOn } from '#server/bookings/patch-tests/test-times.ts'
import { refusePaying } from '#server/bookings/promos/refuse-paying.ts'
import { leaveBill } from '#server/bookings/split/share-bill.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { freeBusy, speedsIn } from '#server/providers/diary/door.ts'
import { lockDiary } from '#server/providers/door.ts'
import { quoteById } from '#server/search/locked-quotes/door.ts'
import { besideVisits } from './beside-visits.ts'
import type { HeldDay } from './day-of-hold.ts'
import { heldToVisit } from './held-to-visit.ts'
import { offeredVisits, presentVisits, trialVisit } from './offered-visits.ts'
import { priceWithVisits } from './price-with-visits.ts'
import { takeVisit } from './take-visits.ts'
import { triedOf } from './tried-of.ts'
import { dropVisits, insertVisit, type KeptVisit } from './visit-queries.ts'

/** Keeps the times of all visits before the day with a kept time, or none of them, in one transaction; a trial becomes a line of its price. */
export async function chooseVisits(
  ctx: Context,
  { holdId, patchTest, trial }: InputOf<typeof bookings.chooseVisits>,
): Promise<OutputOf<typeof bookings.chooseVisits>> {
  const { day } = await heldToVisit(ctx, holdId)
  return ctx.once(async (tx) => {
    await lockDiary(tx.db, day.provider_id)
    const hold = await lockHold(tx.db, holdId)
    const quote = hold && (await quoteById(tx.db, hold.search_id, hold.quote_id))
    if (hold?.state !== 'held' || hold.expires_at <= tx.now || !quote) throw new Refusal('hold_lapsed')
    if (hold.split) await leaveBill(tx, hold.id)
    await refusePaying(tx, hold.id)
    const offered = await offeredVisits(tx, hold, day)
    if (patchTest && (offered.missing.length === 0 || trial?.withTest)) throw new Refusal('state_changed')
    await freeBusy(tx, await dropVisits(tx.db, hold.id))
    const keep = keeper(tx, day, hold)
    const tried = trial && triedOf(offered, trial)
    if (trial && tried)
      await keep('trial', trial, {
        ...{ ...trialVisit(tried.trials, tried.missing), with_test: trial.withTest },
        services: tried.trials.map(({ service_id }) => service_id),
      })
    if (patchTest)
      await keep('patchTest', patchTest, {
        ...{ minutes: longestTest(offered.missing), rule: patchTestSpan, with_test: false },
        services: offered.missing.map(({ id }) => id),
      })
    await priceWithVisits(tx, hold, quote, {
      ...{ trials: tried?.trials ?? [], eventDate: trial?.eventDate ?? null },
      country: day.country_code as Country,
    })
    return { hold: await presentHold(tx, hold.id), visits: await presentVisits(tx, { hold, quote, day }) }
  })
}

type Asked = { eventDate: string; startsAt: string }
type Visit = { minutes: number; rule: { hours: number; months: number }; services: string[]; with_test: boolean }

/** Keeps one visit at the time asked for; where that is not free, refuses with the times of that day that are. */
const keeper = (tx: Context, day: HeldDay, hold: { id: string; soft: boolean }) => {
  const taken: Omit<KeptVisit, 'id'>[] = []
  return async (kind: VisitKind, { eventDate, startsAt }: Asked, { minutes, rule, ...visit }: Visit): Promise<void> => {
    const free = await visitTimesOn(tx, day, { eventDate, minutes, rule, speeds: await speedsIn(tx.db) })
    const times = besideVisits(free, taken, day)
    const time = times.find((one) => Date.parse(one.startsAt) === Date.parse(startsAt))
    if (!time) throw new Refusal('visit_taken', { detail: { kind, times } })
    const kept: Omit<KeptVisit, 'id'> = {
      ...{ ...visit, ...rule, kind: kind === 'trial' ? 'trial' : 'patch_test', event_date: eventDate },
      ...{ from: Date.parse(time.startsAt), to: Date.parse(time.endsAt) },
    }
    const { id } = await insertVisit(tx.db, hold.id, kept)
    // Of a time that others may still take nothing is in the diary yet.
    if (!hold.soft) await takeVisit(tx, day, kept, { kind: 'hold', ref: id })
    taken.push(kept)
  }
}
