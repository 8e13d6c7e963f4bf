import type { teamBookings } from '#contract/bookings/team-up/teams.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { holdLimits, holdTimers } from '#contract/bookings/lifecycle-hold.ts'
import { bookedOnSearch } from '#server/bookings/appointments/appointment-queries.ts'
import { spotOf } from '#server/bookings/appointments/spot.ts'
import { recheckFeeds } from '#server/bookings/calendar/refresh-feeds.ts'
import { countAttempt, refuseCrowd } from '#server/bookings/holds/create-hold.ts'
import { endHeldTimes } from '#server/bookings/holds/end-held-times.ts'
import { lockNetwork, standingHolds } from '#server/bookings/holds/hold-queries.ts'
import { holdTime } from '#server/bookings/holds/hold-time.ts'
import { refuseLateTest } from '#server/bookings/linked-appointments/checkout-options.ts'
import { catalogOf } from '#server/catalog/index.ts'
import { quoteToBook } from '#server/offers/index.ts'
import { type Context, onLoopbackAddress } from '#server/platform/context.ts'
import { networkHash } from '#server/platform/network.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockDiary, refuseOwnProfile, refuseTaken, speedsOf } from '#server/providers/index.ts'
import { ownTeam, type OwnTeam, resolveSearch } from '#server/search/index.ts'
import { presentTeamHold } from './present-team-hold.ts'
import { joinHolds } from './team-hold-queries.ts'
import { anyTwoAtOnce, type PartSat, satOf } from './two-at-once.ts'

/** Keeps the times of all artists of a team for 15 minutes, each by the price that was shown, or none of them; asked again, the same are kept. */
export async function holdTeam(
  ctx: Context,
  { teamId, hashes }: InputOf<typeof teamBookings.holdTeam>,
): Promise<OutputOf<typeof teamBookings.holdTeam>> {
  const own = await ownTeam(ctx, teamId)
  if (hashes.length !== own.parts.length) throw new Refusal('state_changed')
  if (!own.whole.details) throw new Refusal('details_needed')
  const jobs = await jobsOf(ctx, own, hashes)
  const speeds = await speedsOf(ctx)
  const network = onLoopbackAddress(ctx.address) ? null : await networkHash(ctx.database, ctx.address)
  const starts = Math.min(...jobs.map(({ job }) => job.from))
  if (starts <= ctx.now.getTime()) throw new Refusal('quote_expired')
  const until = new Date(Math.min(ctx.now.getTime() + holdTimers.minutes * 60_000, starts))
  return countAttempt(ctx, network, () =>
    ctx.once(async (tx) => {
      const { accountId, visitorHash } = tx.viewer
      const mine = await standingHolds(tx.db, { accountId, visitorHash })
      const same = jobs.every(({ row }) => mine.some((h) => h.quote_id === row.id && h.expires_at > tx.now))
      if (!same) {
        if (network) await lockNetwork(tx.db, network)
        const alone = mine.filter(({ bill }) => bill === null)
        // Diaries of all of them in one order: two teams that share artists never wait for each other.
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
          const booked = await bookedOnSearch(tx.db, search.id, row.provider_id)
          if (booked) throw new Refusal('already_booked', { detail: { appointmentId: booked } })
          const of = { network, eventDate: search.event_date, providerId: row.provider_id }
          const { firm_day } = await refuseCrowd(tx, of)
          await refuseTaken(tx, row.provider_id, job, row.buffer_minutes, speeds)
          // A time that others may take would leave the rest of the team without one.
          if (firm_day >= holdLimits.firmInDay) throw new Refusal('too_many_holds')
          kept.push((await holdTime(tx, { row, search, job, accountId, network, until })).id)
        }
        await joinHolds(tx.db, teamId, kept)
      }
      const hold = await presentTeamHold(tx, teamId)
      if (!hold) throw new Error(`team ${teamId} was kept and is not there`)
      return { hold }
    }),
  )
}

/** What each artist would do and when, by the price that was agreed to. */
async function jobsOf(ctx: Context, { whole, parts }: OwnTeam, hashes: readonly string[]) {
  await recheckFeeds(ctx, ...parts.map(({ provider_id }) => provider_id))
  const catalog = await catalogOf(ctx.database)
  const jobs = []
  const sat: PartSat[] = []
  for (const [i, { search, provider_id, people }] of parts.entries()) {
    const asked = resolveSearch(search, catalog, ctx.now)
    const { row, locked } = await quoteToBook(ctx, asked, {
      profileId: provider_id,
      mode: 'mobile',
      hash: hashes[i] as string,
    })
    if (!locked.plan) throw new Refusal('time_needed')
    await refuseOwnProfile(ctx, provider_id, whole.details?.email)
    const job = { ...spotOf(row, search), from: Date.parse(locked.plan.arriveAt), to: Date.parse(locked.plan.doneAt) }
    const services = asked.services.map(({ id }) => id)
    await refuseLateTest(ctx, { provider_id, starts_at: new Date(job.from), services })
    jobs.push({ row, search, job })
    sat.push({ people, sat: satOf(locked.plan, (person) => people[person - 1] ?? null) })
  }
  // Whoever is slower than the team was planned with, or does more, has a day of their own again.
  if (anyTwoAtOnce(sat)) throw new Refusal('slot_taken')
  return jobs
}
