import type { TeamBooking, teamBookings, TeamHold } from '#contract/checkout/team-holds.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { type HoldEndReason, holdLimits, holdTimers } from '#contract/checkout/lifecycle-hold.ts'
import { findBookingOnSearch, getWorkSpot } from '#server/appointments/index.ts'
import { recheckFeeds } from '#server/calendar/index.ts'
import { assertHoldLimit, assertNoOtherHold, countAttempt, reserveHold } from './holds.ts'
import { endHeldTimes } from './release-holds.ts'
import { type HoldRow, lockNetwork, savePapers, listActiveHolds } from './holds.queries.ts'
import { assertTestInTime } from './linked-checkout.ts'
import { getCatalog, needsGuardian } from '#server/catalog/index.ts'
import { getQuoteToBook } from '#server/offers/index.ts'
import { type Context, isLoopbackAddress } from '#server/platform/context.ts'
import { hashNetwork } from '#server/platform/network.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { lockDiary, assertNotOwnProfile, assertTimeFree, getSpeeds } from '#server/providers/index.ts'
import {
  prepareDetails,
  getCallerTeam,
  type CallerTeam,
  presentQuote,
  findQuoteById,
  resolveSearch,
} from '#server/search/index.ts'
import {
  listBrokenTeams,
  listLeftoverDeposits,
  listHoldsOfTeam,
  joinHolds,
  listTeamBookings,
} from './team-holds.queries.ts'
import { hasAnyoneWithTwoAtOnce, type PartSat, listSeatedServices } from './team-times.ts'
import type { Hold } from '#contract/checkout/holds.ts'
import { toMajor, toMinor, type Minor } from '#contract/money.ts'
import { getDueNow } from '#contract/payments/later-deposit.ts'
import { presentHold } from './caller-holds.ts'
import { truncate } from '#contract/text.ts'
import { formatDate } from '#contract/format.ts'
import type { CountryCode } from '#contract/values.ts'
import { parseMobile, getRequesterAccount, getCachedTermsVersion } from '#server/accounts/index.ts'
import {
  requestPaymentIntent,
  savePayment,
  captureReserved,
  releaseReserved,
  type PaymentRow,
  listPaymentsOf,
  presentPayment,
} from '#server/payments/index.ts'
import { computeHoldCover } from '#server/billing/index.ts'
import { bookHold, canConfirmHold } from './confirm-booking.ts'
import { announceEvent } from '#server/platform/live/announce.ts'

/** Holds the times of all artists of a team for 15 minutes at the prices shown, or holds none. Idempotent. */
export async function holdTeam(
  ctx: Context,
  { teamId, hashes, replace = false }: InputOf<typeof teamBookings.holdTeam>,
): Promise<OutputOf<typeof teamBookings.holdTeam>> {
  const own = await getCallerTeam(ctx, teamId)
  if (hashes.length !== own.parts.length) throw new Refusal('state_changed')
  if (!own.whole.details) throw new Refusal('details_needed')
  const jobs = await jobsOf(ctx, own, hashes)
  const speeds = await getSpeeds(ctx)
  const network = isLoopbackAddress(ctx.address) ? null : await hashNetwork(ctx.database, ctx.address)
  const starts = Math.min(...jobs.map(({ job }) => job.from))
  if (starts <= ctx.now.getTime()) throw new Refusal('quote_expired')
  const until = new Date(Math.min(ctx.now.getTime() + holdTimers.minutes * 60_000, starts))
  return countAttempt(ctx, network, () =>
    ctx.idempotent(async (tx) => {
      const { accountId, visitorHash } = tx.viewer
      const mine = await listActiveHolds(tx.db, { accountId, visitorHash })
      const same = jobs.every(({ row }) => mine.some((h) => h.quote_id === row.id && h.expires_at > tx.now))
      if (!same) {
        if (network) await lockNetwork(tx.db, network)
        const alone = mine.filter(({ bill }) => bill === null)
        if (!replace)
          await assertNoOtherHold(
            tx,
            alone,
            jobs.map(({ row }) => row.provider_id),
          )
        // A fixed lock order prevents deadlocks between teams that share artists.
        for (const providerId of [
          ...new Set([...alone, ...jobs.map(({ row }) => row)].map((of) => of.provider_id)),
        ].sort())
          await lockDiary(tx.db, providerId)
        await endHeldTimes(
          tx,
          alone.map(({ id }) => id),
          'replaced',
        )
        const kept: string[] = []
        for (const { row, search, job } of jobs) {
          const booked = await findBookingOnSearch(tx.db, search.id, row.provider_id)
          if (booked) throw new Refusal('already_booked', { detail: { appointmentId: booked } })
          const of = { network, eventDate: search.event_date, providerId: row.provider_id }
          const { firm_day } = await assertHoldLimit(tx, of)
          await assertTimeFree(tx, row.provider_id, job, row.buffer_minutes, speeds)
          // Soft holds are not enough for a team: losing one would break the whole team.
          if (firm_day >= holdLimits.firmInDay) throw new Refusal('too_many_holds')
          kept.push((await reserveHold(tx, { row, search, job, accountId, network, until })).id)
        }
        await joinHolds(tx.db, teamId, kept)
      }
      const hold = await presentTeamHold(tx, teamId)
      if (!hold) throw new Error(`team ${teamId} has no holds after saving`)
      return { hold }
    }),
  )
}

