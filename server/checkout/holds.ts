import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { OtherHold } from '#contract/checkout/holds.ts'
import { holdLimits, holdTimers } from '#contract/checkout/lifecycle-hold.ts'
import { getCatalog } from '#server/catalog/index.ts'
import { getQuoteToBook } from '#server/offers/index.ts'
import { type Context, isLoopbackAddress } from '#server/platform/context.ts'
import { hashNetwork } from '#server/platform/network.ts'
import { countCall, HOUR_MS, refundGuess } from '#server/platform/http/limits.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  readDiaryAround,
  isFreeBeside,
  isOwnProfile,
  type Job,
  lockDiary,
  assertTimeFree,
  getSpeeds,
  insertBusyTime,
  buildBusyTimeInsert,
  type TravelSpeeds,
} from '#server/providers/index.ts'
import {
  findSearch,
  isOwner,
  findQuoteById,
  type QuoteRow,
  type ResolvedSearch,
  resolveSearch,
} from '#server/search/index.ts'
import { endHeldTimes } from './release-holds.ts'
import {
  type Crowd,
  getHoldCrowd,
  type HoldRow,
  insertHold,
  insertHoldAtOnce,
  lockNetwork,
  updateHoldFirm,
  listActiveHolds,
  getTimeFacts,
  type TimeOf,
} from './holds.queries.ts'
import { listFreeTimesOnDay, recheckFeeds } from '#server/calendar/index.ts'
import { assertTestInTime } from './linked-checkout.ts'
import { getCallerHold, presentHold, markActHeld, buildHeldAct, presentHoldRow } from './caller-holds.ts'
import { findBookingOnSearch, getWorkSpot } from '#server/appointments/index.ts'
import { randomUUID } from 'node:crypto'

/**
 * Reserves the slot of a locked quote for 15 minutes while the customer pays. Idempotent: a repeated call returns the
 * same hold. Throws `slot_taken` with the remaining free times if another customer was first, and `hold_stands` while
 * the customer holds a time with another artist, unless that is to be replaced.
 */
export async function createHold(
  ctx: Context,
  { quoteId, profileId, type, hash, replace = false }: InputOf<typeof bookings.hold>,
): Promise<OutputOf<typeof bookings.hold>> {
  const search = await findSearch(ctx.database, quoteId)
  if (!search) throw new Refusal('not_found')
  if (!isOwner(ctx.viewer, search)) throw new Refusal('not_yours')
  const asked = resolveSearch(search, await getCatalog(ctx.database), ctx.now)
  const { row, locked } = await getQuoteToBook(ctx, asked, { profileId, mode: type, hash })
  if (!search.details) throw new Refusal('details_needed')
  const { email } = search.details
  const plan = locked.plan
  if (!plan) throw new Refusal('time_needed')
  const speeds = await getSpeeds(ctx)
  const network = isLoopbackAddress(ctx.address) ? null : await hashNetwork(ctx.database, ctx.address)
  const job = { ...getWorkSpot(row, search), from: Date.parse(plan.arriveAt), to: Date.parse(plan.doneAt) }
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
  return countAttempt(ctx, network, () => hold(ctx, { asked, row, search, job, speeds, network, of, email, replace }))
}

/**
 * Counts failed attempts per network and hour, because refusals reveal where other customers are. Throws
 * `too_many_holds` above the limit, before it reads the diary. Must not run inside a transaction.
 */
export async function countAttempt<T>(ctx: Context, network: Buffer | null, attempt: () => Promise<T>): Promise<T> {
  if (!network) return attempt()
  const { counts } = ctx.database
  const name = `refused holds ${network.toString('base64url')}`
  if ((await countCall(counts, name, ctx.now, HOUR_MS)) > holdLimits.refusedInHour) throw new Refusal('too_many_holds')
  try {
    const held = await attempt()
    await refundGuess(counts, name, ctx.now)
    return held
  } catch (fault) {
    if (!(fault instanceof Refusal) || fault.code !== 'slot_taken') await refundGuess(counts, name, ctx.now)
    throw fault
  }
}

type Wanted = Pick<Awaited<ReturnType<typeof getQuoteToBook>>, 'row'> & {
  asked: ResolvedSearch
  search: ResolvedSearch['row']
  job: Job
  speeds: TravelSpeeds
  network: Buffer | null
  of: TimeOf
  email: string
  replace: boolean
}

