import type { Database } from '#db/database.ts'
import type { Context } from '#server/platform/context.ts'
import { markSent, type OutboxRow, type Sent } from './outbox-queries.ts'

/** Notices that a service has accepted and that are not marked as sent yet, by their Message-ID. */
const handedOver = new WeakMap<Database, Map<string, Sent>>()

function unmarkedOf(database: Database): Map<string, Sent> {
  const known = handedOver.get(database) ?? new Map<string, Sent>()
  handedOver.set(database, known)
  return known
}

/** Records that a service has accepted the notice, until `markHandedOver` has stored it. */
export function recordHandover({ database }: Context, { message_id }: OutboxRow, sent: Sent): void {
  unmarkedOf(database).set(message_id, sent)
}

/** Whether a service has accepted this notice already: its mark was lost with the database, and it is claimed again. */
export const wasHandedOver = ({ database }: Context, { message_id }: OutboxRow): boolean =>
  unmarkedOf(database).has(message_id)

/** Marks what has been handed over as sent. If that fails it is kept, and marked before anything else is sent. */
export async function markHandedOver(ctx: Context): Promise<void> {
  const unmarked = unmarkedOf(ctx.database)
  const marking = [...unmarked]
  await markSent(
    ctx.db,
    marking.map(([, sent]) => sent),
    ctx.now,
  )
  for (const [messageId] of marking) unmarked.delete(messageId)
}