async function jobsOf(ctx: Context, { whole, parts }: CallerTeam, hashes: readonly string[]) {
  await recheckFeeds(ctx, ...parts.map(({ provider_id }) => provider_id))
  const catalog = await getCatalog(ctx.database)
  const jobs = []
  const sat: PartSat[] = []
  for (const [i, { search, provider_id, people }] of parts.entries()) {
    const asked = resolveSearch(search, catalog, ctx.now)
    const { row, locked } = await getQuoteToBook(ctx, asked, {
      profileId: provider_id,
      mode: 'mobile',
      hash: hashes[i] as string,
    })
    if (!locked.plan) throw new Refusal('time_needed')
    await assertNotOwnProfile(ctx, provider_id, whole.details?.email)
    const job = {
      ...getWorkSpot(row, search),
      from: Date.parse(locked.plan.arriveAt),
      to: Date.parse(locked.plan.doneAt),
    }
    const services = asked.services.map(({ id }) => id)
    await assertTestInTime(ctx, { provider_id, starts_at: new Date(job.from), services })
    jobs.push({ row, search, job })
    sat.push({ people, sat: listSeatedServices(locked.plan, (person) => people[person - 1] ?? null) })
  }
  // A person's plan has changed since the team was planned.
  if (hasAnyoneWithTwoAtOnce(sat)) throw new Refusal('slot_taken')
  return jobs
}

export async function readTeamHold(
  ctx: Context,
  { teamId }: InputOf<typeof teamBookings.readTeamHold>,
): Promise<OutputOf<typeof teamBookings.readTeamHold>> {
  await getCallerTeam(ctx, teamId)
  const hold = await presentTeamHold(ctx, teamId)
  return { hold, bookings: hold?.state === 'booked' ? await presentTeamBookings(ctx, teamId) : [] }
}

export async function releaseTeam(
  ctx: Context,
  { teamId }: InputOf<typeof teamBookings.releaseTeam>,
): Promise<OutputOf<typeof teamBookings.releaseTeam>> {
  await getCallerTeam(ctx, teamId)
  await ctx.transaction((tx) => releaseTeamHolds(tx, teamId, 'released'))
  return { hold: await presentTeamHold(ctx, teamId) }
}

async function presentTeamHold(ctx: Context, teamId: string): Promise<TeamHold | null> {
  const rows = await listHoldsOfTeam(ctx.db, teamId)
  if (rows.length === 0) return null
  const parts: Hold[] = []
  for (const { id } of rows) parts.push(await presentHold(ctx, id))
  const sum = (of: (quote: Hold['quote']) => number) =>
    toMajor(parts.reduce((all, { quote }) => all + toMinor(of(quote)), 0))
  const states = new Set(parts.map(({ state }) => state))
  const first = parts.toSorted((a, b) => a.expiresAt.localeCompare(b.expiresAt))[0] as (typeof parts)[number]
  return {
    state: states.size > 1 ? 'ended' : states.has('held') ? 'held' : states.has('booked') ? 'booked' : 'ended',
    expiresAt: first.expiresAt,
    secondsLeft: first.secondsLeft,
    parts,
    deposit: sum((quote) => getDueNow(quote, false)),
    total: sum(({ total }) => total),
    currency: first.quote.currency,
  }
}

