import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { holdLimits, holdTimers } from '#contract/bookings/lifecycle-hold.ts'
import { catalogOf } from '#server/catalog/index.ts'
import { quoteToBook } from '#server/offers/index.ts'
import { type Context, onLoopbackAddress } from '#server/platform/context.ts'
import { networkHash } from '#server/platform/network.ts'
import { countCall, HOUR_MS, returnGuess } from '#server/platform/http/limits.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  aroundRead,
  isFreeBeside,
  isOwnProfile,
  type Job,
  lockDiary,
  refuseTaken,
  speedsOf,
  type TravelSpeeds,
} from '#server/providers/index.ts'

import { findSearch, owns, quoteById, type ResolvedSearch, resolveSearch } from '#server/search/index.ts'
import { endHeldTimes } from './end-held-times.ts'
import { type Crowd, crowdOn, lockNetwork, standingHolds, type TimeOf, timeFacts } from './hold-queries.ts'
import { holdTime, holdTimeAtOnce } from './hold-time.ts'
import { recheckFeeds } from '#server/bookings/calendar/refresh-feeds.ts'
import { freeTimesOn } from '#server/bookings/moves/free-on-day.ts'
import { refuseLateTest } from '#server/bookings/linked-appointments/checkout-options.ts'
import { presentHold, shownHold } from './present-hold.ts'
import { bookedOnSearch } from '#server/bookings/appointments/appointment-queries.ts'
import { spotOf } from '#server/bookings/appointments/spot.ts'

/** Keeps the time of a locked quote for 15 minutes while its customer pays; asked again, it is the same hold. Loses to whoever was first, with the times that are still free. */
export async function createHold(
  ctx: Context,
  { quoteId, profileId, type, hash }: InputOf<typeof bookings.hold>,
): Promise<OutputOf<typeof bookings.hold>> {
  const search = await findSearch(ctx.database, quoteId)
  if (!search) throw new Refusal('not_found')
  if (!owns(ctx.viewer, search)) throw new Refusal('not_yours')
  const asked = resolveSearch(search, await catalogOf(ctx.database), ctx.now)
  const { row, locked } = await quoteToBook(ctx, asked, { profileId, mode: type, hash })
  if (!search.details) throw new Refusal('details_needed')
  const { email } = search.details
  const plan = locked.plan
  if (!plan) throw new Refusal('time_needed')
  const speeds = await speedsOf(ctx)
  const network = onLoopbackAddress(ctx.address) ? null : await networkHash(ctx.database, ctx.address)
  const job = { ...spotOf(row, search), from: Date.parse(plan.arriveAt), to: Date.parse(plan.doneAt) }
  const of = {
    ...ctx.viewer,
    searchId: search.id,
    providerId: row.provider_id,
    eventDate: search.event_date,
    network,
    from: job.from,
    to: job.to + row.buffer_minutes * 60_000,
    now: ctx.now,
    minutes: holdTimers.minutes,
  }
  return countAttempt(ctx, network, () => hold(ctx, { asked, row, search, job, speeds, network, of, email }))
}

/**
 * Runs an attempt to hold a time. Attempts that fail with `slot_taken` count per network and hour, because repeated
 * attempts reveal where other customers are. Throws `too_many_holds` above the limit, before the diary is read. Not
 * inside a transaction.
 */
export async function countAttempt<T>(ctx: Context, network: Buffer | null, attempt: () => Promise<T>): Promise<T> {
  if (!network) return attempt()
  const { counts } = ctx.database
  const name = `refused holds ${network.toString('base64url')}`
  if ((await countCall(counts, name, ctx.now, HOUR_MS)) > holdLimits.refusedInHour) throw new Refusal('too_many_holds')
  try {
    const held = await attempt()
    await returnGuess(counts, name, ctx.now)
    return held
  } catch (fault) {
    if (!(fault instanceof Refusal) || fault.code !== 'slot_taken') await returnGuess(counts, name, ctx.now)
    throw fault
  }
}

type Wanted = Pick<Awaited<ReturnType<typeof quoteToBook>>, 'row'> & {
  asked: ResolvedSearch
  search: ResolvedSearch['row']
  job: Job
  speeds: TravelSpeeds
  network: Buffer | null
  of: TimeOf
  email: string
}

