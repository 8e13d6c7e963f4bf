import { hairOf } from '#contract/looks/likeness.ts'
import type { Database } from '#db/database.ts'
import { fitsAnyhow, type Match, noOf } from '#server/search/matching/match-providers.ts'
import type { ResolvedSearch } from '#server/search/saved-search.ts'
import { provenNos } from './look-queries.ts'

/** Who of those that fit, or were asked, is proven on hair like that of the search: by a picture or by a review. Null where the search says nothing of hair. */
export async function provenOnHair(
  database: Database,
  asked: ResolvedSearch,
  match: Match,
): Promise<ReadonlySet<number> | null> {
  const groups = hairOf(asked.row.tags)
  if (groups.length === 0) return null
  const nos = new Set(asked.row.acts?.map(({ no }) => no))
  for (let i = 0; i < match.found.count; i++) if (fitsAnyhow(match, i)) nos.add(noOf(match, i))
  return provenNos(database, [...nos], groups)
}
