import { notify, type Sender } from '#server/notifications/door.ts'
import { claimUpload, fileUrlOf, uploadOf } from '#server/pictures/door.ts'
import type { Context } from '#server/platform/context.ts'
import { type MessageRow, readerAway, saveRead, writeMessage } from './conversation-queries.ts'
import { firstLine, pathOf } from './first-line.ts'
import { markReplied } from './questions/question-queries.ts'
import { nameOfOther, type OwnConversation } from './present-conversation.ts'
import { announceTo } from './say-event.ts'

const LOOKING_MS = 90_000

/** Writes what one of the two says, with pictures of their own, and shows it on the other's screens where they are not looking at it already. In the caller's transaction, which holds the conversation. */
export async function writeAs(
  inner: Context,
  sender: Sender,
  { row, side, otherAccount }: OwnConversation,
  { text, pictures, key }: { text: string; pictures: readonly string[]; key: string | null },
): Promise<MessageRow> {
  const files: string[] = []
  for (const picture of pictures) {
    const upload = await uploadOf(inner, picture)
    await claimUpload(inner, upload.id)
    files.push(fileUrlOf(upload))
  }
  const written = await writeMessage(inner.db, { conversation_id: row.id, side, text, files, key, at: inner.now })
  await saveRead(inner.db, row.id, side, Number(written.id), inner.now)
  // The first word to a question is what its answer is measured by.
  if (side === 'provider' && row.asked_at && !row.replied_at) await markReplied(inner.db, row.id, inner.now)
  const both = [row.account_id, row.provider_account]
  await announceTo(inner, both, row.id, 'message.new', Number(written.id))
  const other = side === 'customer' ? 'provider' : 'customer'
  const away = new Date(inner.now.getTime() - LOOKING_MS)
  const reader = otherAccount && (await readerAway(inner.db, row.id, other, otherAccount, away))
  if (reader) {
    // A screen at once; the mail waits, so that it can tell of all that comes.
    await notify(inner, sender, {
      kind: `message.new.${other}`,
      to: { email: reader.email, name: reader.name, accountId: reader.id, country: reader.country_code },
      by: ['push'],
      path: pathOf(other, row.id),
      values: { name: nameOfOther({ row, side: other }), firstLine: firstLine(row, text, files.length) },
      fact: `message.new ${written.id}`,
    })
  }
  return written
}
