import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownBeforeAfter } from '#contract/reviews/before-after.ts'
import { removeUpload } from '#server/pictures/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { peopleOf, pictured } from './list-pictured.ts'
import { deletePair, pairsOf } from './pair-queries.ts'

/** The artist deletes two pictures of an appointment of theirs. */
export async function removePicturesOf(
  ctx: Context,
  { appointmentId, pairId }: InputOf<typeof ownBeforeAfter.remove>,
): Promise<OutputOf<typeof ownBeforeAfter.remove>> {
  const { a, guests } = await pictured(ctx, appointmentId)
  if (!(await pairsOf(ctx.db, a.id)).some(({ id }) => id === pairId)) throw new Refusal('not_found')
  const { people, gone } = await ctx.transaction(async (tx) => {
    const gone = await deletePair(tx.db, pairId)
    return { people: await peopleOf(tx, a, guests), gone }
  })
  for (const id of gone) await removeUpload(ctx, id)
  return { people }
}