/** Ends the active holds of a team and cancels their payments, in the caller's transaction. */
async function releaseTeamHolds(tx: Context, teamId: string, reason: HoldEndReason): Promise<void> {
  const before = (await listHoldsOfTeam(tx.db, teamId)).filter(({ state }) => state === 'held')
  for (const providerId of before.map((hold) => hold.provider_id).sort()) await lockDiary(tx.db, providerId)
  const holds = (await listHoldsOfTeam(tx.db, teamId, { lock: true })).filter(({ state }) => state === 'held')
  await endHeldTimes(
    tx,
    holds.map(({ id }) => id),
    reason,
  )
}

type Opened = {
  hold: HoldRow
  details: Awaited<ReturnType<typeof prepareDetails>>
  payable: Parameters<typeof requestPaymentIntent>[1]
  opening: Awaited<ReturnType<typeof requestPaymentIntent>>
  names: string[]
}

/** Opens a payment of each deposit. Bookings are created once all are authorised. */
export async function payTeam(
  ctx: Context,
  {
    teamId,
    requester,
    day,
    names,
    shareNumber,
    smsReminders,
    terms: accepted,
    guardian,
  }: InputOf<typeof teamBookings.payTeam>,
): Promise<OutputOf<typeof teamBookings.payTeam>> {
  const { parts } = await getCallerTeam(ctx, teamId)
  const holds = await listHoldsOfTeam(ctx.db, teamId)
  if (holds.length > 0 && holds.every(({ state }) => state === 'booked')) throw new Refusal('already_booked')
  if (holds.length !== parts.length || holds.some(({ state, expires_at }) => state !== 'held' || expires_at <= ctx.now))
    throw new Refusal('hold_lapsed')
  if (!day.address) throw createFieldRefusal('address_missing', 'day.address')
  if (!accepted) throw createFieldRefusal('terms_missing', 'terms')
  const catalog = await getCatalog(ctx.database)
  const isForMinors = parts.some(({ search }) => needsGuardian(catalog, search.people))
  if (isForMinors && !guardian) throw createFieldRefusal('guardian_missing', 'guardian')
  const country = parts[0]?.search.country_code as CountryCode
  const mobile = parseMobile(requester.mobile, country)
  const terms = await getCachedTermsVersion(ctx.database, 'customer')
  const opened: Opened[] = []
  for (const [i, { search, people }] of parts.entries()) {
    const hold = holds[i] as (typeof holds)[number]
    await assertNotOwnProfile(ctx, hold.provider_id, requester.email)
    const quote = await findQuoteById(ctx.db, search.id, hold.quote_id)
    if (!quote) throw new Refusal('hold_lapsed')
    const locked = presentQuote(quote)
    const details = await prepareDetails(ctx, search, {
      ...requester,
      startTime: undefined,
      finishTime: undefined,
      timeConstraint: search.time_constraint,
    })
    const { dueMinor } = computeHoldCover({ credit_minor: 0, in_full: false }, locked)
    const payable = {
      kind: 'deposit' as const,
      ref: hold.id,
      providerId: hold.provider_id,
      countryCode: search.country_code,
      currency: locked.currency,
      amountMinor: dueMinor,
      // The platform's whole fee is part of the deposit.
      feeMinor: Math.min(toMinor(locked.fee), dueMinor),
      description: truncate(`${requester.event}, ${formatDate(search.event_date, country)}, ${quote.name}`, 300),
      email: requester.email,
      ...(locked.laterDeposit ? { saveCardFor: requester.name } : {}),
    }
    const opening = await requestPaymentIntent(ctx, payable, { neverOpened: hold.requester === null })
    const own = people.map((person) => names[person - 1]?.trim() ?? '')
    opened.push({ hold, details, payable, opening, names: own.some(Boolean) ? own : [] })
  }
  return ctx.idempotent(async (tx) => {
    const { id: accountId } = await getRequesterAccount(tx, requester, country, terms)
    const payments = []
    for (const { hold, details, payable, opening, names: own } of opened) {
      await details.keep(tx.db)
      const kept = await savePapers(tx.db, hold.id, {
        requester: { ...requester, mobile },
        day: { ...day, names: own, shareNumber, smsReminders },
        terms_accepted_at: tx.now,
        guardian_confirmed_at: isForMinors ? tx.now : null,
        account_id: accountId,
        in_full: false,
        split: false,
      })
      if (!kept) throw new Refusal('hold_lapsed')
      if (kept.quote_id !== hold.quote_id) throw new Refusal('state_changed')
      payments.push(presentPayment(tx, await savePayment(tx, { ...payable, accountId }, opening)))
    }
    const hold = await presentTeamHold(tx, teamId)
    if (!hold) throw new Refusal('hold_lapsed')
    return { hold, payments }
  })
}