async function hold(
  ctx: Context,
  { asked, row, search, job, speeds, network, of, email }: Wanted,
): Promise<OutputOf<typeof bookings.hold>> {
  const found = await readFacts(ctx, of, email)
  if (found.rechecked && !row.offer_id && !(await quoteById(ctx.db, search.id, row.id))?.instant_booking)
    throw new Refusal('not_instant')
  if (job.from <= ctx.now.getTime()) throw new Refusal('quote_expired')
  await refuseLateTest(ctx, {
    provider_id: row.provider_id,
    starts_at: new Date(job.from),
    services: asked.services.map(({ id }) => id),
  })
  const { standing, booked, around, crowd } = found.facts
  const until = new Date(Math.min(ctx.now.getTime() + holdTimers.minutes * 60_000, job.from))
  const keep = (firm: number) => ({
    row,
    search,
    job,
    accountId: ctx.viewer.accountId,
    network,
    soft: firm >= holdLimits.firmInDay,
    until,
  })
  if (!standing && !booked && isFreeBeside(job, aroundRead(around), speeds) && !isCrowded(crowd)) {
    const done = await holdTimeAtOnce(ctx, keep(crowd.firm_day), { of, text: found.text })
    if (done) return done
  }

  try {
    return await ctx.once(async (tx) => {
      const mine = await standingHolds(tx.db, { accountId: tx.viewer.accountId, visitorHash: tx.viewer.visitorHash })
      const same = mine.find((h) => h.quote_id === row.id && h.expires_at > tx.now)
      if (same) return { hold: await presentHold(tx, same.id) }
      if (network) await lockNetwork(tx.db, network)
      const alone = mine.filter(({ bill }) => bill === null)
      // One time at a time: whoever goes on to another artist no longer blocks the first. Diaries are locked in one order.
      for (const providerId of [...new Set([...alone.map((h) => h.provider_id), row.provider_id])].sort())
        await lockDiary(tx.db, providerId)
      const booked = await bookedOnSearch(tx.db, search.id, row.provider_id)
      if (booked) throw new Refusal('already_booked', { detail: { appointmentId: booked } })
      await endHeldTimes(
        tx,
        alone.map(({ id }) => id),
        'replaced',
      )
      const crowd = await refuseCrowd(tx, { network, eventDate: search.event_date, providerId: row.provider_id })
      await refuseTaken(tx, row.provider_id, job, row.buffer_minutes, speeds)
      const hold = await holdTime(tx, keep(crowd.firm_day))
      return { hold: shownHold(tx, hold, row, {}) }
    })
  } catch (fault) {
    if (!(fault instanceof Refusal) || fault.code !== 'slot_taken') throw fault
    const times = await freeTimesOn(ctx, {
      providerId: row.provider_id,
      date: search.event_date,
      tz: search.tz,
      minutes: (job.to - job.from) / 60_000,
      services: asked.services.map(({ no }) => no),
      spot: job,
      speeds,
    })
    throw new Refusal('slot_taken', { detail: { times } })
  }
}

const FEED_FRESH_MS = 60_000

/** Reads the facts about a time, after reading the artist's calendars again if they are due. Throws `own_profile` for the caller's own profile. */
async function readFacts(ctx: Context, of: TimeOf, email: string) {
  const since = new Date(ctx.now.getTime() - FEED_FRESH_MS)
  const read = () => timeFacts(ctx.db, of, isOwnProfile(ctx, of.providerId, email), since)
  const found = await read()
  if (found.own) throw new Refusal('own_profile')
  if (!found.stale) return { ...found, rechecked: false }
  await recheckFeeds(ctx, of.providerId)
  return { ...(await read()), rechecked: true }
}

type Asked = { network: Buffer | null; eventDate: string; providerId: string }

/** Refuses one more from a network that keeps many times already, or has lately kept this artist's day for nothing; a slow customer gets their own once more. */
export async function refuseCrowd({ db, viewer, now }: Context, asked: Asked): Promise<Crowd> {
  const { minutes } = holdTimers
  const crowd = await crowdOn(db, { ...asked, ...viewer, now, minutes })
  if (isCrowded(crowd)) throw new Refusal('too_many_holds')
  return crowd
}

const isCrowded = (crowd: Crowd): boolean =>
  crowd.network >= holdLimits.ofNetwork ||
  crowd.network_day >= holdLimits.ofNetworkInDay ||
  crowd.others_seconds > (holdTimers.minutes * 60) / 2 ||
  crowd.slowly > 1
