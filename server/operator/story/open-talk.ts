import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorStory } from '#contract/operator/story.ts'
import type { Context } from '#server/platform/context.ts'
import { mostWords, readWords } from './read-words.ts'

/** Opens a conversation for a reason; without the trace of it nothing is read. */
export const openTalk = (
  ctx: Context,
  { conversationId, reason }: InputOf<typeof operatorStory.openTalk>,
): Promise<OutputOf<typeof operatorStory.openTalk>> =>
  ctx.transaction((inner) => readWords(inner, conversationId, reason, mostWords))
