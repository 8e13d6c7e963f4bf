import type { Values } from '#contract/i18n/messages.ts'
import { announceEvent } from '#server/platform/live/announce.ts'
import type { Context } from '#server/platform/context.ts'
import {
  findAccountOfProvider,
  type ConversationParties,
  closeById,
  insertMessage,
  insertMessages,
  getConversationKey,
  openWithContacts,
  reopenConversation,
  setConversationState,
} from './messaging.queries.ts'

export type { ConversationParties } from './messaging.queries.ts'
type SystemLine = 'request' | 'offer' | 'booked' | 'moved' | 'cancelled'

/** Opens the conversation if needed. Runs in the caller's transaction. */
export async function addSystemMessage(
  ctx: Context,
  { kind, values = {}, ...between }: ConversationParties & { kind: SystemLine; values?: Values },
): Promise<string> {
  const id = await reopenConversation(ctx.db, between, ctx.now)
  const messageId = await insertMessage(ctx.db, {
    conversation_id: id,
    side: 'system',
    kind,
    slots: JSON.stringify(values),
    at: ctx.now,
  })
  await announceToBoth(ctx, between, id, 'message.new', messageId)
  return id
}

/**
 * Adds the booked message, opening conversations if needed, and ends the masking of contact details. The caller
 * publishes the event. Runs in the caller's transaction.
 */
export async function addBookedMessages(
  ctx: Context,
  all: readonly (ConversationParties & { values: Values })[],
): Promise<void> {
  const ids = await openWithContacts(ctx.db, all, ctx.now)
  const lines = all.map((one) => ({
    conversation_id: ids.get(getConversationKey(one)) as string,
    side: 'system',
    kind: 'booked',
    slots: JSON.stringify(one.values),
    at: ctx.now,
  }))
  await insertMessages(ctx.db, lines)
}

/** Closes a conversation to new messages, in the caller's transaction. */
export async function closeConversation(ctx: Context, between: ConversationParties): Promise<void> {
  const id = await setConversationState(ctx.db, between, 'closed')
  if (id) await announceToBoth(ctx, between, id, 'conversation.changed')
}

export async function announceToBoth(
  ctx: Context,
  { accountId, providerId }: Pick<ConversationParties, 'accountId' | 'providerId'>,
  conversationId: string,
  kind: string,
  messageId?: number,
): Promise<void> {
  await announceToAccounts(
    ctx,
    [accountId, await findAccountOfProvider(ctx.db, providerId)],
    conversationId,
    kind,
    messageId,
  )
}

export const announceToAccounts = (
  ctx: Context,
  accounts: readonly (string | null | undefined)[],
  conversationId: string,
  kind: string,
  messageId?: number,
): Promise<void> =>
  announceEvent(ctx, {
    to: accounts.filter((id) => id).map((id) => `account:${id}`),
    kind,
    ref: messageId ? `${conversationId}/${messageId}` : conversationId,
  })

export async function closeReported(ctx: Context, conversationId: string): Promise<void> {
  const row = await closeById(ctx.db, conversationId)
  if (row)
    await announceToBoth(
      ctx,
      { accountId: row.account_id, providerId: row.provider_id },
      conversationId,
      'conversation.changed',
    )
}
