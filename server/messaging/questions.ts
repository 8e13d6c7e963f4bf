import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { messages } from '#contract/messaging/messages.ts'
import { findAccount } from '#server/accounts/index.ts'
import { isBlocked } from './blocks.ts'
import { lockConversation } from './conversations.queries.ts'
import { getCallerConversation } from './conversations.ts'
import { writeAs } from './messages.ts'
import { getSender } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  listFaces,
  findProvider,
  createPlaceholder,
  presentPicture,
  assertNotOwnProfile,
} from '#server/providers/index.ts'
import { findConversationWith, insertQuestion, lockQuestionsOf, countQuestionsSince } from './questions.queries.ts'

const DAY_MS = 86_400_000
const MOST_A_DAY = 10

export async function sendQuestion(
  ctx: Context,
  { profileId, text, pictures }: InputOf<typeof messages.sendQuestion>,
): Promise<OutputOf<typeof messages.sendQuestion>> {
  const accountId = ctx.viewer.accountId as string
  const provider = await findProvider(ctx.db, profileId, ['approved'])
  if (!provider) throw new Refusal('not_found')
  if (!provider.account_id) throw new Refusal('request_not_possible')
  const account = await findAccount(ctx.db, accountId)
  if (!account?.email_verified_at) throw new Refusal('email_confirmation_required')
  await assertNotOwnProfile(ctx, provider.id, account.email)
  const sender = await getSender(ctx)
  return ctx.idempotent(async (tx) => {
    await lockQuestionsOf(tx.db, accountId)
    if (await isBlocked(tx.db, accountId, provider.id)) throw new Refusal('blocked')
    const conversationId = await openFor(tx, accountId, provider.id)
    await lockConversation(tx.db, conversationId)
    await writeAs(tx, sender, await getCallerConversation(tx, conversationId), { text, pictures, key: null })
    return { conversationId }
  })
}

async function openFor(tx: Context, accountId: string, providerId: string): Promise<string> {
  const known = await findConversationWith(tx.db, accountId, providerId)
  if (known?.state === 'closed') throw new Refusal('conversation_closed')
  if (known) return known.id
  const since = new Date(tx.now.getTime() - DAY_MS)
  if ((await countQuestionsSince(tx.db, accountId, since)) >= MOST_A_DAY) throw new Refusal('too_many_questions')
  return insertQuestion(tx.db, accountId, providerId, tx.now)
}

export async function getConversationWithArtist(
  ctx: Context,
  { profileId }: InputOf<typeof messages.readByArtist>,
): Promise<OutputOf<typeof messages.readByArtist>> {
  const provider = await findProvider(ctx.db, profileId, ['approved'])
  if (!provider) throw new Refusal('not_found')
  const face = (await listFaces(ctx.db, [provider.id])).get(provider.id)?.face
  const known = await findConversationWith(ctx.db, ctx.viewer.accountId as string, provider.id)
  return {
    artist: {
      slug: provider.slug,
      name: provider.name,
      picture: face ? presentPicture(face, 'square') : createPlaceholder(provider.name),
      answerMinutes: provider.answer_minutes,
    },
    conversationId: known?.id ?? null,
  }
}
