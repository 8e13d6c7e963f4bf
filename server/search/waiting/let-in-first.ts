import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { waiting } from '#contract/search/waiting.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { ownProvider } from '#server/providers/index.ts'
import { listOfDay } from './list-of-day.ts'
import { putFirst } from './waiting-queries.ts'

/** Puts somebody before those who have waited longer. */
export async function letInFirst(
  ctx: Context,
  { eventDate, id }: InputOf<typeof waiting.letIn>,
): Promise<OutputOf<typeof waiting.letIn>> {
  const { id: providerId } = await ownProvider(ctx)
  if (!(await putFirst(ctx.db, { id, providerId, eventDate, now: ctx.now }))) throw new Refusal('not_found')
  return listOfDay(ctx, providerId, eventDate)
}
