import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { messages } from '#contract/messaging/messages.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { facesOf, findProvider, noPicture, pictureOf } from '#server/providers/index.ts'
import { conversationWith } from './question-queries.ts'

/** Whom the caller would ask, and the conversation in which it would go on. */
export async function showWithArtist(
  ctx: Context,
  { profileId }: InputOf<typeof messages.withArtist>,
): Promise<OutputOf<typeof messages.withArtist>> {
  const provider = await findProvider(ctx.db, profileId, ['approved'])
  if (!provider) throw new Refusal('not_found')
  const face = (await facesOf(ctx.db, [provider.id])).get(provider.id)?.face
  const known = await conversationWith(ctx.db, ctx.viewer.accountId as string, provider.id)
  return {
    artist: {
      slug: provider.slug,
      name: provider.name,
      picture: face ? pictureOf(face, 'square') : noPicture,
      answerMinutes: provider.answer_minutes,
    },
    conversationId: known?.id ?? null,
  }
}
