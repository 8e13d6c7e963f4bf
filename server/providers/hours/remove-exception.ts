import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownHours } from '#contract/providers/hours.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { deleteExceptions } from './hours-queries.ts'
import { changeHours } from './own-hours.ts'

/** Makes days like the others again. */
export const removeException = (
  ctx: Context,
  { id }: InputOf<typeof ownHours.removeException>,
): Promise<OutputOf<typeof ownHours.removeException>> =>
  changeHours(ctx, async (ctx, row) => {
    if ((await deleteExceptions(ctx.db, row.id, [id])) === 0) throw new Refusal('not_found')
  })
