import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { waiting } from '#contract/search/waiting.ts'
import type { Context } from '#server/platform/context.ts'
import { ownProvider } from '#server/providers/index.ts'
import { listOfDay } from './list-of-day.ts'

/** Who waits for a day of the caller's own, whoever is next first. */
export const showDayWaiting = async (
  ctx: Context,
  { eventDate }: InputOf<typeof waiting.day>,
): Promise<OutputOf<typeof waiting.day>> => listOfDay(ctx, (await ownProvider(ctx)).id, eventDate)
