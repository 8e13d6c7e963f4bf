import type { Context } from '#server/platform/context.ts'
import { createLinkKey } from '#server/platform/http/act-key.ts'
import { findLinkedBooking, type OutboxRow } from './outbox.queries.ts'

const memberPages = /\/customer-dashboard\/(receipts|messages)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/g

/**
 * Returns a function that replaces the link to a receipt or conversation in a mail by one that opens it without logging
 * in, if its reader has no password. The link is put in when the mail is sent, so that nobody who reads the outbox can
 * use it. Must not run inside a transaction.
 */
export async function createBookingLinks(
  { db, database, env }: Pick<Context, 'db' | 'database' | 'env'>,
  { account_id: accountId, address, body }: Pick<OutboxRow, 'account_id' | 'address' | 'body'>,
): Promise<(text: string) => string> {
  // The button comes last: text that someone has written is above it.
  const [path, part, id] = [...body.matchAll(memberPages)].at(-1) ?? []
  if (!accountId || !path || !id) return (text) => text
  const booking = await findLinkedBooking(db, { accountId, address }, part === 'receipts' ? 'receipt' : 'talk', id)
  if (!booking) return (text) => text
  const key = await createLinkKey(database, env, 'booking', booking.id, booking.email)
  const link = `${env.publicUrl}/mails/booking/${key}#${part === 'receipts' ? 'receipt' : 'messages'}`
  return (text) => text.replaceAll(`${env.publicUrl}${path}`, link)
}
