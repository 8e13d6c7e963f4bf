import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { holdsContact } from '#server/platform/validation/contact-details.ts'
import type { quotes } from '#contract/search/quotes.ts'
import { catalogOf } from '#server/catalog/index.ts'
import type { Db } from '#db/database.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { detailsPart, findSearch, type SearchRow, updateDetails } from '#server/search/queries.ts'
import {
  aimOf,
  type ResolvedSearch,
  resolveSearch,
  owns,
  presentSearch,
  refuseWhatWasAsked,
} from '#server/search/saved-search.ts'

/** Keeps the requester's details with their search; a time named there becomes the search's own. */
export async function saveDetails(
  ctx: Context,
  { quoteId, ...details }: InputOf<typeof quotes.saveDetails>,
): Promise<OutputOf<typeof quotes.saveDetails>> {
  const row = await findSearch(ctx.database, quoteId)
  if (!row) throw new Refusal('not_found')
  const { asked, keep } = await detailsToKeep(ctx, row, details)
  await keep(ctx.db)
  return { search: presentSearch(asked, ctx.viewer), details }
}

type Details = Omit<InputOf<typeof quotes.saveDetails>, 'quoteId'>

/** Details that may be kept with a search of the caller's: `keep` does so, in the transaction of what they are given for; `part` is the same within its statement. */
export async function detailsToKeep(
  ctx: Context,
  row: SearchRow,
  details: Details,
): Promise<{ asked: ResolvedSearch; keep: (db: Db) => Promise<unknown>; part: ReturnType<typeof detailsPart> }> {
  if (!owns(ctx.viewer, row)) throw new Refusal('not_yours')
  // Artists who are asked read both before anything is booked.
  for (const field of ['name', 'event'] as const)
    if (holdsContact(details[field])) throw refuseField('contact_early', field)
  const finish_time = details.finishTime ?? row.finish_time
  const start_time = details.startTime ?? row.start_time
  const time_constraint = details.timeConstraint === 'start' && start_time ? ('start' as const) : ('finish' as const)
  const times = { finish_time, start_time, time_constraint }
  const changed = { ...row, ...times, details }
  const asked = resolveSearch(changed, await catalogOf(ctx.database), ctx.now)
  const aim = aimOf(asked.day, changed)
  const moved =
    finish_time !== row.finish_time || start_time !== row.start_time || time_constraint !== row.time_constraint
  const [field, time] = time_constraint === 'start' ? ['startTime', start_time] : ['finishTime', finish_time]
  if (moved && time && asked.day.skips(time)) throw refuseField('time_skipped', field)
  if (moved && aim && aim.at <= ctx.now.getTime()) throw refuseField('time_past', field)
  refuseWhatWasAsked(row, moved, field)
  return {
    asked,
    keep: (db) => updateDetails(db, row.id, details, times),
    part: detailsPart(ctx.db, row.id, details, times),
  }
}
