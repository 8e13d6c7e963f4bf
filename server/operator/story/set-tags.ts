import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorStory } from '#contract/operator/story.ts'
import type { Context } from '#server/platform/context.ts'
import { changeTags } from './change-tags.ts'
import { marksOf } from './show-marks.ts'
import { bothOf } from './whose.ts'

/** Has these tags stand on somebody, and no others. */
export const setTags = (
  ctx: Context,
  { tags, ...whose }: InputOf<typeof operatorStory.setTags>,
): Promise<OutputOf<typeof operatorStory.setTags>> =>
  ctx.transaction(async (inner) => {
    const both = await bothOf(inner, whose)
    await changeTags(inner, both, () => tags)
    return marksOf(inner, both)
  })
