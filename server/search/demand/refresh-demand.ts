import { catalogOf } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { faultFields } from '#server/platform/log.ts'
import {
  changedGroups,
  countGroup,
  type DemandGroup,
  forgetPastDemand,
  saveDemandDay,
  oldGroups,
} from './demand-day-queries.ts'
import { matchSearch } from '#server/search/matching/match-search.ts'
import { findSearch } from '#server/search/queries.ts'
import { resolveSearch } from '#server/search/saved-search.ts'

const DAY_MS = 86_400_000
const AT_ONCE = 60
const MOST_A_NIGHT = 5_000
/** Of so many people's searches in a group it is worked out whether anybody fits. */
const LOOKED_AT = 10

// A day that has passed in one zone may still run in another.
const todayOf = (now: Date): string => new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10)

/** Counts anew where something was searched or asked since the last count. */
export async function refreshChangedDemand(ctx: Context): Promise<void> {
  for (const group of await changedGroups(ctx.db, todayOf(ctx.now), AT_ONCE)) await refresh(ctx, group)
}

/** Counts everything anew that was not counted today: times that were booked meanwhile change it too. */
export async function refreshOldDemand(ctx: Context): Promise<void> {
  await forgetPastDemand(ctx.db, todayOf(ctx.now))
  const before = new Date(ctx.now.getTime() - DAY_MS / 2)
  for (let done = 0; done < MOST_A_NIGHT; done += AT_ONCE) {
    const groups = await oldGroups(ctx.db, todayOf(ctx.now), before, AT_ONCE)
    for (const group of groups) await refresh(ctx, group)
    if (groups.length < AT_ONCE) return
  }
}

async function refresh(ctx: Context, group: DemandGroup): Promise<void> {
  const counted = await countGroup(ctx.db, group, LOOKED_AT)
  if (!counted) return
  const { newest, ...kept } = counted
  const found = []
  for (const id of newest) found.push(await lookAt(ctx, id))
  const [first] = found
  const nobody = found.filter((each) => each?.fits === 0).length
  await saveDemandDay(ctx.db, {
    ...group,
    ...kept,
    reaching: first?.reach ?? 0,
    booked: first?.booked ?? 0,
    without_artist: nobody,
    refreshed_at: ctx.now,
  })
}

async function lookAt(ctx: Context, searchId: string): Promise<{ fits: number; reach: number; booked: number } | null> {
  try {
    const row = await findSearch(ctx.database, searchId)
    if (!row) return null
    const match = await matchSearch(ctx.database, resolveSearch(row, await catalogOf(ctx.database), ctx.now), ctx.now)
    match.found.recycle()
    return { fits: match.counts.people.fits, reach: match.counts.reach, booked: match.counts.bookedOut }
  } catch (fault) {
    // One search that cannot be read any more must not keep the others from being counted.
    ctx.log.error(faultFields(fault), 'demand')
    return null
  }
}
