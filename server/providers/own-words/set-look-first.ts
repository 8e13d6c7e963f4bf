import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorWords } from '#contract/providers/operator-words.ts'
import { changeLookFirst } from '#server/catalog/editing/door.ts'
import type { Context } from '#server/platform/context.ts'

/** Has new words of artists in a market looked at first, or shown at once; what waits already waits for its look. */
export async function setLookFirst(
  ctx: Context,
  { countryCode, lookFirst, reason }: InputOf<typeof operatorWords.lookFirst>,
): Promise<OutputOf<typeof operatorWords.lookFirst>> {
  await ctx.transaction((inner) => changeLookFirst(inner, countryCode, lookFirst, reason))
  return { lookFirst }
}
