import type { Database } from '#db/database.ts'
import type { GatewayEvent } from '#server/gateways/payments/gateway.ts'
import { eventOf, gatewayOf, type Inlet } from '#server/gateways/payments/payments.ts'
import type { Context } from '#server/platform/context.ts'
import { insertEvents, type NewEvent } from './event-queries.ts'

type Waiting = { row: NewEvent; kept: () => void; lost: (fault: unknown) => void }
const waiting = new WeakMap<Database, Waiting[]>()

/** Keeps a signed event as it came, to be worked on after; nothing where the signature is none of ours. */
export async function keepEvent(
  ctx: Context,
  inlet: Inlet,
  raw: string,
  signature: string,
): Promise<GatewayEvent | null> {
  const event = await eventOf(ctx, inlet, raw, signature)
  if (!event) return null
  await keepTogether(ctx, newEvent(ctx, inlet, raw, event))
  return event
}

/** An event as it is kept. */
export const newEvent = (ctx: Context, inlet: Inlet, raw: string, event: GatewayEvent): NewEvent => ({
  gateway: gatewayOf(inlet),
  event_id: event.id,
  kind: event.type,
  account_id: event.accountId,
  raw,
  occurred_at: event.at,
  at: ctx.now,
  next_at: ctx.now,
})

// Services send hundreds in one go: those that come while others are being written are written together.
function keepTogether(ctx: Context, row: NewEvent): Promise<void> {
  return new Promise((kept, lost) => {
    const line = waiting.get(ctx.database)
    if (line) return void line.push({ row, kept, lost })
    waiting.set(ctx.database, [{ row, kept, lost }])
    setImmediate(() => void writeAll(ctx))
  })
}

async function writeAll(ctx: Context): Promise<void> {
  for (let line = waiting.get(ctx.database); line?.length; line = waiting.get(ctx.database)) {
    waiting.set(ctx.database, [])
    try {
      await insertEvents(ctx.db, [...new Map(line.map(({ row }) => [`${row.gateway} ${row.event_id}`, row])).values()])
      for (const { kept } of line) kept()
    } catch (fault) {
      for (const { lost } of line) lost(fault)
    }
  }
  waiting.delete(ctx.database)
}
