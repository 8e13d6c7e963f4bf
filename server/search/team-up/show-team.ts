import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { toHundredths } from '#contract/format.ts'
import { major, minor } from '#contract/money.ts'
import { teamBlocksOf } from '#contract/search/team-blocks.ts'
import type { ChosenPart, teams } from '#contract/search/team-up.ts'
import { catalogOf } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { bookableQuote } from '#server/search/bookable/bookable-quote.ts'
import { hasBecomeBooking } from '#server/search/locked-quotes/quote-queries.ts'
import { findSearch, type SearchRow } from '#server/search/queries.ts'
import { owns, presentSearch, resolveSearch } from '#server/search/saved-search.ts'
import { bookedFor, findTeam, type PartRow, type TeamRow } from './team-up-queries.ts'

/** The caller's own team, with everything as it stands now. */
export async function showTeam(
  ctx: Context,
  { teamId }: InputOf<typeof teams.show>,
): Promise<OutputOf<typeof teams.show>> {
  const { team, whole, parts } = await ownTeam(ctx, teamId)
  const catalog = await catalogOf(ctx.database)
  const shown: ChosenPart[] = []
  for (const part of parts) {
    const asked = resolveSearch(part.search, catalog, ctx.now)
    // Whoever has come instead of one who cancelled does their part.
    const providerId = (await bookedFor(ctx.db, part.search.id)) ?? part.provider_id
    const { quoted, locked, why } = await bookableQuote(ctx, asked, providerId, 'mobile')
    const { card, row } = quoted
    shown.push({
      artist: {
        id: row.id,
        slug: row.slug,
        name: row.name,
        profileImg: card.profileImg,
        rating: card.rating === null ? null : toHundredths(card.rating),
        totalReviews: card.totalReviews,
      },
      searchId: part.search.id,
      people: part.people,
      locked,
      why,
      state: await stateOf(ctx, part.search, { providerId, no: row.no, why }),
    })
  }
  const sum = (of: 'total' | 'deposit') =>
    major(shown.reduce((all, { locked }) => all + (locked ? minor(locked[of]) : 0), 0))
  const search = presentSearch(resolveSearch(whole, catalog, ctx.now), ctx.viewer)
  return {
    team: {
      id: team.id,
      search,
      parts: shown,
      blocks: teamBlocksOf(shown),
      total: sum('total'),
      deposit: sum('deposit'),
      currency: search.currency,
      spareMinutes: team.spare_minutes,
      waitingMinutes: team.waiting_minutes,
    },
  }
}

/** What was done with a part. It is said a moment after it was booked, and until then only the kept time knows that nobody else has taken it. */
async function stateOf(
  ctx: Context,
  search: SearchRow,
  { providerId, no, why }: Pick<ChosenPart, 'why'> & { providerId: string; no: number },
): Promise<ChosenPart['state']> {
  const said = search.acts?.find((act) => act.no === no)?.state ?? null
  if (why !== 'booked' || said === 'booked' || said === 'cancelled') return said
  return (await hasBecomeBooking(ctx.db, search.id, providerId)) ? 'booked' : said
}

export type OwnTeam = { team: TeamRow; whole: SearchRow; parts: (PartRow & { search: SearchRow })[] }

/** A team of the caller's own, with the searches of the whole party and of each part; somebody else's is not found. */
export async function ownTeam(ctx: Context, teamId: string): Promise<OwnTeam> {
  const found = await findTeam(ctx.db, teamId)
  const whole = found && (await findSearch(ctx.database, found.team.search_id))
  if (!found || !whole || !owns(ctx.viewer, whole)) throw new Refusal('not_found')
  const parts = []
  for (const part of found.parts) {
    const search = await findSearch(ctx.database, part.search_id)
    if (!search) throw new Error(`part ${part.place} of team ${teamId} stands without its search`)
    parts.push({ ...part, search })
  }
  return { team: found.team, whole, parts }
}
