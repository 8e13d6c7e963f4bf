import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { quotes } from '#contract/search/quotes.ts'
import { catalogOf } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { findSearch, updateTime } from '#server/search/queries.ts'
import { aimOf, resolveSearch, owns, presentSearch, refuseWhatWasAsked } from '#server/search/saved-search.ts'

/** Asks for another time of the same day; prices and plans follow it. */
export async function changeTime(
  ctx: Context,
  { quoteId, finishTime }: InputOf<typeof quotes.changeTime>,
): Promise<OutputOf<typeof quotes.changeTime>> {
  const row = await findSearch(ctx.database, quoteId)
  if (!row) throw new Refusal('not_found')
  if (!owns(ctx.viewer, row)) throw new Refusal('not_yours')
  const changed = { ...row, finish_time: finishTime, start_time: null, time_constraint: 'finish' as const }
  const asked = resolveSearch(changed, await catalogOf(ctx.database), ctx.now)
  if (asked.day.skips(finishTime)) throw refuseField('time_skipped', 'finishTime')
  const aim = aimOf(asked.day, changed)
  if (aim && aim.at <= ctx.now.getTime()) throw refuseField('time_past', 'finishTime')
  refuseWhatWasAsked(row, finishTime !== row.finish_time || row.time_constraint === 'start', 'finishTime')
  await updateTime(ctx.db, row.id, finishTime)
  return { search: presentSearch(asked, ctx.viewer) }
}