async function hold(
  ctx: Context,
  { asked, row, search, job, speeds, network, of, email, replace }: Wanted,
): Promise<OutputOf<typeof bookings.hold>> {
  const found = await readHoldFacts(ctx, of, email)
  if (found.rechecked && !row.offer_id && !(await findQuoteById(ctx.db, search.id, row.id))?.instant_booking)
    throw new Refusal('not_instant')
  if (job.from <= ctx.now.getTime()) throw new Refusal('quote_expired')
  await assertTestInTime(ctx, {
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
  if (!standing && !booked && isFreeBeside(job, readDiaryAround(around), speeds) && !isCrowded(crowd)) {
    const done = await reserveHoldInOneStatement(ctx, keep(crowd.firm_day), { of, text: found.text })
    if (done) return done
  }

  try {
    return await ctx.idempotent(async (tx) => {
      const mine = await listActiveHolds(tx.db, { accountId: tx.viewer.accountId, visitorHash: tx.viewer.visitorHash })
      const same = mine.find((h) => h.quote_id === row.id && h.expires_at > tx.now)
      if (same) return { hold: await presentHold(tx, same.id) }
      if (network) await lockNetwork(tx.db, network)
      const alone = mine.filter(({ bill }) => bill === null)
      if (!replace) await assertNoOtherHold(tx, alone, [row.provider_id])
      // A customer has one hold at a time. The fixed lock order prevents deadlocks.
      for (const providerId of [...new Set([...alone.map((h) => h.provider_id), row.provider_id])].sort())
        await lockDiary(tx.db, providerId)
      const booked = await findBookingOnSearch(tx.db, search.id, row.provider_id)
      if (booked) throw new Refusal('already_booked', { detail: { appointmentId: booked } })
      await endHeldTimes(
        tx,
        alone.map(({ id }) => id),
        'replaced',
      )
      const crowd = await assertHoldLimit(tx, { network, eventDate: search.event_date, providerId: row.provider_id })
      await assertTimeFree(tx, row.provider_id, job, row.buffer_minutes, speeds)
      const hold = await reserveHold(tx, keep(crowd.firm_day))
      return { hold: presentHoldRow(tx, hold, row, {}) }
    })
  } catch (fault) {
    if (!(fault instanceof Refusal) || fault.code !== 'slot_taken') throw fault
    const times = await listFreeTimesOnDay(ctx, {
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

/** Throws `hold_stands` with the hold of another artist, so that opening a second artist does not end the first hold. */
export async function assertNoOtherHold(
  ctx: Context,
  mine: readonly { id: string; provider_id: string; expires_at: Date }[],
  providerIds: readonly string[],
): Promise<void> {
  const other = mine.find((h) => h.expires_at > ctx.now && !providerIds.includes(h.provider_id))
  if (!other) return
  const { id, name, slug, searchId, secondsLeft } = await presentHold(ctx, other.id)
  const hold: OtherHold = { id, name, slug, searchId, secondsLeft }
  throw new Refusal('hold_stands', { detail: { hold } })
}

const FEED_FRESH_MS = 60_000

/** Refreshes the artist's due calendars first. Throws `own_profile` for the caller's own profile. */
export async function readHoldFacts(ctx: Context, of: TimeOf, email: string) {
  const since = new Date(ctx.now.getTime() - FEED_FRESH_MS)
  const read = () => getTimeFacts(ctx.db, of, isOwnProfile(ctx, of.providerId, email), since)
  const found = await read()
  if (found.own) throw new Refusal('own_profile')
  if (!found.stale) return { ...found, rechecked: false }
  await recheckFeeds(ctx, of.providerId)
  return { ...(await read()), rechecked: true }
}

type Asked = { network: Buffer | null; eventDate: string; providerId: string }

/**
 * Throws if the caller's network has too many holds, or has recently blocked this artist's day without paying. A slow
 * customer may retry once.
 */
export async function assertHoldLimit({ db, viewer, now }: Context, asked: Asked): Promise<Crowd> {
  const { minutes } = holdTimers
  const crowd = await getHoldCrowd(db, { ...asked, ...viewer, now, minutes })
  if (isCrowded(crowd)) throw new Refusal('too_many_holds')
  return crowd
}

const isCrowded = (crowd: Crowd): boolean =>
  crowd.network >= holdLimits.ofNetwork ||
  crowd.network_day >= holdLimits.ofNetworkInDay ||
  crowd.others_seconds > (holdTimers.minutes * 60) / 2 ||
  crowd.slowly > 1

type Taken = { row: QuoteRow; search: { id: string; event_date: string }; job: Job }
type Kept = Taken & {
  accountId: string | null
  until: Date
  freed?: boolean
  network?: Buffer | null
  /** With a soft hold, other customers may take the time until `makeHoldExclusive`. */
  soft?: boolean
}

/**
 * Inserts a hold for a slot known to be free and marks the quote as held. Requires `lockDiary` in the same transaction.
 */
export async function reserveHold(
  tx: Context,
  { row, search, job, accountId, until, freed = false, network = null, soft = false }: Kept,
): Promise<HoldRow> {
  const hold = await insertHold(tx.db, newHold(tx, { row, search, accountId, until, freed, network, soft }))
  if (!soft) await insertHoldTime(tx, hold.id, { row, search, job })
  await markActHeld(tx, { search_id: search.id, provider_id: row.provider_id }, row, until)
  return hold
}

/** Makes a soft hold exclusive. Throws if its time was taken. Requires `lockDiary` in the same transaction. */
export async function makeHoldExclusive(
  tx: Context,
  holdId: string,
  taken: Taken,
  speeds: TravelSpeeds,
): Promise<void> {
  await assertTimeFree(tx, taken.row.provider_id, taken.job, taken.row.buffer_minutes, speeds)
  await updateHoldFirm(tx.db, holdId)
  await insertHoldTime(tx, holdId, taken)
}

/** Reserves a hold in one statement from facts read before. Returns null if they have changed. */
async function reserveHoldInOneStatement(
  ctx: Context,
  { row, search, job, accountId, until, network = null, soft = false }: Kept,
  { of, text }: { of: TimeOf; text: string },
): Promise<{ hold: ReturnType<typeof presentHoldRow> } | null> {
  const id = randomUUID()
  const made = { id, ...newHold(ctx, { row, search, accountId, until, freed: false, network, soft }) }
  const answer = { hold: presentHoldRow(ctx, { ...made, ...fresh }, row, {}) }
  return ctx.idempotentStatement(answer, (db, kept) =>
    insertHoldAtOnce(db, made, {
      of,
      text,
      taken: soft ? null : buildBusyTimeInsert(db, busyOf(id, { row, search, job })),
      shown: buildHeldAct(ctx, made, row, until),
      kept,
    }),
  )
}

const fresh = {
  state: 'held',
  day: null,
  requester: null,
  terms_accepted_at: null,
  guardian_confirmed_at: null,
  half_told_at: null,
  ended_at: null,
  in_full: false,
  credit_minor: 0,
  split: false,
  extensions: 0,
  team_up_id: null,
  end_reason: null,
  link_sent_at: null,
  on_account: false,
} as const

const newHold = (
  ctx: Context,
  { row, search, accountId, until, freed = false, network = null, soft = false }: Omit<Kept, 'job'>,
) => ({
  search_id: search.id,
  quote_id: row.id,
  provider_id: row.provider_id,
  account_id: accountId,
  offer_id: row.offer_id,
  created_at: ctx.now,
  expires_at: until,
  freed,
  network_hash: network,
  soft,
})

const insertHoldTime = (tx: Context, holdId: string, taken: Taken) => insertBusyTime(tx.db, busyOf(holdId, taken))

const busyOf = (holdId: string, { row, search, job }: Taken) => ({
  providerId: row.provider_id,
  kind: 'hold' as const,
  ref: holdId,
  from: job.from,
  to: job.to + row.buffer_minutes * 60_000,
  bufferMinutes: row.buffer_minutes,
  eventDate: search.event_date,
  lat: job.lat,
  lng: job.lng,
})

export async function readHold(
  ctx: Context,
  { holdId }: InputOf<typeof bookings.readHold>,
): Promise<OutputOf<typeof bookings.readHold>> {
  await getCallerHold(ctx, holdId)
  return { hold: await presentHold(ctx, holdId) }
}