/**
 * Handles an authorised deposit of a team. The last deposit books every artist in this transaction; a late deposit
 * cancels all.
 */
export async function confirmTeam(
  ctx: Context,
  teamId: string,
  payment: PaymentRow,
): Promise<'capture' | 'void' | 'wait'> {
  const holds = await listHoldsOfTeam(ctx.db, teamId, { lock: true })
  if (!holds.some(({ id, state }) => id === payment.ref && state === 'held')) return 'void'
  const whole = holds.every(({ state }) => state === 'held')
  const others = holds.filter(({ id }) => id !== payment.ref)
  const reserved = await reservedFor(ctx, others)
  if (whole && !reserved) {
    for (const hold of holds)
      await announceEvent(ctx, { to: [`search:${hold.search_id}`], kind: 'hold.changed', ref: hold.id })
    return 'wait'
  }
  const cards = holds.map((hold) => ({
    hold,
    cardMinor: hold.id === payment.ref ? payment.amount_minor : (reserved?.get(hold.id) ?? 0),
  }))
  if (!whole || !(await everyoneBookable(ctx, cards))) {
    await releaseTeamHolds(ctx, teamId, 'artist_unavailable')
    await releaseReserved(
      ctx,
      others.map(({ id }) => id),
    )
    return 'void'
  }
  for (const { hold, cardMinor } of cards)
    if (!(await bookHold(ctx, hold, cardMinor)))
      throw new Error(`hold ${hold.id} was not booked although it was available`)
  await captureReserved(
    ctx,
    others.map(({ id }) => id),
  )
  return 'capture'
}

async function reservedFor(ctx: Context, holds: readonly HoldRow[]): Promise<ReadonlyMap<string, Minor> | null> {
  const payments = await listPaymentsOf(
    ctx.db,
    holds.map(({ id }) => id),
  )
  const sums = new Map(
    payments.filter(({ state }) => state === 'authorised').map(({ ref, amount_minor }) => [ref, amount_minor]),
  )
  return holds.every(({ id }) => sums.has(id)) ? sums : null
}

async function everyoneBookable(ctx: Context, cards: readonly { hold: HoldRow; cardMinor: Minor }[]): Promise<boolean> {
  for (const { hold, cardMinor } of cards) if (!(await canConfirmHold(ctx, hold, cardMinor))) return false
  return true
}

const AT_ONCE = 200

/** Ends teams with an ended hold, and captures or voids their leftover authorisations. */
export async function processTeamHolds(ctx: Context): Promise<void> {
  for (const { teamId, reason } of await listBrokenTeams(ctx.db, AT_ONCE))
    await ctx.transaction((tx) => releaseTeamHolds(tx, teamId, reason))
  for (const { ref, keep } of await listLeftoverDeposits(ctx.db, AT_ONCE))
    await ctx.transaction((tx) => (keep ? captureReserved(tx, [ref]) : releaseReserved(tx, [ref])))
}

async function presentTeamBookings(ctx: Context, teamId: string): Promise<TeamBooking[]> {
  const bookings: TeamBooking[] = []
  for (const row of await listTeamBookings(ctx.db, teamId)) {
    const quote = await findQuoteById(ctx.db, row.search_id, row.quote_id)
    if (!quote) throw new Error(`appointment ${row.id} has no quote`)
    const { lines, plan } = row.body
    bookings.push({
      searchId: row.search_id,
      profileId: row.provider_id,
      name: quote.name,
      appointmentId: row.id,
      quote: {
        ...presentQuote(quote),
        lines,
        plan,
        total: toMajor(row.total_minor),
        deposit: toMajor(row.deposit_minor),
        balance: toMajor(row.total_minor - row.deposit_minor),
      },
    })
  }
  return bookings
}
