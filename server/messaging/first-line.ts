import { truncate } from '#contract/text.ts'
import { say } from '#contract/words.ts'
import type { ConversationRow, Side } from './conversation-queries.ts'
import { readable } from './present-conversation.ts'

const LONGEST = 120
const pictureWords = { one: 'A picture.', other: '{n} pictures.' }

/** What a notice shows of a message: its first line as the two may read it, or that there are pictures. */
export function firstLine(row: Pick<ConversationRow, 'contacts_open_at'>, text: string, pictures: number): string {
  const line =
    readable(row, text)
      .text.split('\n')
      .find((part) => part.trim())
      ?.trim() ?? ''
  if (!line) return say(pictureWords, { n: Math.max(1, pictures) })
  return line.length > LONGEST ? `${truncate(line, LONGEST - 1).trimEnd()}…` : line
}

/** Where one side reads a conversation. */
export const pathOf = (side: Side, conversationId: string): string =>
  `/${side === 'customer' ? 'customer-dashboard' : 'dashboard'}/messages/${conversationId}`
