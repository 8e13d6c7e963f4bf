import { limits } from '#contract/constants.ts'
import type { demand } from '#contract/search/demand/demand.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { dateAfter } from '#server/platform/event-day.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { fewLeftNear } from './demand-day-queries.ts'

/** Days from today on which few artists are left near a point. */
export async function showFewLeft(
  ctx: Context,
  { near }: InputOf<typeof demand.fewLeft>,
): Promise<OutputOf<typeof demand.fewLeft>> {
  const [lng, lat] = near.split(',').map(Number)
  if (lng === undefined || lat === undefined || Math.abs(lng) > 180 || Math.abs(lat) > 90)
    throw new Refusal('not_found')
  const today = ctx.now.toISOString().slice(0, 10)
  return { days: await fewLeftNear(ctx.reads, { lat, lng }, today, dateAfter(today, limits.searchYearsAhead * 366)) }
}
