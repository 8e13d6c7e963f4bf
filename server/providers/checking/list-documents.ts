import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorChecks } from '#contract/providers/checks/operator-checks.ts'
import { catalogOf } from '#server/catalog/door.ts'
import type { Context } from '#server/platform/context.ts'
import { todayIn } from '#server/platform/event-day.ts'
import { countWaiting, fetchDecidedDocuments, fetchWaitingDocuments } from '#server/providers/checks/check-queries.ts'
import { marketOf, presentListed } from '#server/providers/checks/present-document.ts'

/** Documents that wait for a person, or that one has decided. */
export async function listDocuments(
  ctx: Context,
  { tab, cursor }: InputOf<typeof operatorChecks.documents>,
): Promise<OutputOf<typeof operatorChecks.documents>> {
  const catalog = await catalogOf(ctx.database)
  const fetchDocuments = tab === 'waiting' ? fetchWaitingDocuments : fetchDecidedDocuments
  const { rows, nextCursor } = await fetchDocuments(ctx.db, { cursor })
  return {
    rows: rows.map((row) => {
      const market = marketOf(catalog, row.country_code)
      return presentListed(row, market, todayIn(market.tz, ctx.now))
    }),
    counts: { waiting: await countWaiting(ctx.db) },
    nextCursor,
  }
}
