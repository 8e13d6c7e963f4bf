import { roundSpot } from '#server/places/index.ts'
import { metresPerUnit } from '#contract/constants.ts'
import type { Database } from '#db/database.ts'
import { type Match, matchProviders, type MatchQuery } from './match-providers.ts'
import { getSetupMinutes } from '#server/search/planning/planner.ts'
import type { Pricing } from '#server/search/pricing/pricing.ts'
import type { ResolvedSearch } from '#server/search/saved-search.ts'
import type { ActSummary } from '#server/search/cards.ts'

/** Builds the market query of a saved search. */
export const matchQueryOf = (asked: ResolvedSearch, now: Date): MatchQuery => ({
  ...roundSpot(asked.row),
  countryCode: asked.row.country_code,
  party: asked.party,
  serviceNos: asked.services.map((s) => s.no),
  setupMinutes: getSetupMinutes(asked.services.map((s) => s.setupMinutes)),
  fees: asked.fees,
  ask: { day: asked.day, aim: asked.aim, now: now.getTime(), daysAhead: asked.daysAhead },
  ...(asked.row.blocked?.length ? { blocked: new Set(asked.row.blocked) } : {}),
})

/** Returns all candidates of a saved search with their reasons. */
export const matchSearch = (database: Database, asked: ResolvedSearch, now: Date): Promise<Match> =>
  matchProviders(database, matchQueryOf(asked, now))

export const getPricing = (asked: ResolvedSearch): Pricing => ({
  fees: asked.fees,
  metresPerUnit: metresPerUnit[asked.market.distanceUnit],
  party: asked.party,
  serviceNos: asked.services.map((s) => s.no),
  day: asked.day,
  daysAhead: asked.daysAhead,
})

export const getActs = (asked: ResolvedSearch): Map<number, ActSummary> =>
  new Map((asked.row.acts ?? []).map((done) => [done.no, done]))
