import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { waiting } from '#contract/search/waiting.ts'
import type { Context } from '#server/platform/context.ts'
import { ownProvider } from '#server/providers/index.ts'
import { listOfDay } from './list-of-day.ts'
import { setClosed } from './waiting-queries.ts'

/** Takes nobody more onto the list of a day, or takes people again. */
export async function closeWaiting(
  ctx: Context,
  { eventDate, closed }: InputOf<typeof waiting.close>,
): Promise<OutputOf<typeof waiting.close>> {
  const { id } = await ownProvider(ctx)
  await setClosed(ctx.db, id, eventDate, closed, ctx.now)
  return listOfDay(ctx, id, eventDate)
}
