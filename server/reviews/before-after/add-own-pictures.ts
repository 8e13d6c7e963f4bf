import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { beforeAfter } from '#contract/reviews/before-after.ts'
import type { Context } from '#server/platform/context.ts'
import { keepPair } from './keep-pair.ts'
import { picturedByKey } from './pictured-by-key.ts'
import { picturesOfPerson } from './show-own-pictures.ts'

/** Somebody adds a before and an after picture of themselves, by their own link. */
export async function addOwnPictures(
  ctx: Context,
  { key, before, after }: InputOf<typeof beforeAfter.add>,
): Promise<OutputOf<typeof beforeAfter.add>> {
  const { a, guestId } = await picturedByKey(ctx, key)
  return ctx.transaction(async (tx) => {
    await keepPair(tx, a, { before, after, guestId, by: 'person', accountId: a.account_id })
    return picturesOfPerson(tx, a, guestId)
  })
}
