import type { OwnChecks } from '#contract/providers/checks/own-checks.ts'
import type { Catalog } from '#server/catalog/door.ts'
import type { Context } from '#server/platform/context.ts'
import { todayIn } from '#server/platform/event-day.ts'
import { forEver, hasBadge, stands } from '#server/providers/badge.ts'
import { documentsOf, filesOf, heldBy } from './check-queries.ts'
import { marketOf, presentDocument } from './present-document.ts'

/** What is checked of an artist, what stands today, and what they have sent for it. */
export async function presentOwnChecks(
  { db, now }: Context,
  catalog: Catalog,
  provider: { id: string; country_code: string },
): Promise<OwnChecks> {
  const market = marketOf(catalog, provider.country_code)
  const today = todayIn(market.tz, now)
  const held = await heldBy(db, provider.id)
  const rows = await documentsOf(db, provider.id)
  const files = await filesOf(
    db,
    rows.map(({ id }) => id),
  )
  return {
    verified: hasBadge(market.checks, held, today),
    checks: market.checks
      .filter(({ kind, asked }) => asked !== 'off' || rows.some((row) => row.kind === kind))
      .map((check) => {
        const until = held[check.kind]
        return {
          ...check,
          stands: stands(held, check.kind, today),
          standsUntil: until === undefined || until === forEver ? null : until,
          documents: rows.filter(({ kind }) => kind === check.kind).map((row) => presentDocument(row, files, today)),
        }
      }),
  }
}
