import type { Context } from '#server/platform/context.ts'
import { faultFields } from '#server/platform/log.ts'
import { raiseAlarm } from '#server/platform/oversight/alarms.ts'
import { nextTry } from '#server/payments/bank/send-once.ts'
import { sendSoon } from '#server/payments/bank/send-due.ts'
import { type EventRow, forgetBodies, lockEvent, putOff } from './event-queries.ts'
import { handleEvent } from './handle-event.ts'

const AT_ONCE = 1_000
/** After so many tries somebody has to look. */
const TRIES = 5
const KEPT_DAYS = 60
const DAY_MS = 86_400_000

/** Works on the events that were kept, one by one, each in a transaction of its own; one that fails waits and holds no other up. Answers how many there were. */
export async function workEvents(ctx: Context): Promise<number> {
  let done = 0
  while (done < AT_ONCE && (await workOne(ctx))) done++
  if (done) await sendSoon(ctx)
  return done
}

/** Works on one event now; false where there is none, or somebody else is at it. */
export async function workOne(ctx: Context, named?: Parameters<typeof lockEvent>[2]): Promise<boolean> {
  let row: EventRow | undefined
  try {
    await ctx.transaction(async (ctx) => {
      row = await lockEvent(ctx.db, ctx.now, named)
      if (row) await handleEvent(ctx, row)
    })
  } catch (fault) {
    if (!row) throw fault
    ctx.log.error({ ...faultFields(fault), event: row.event_id }, 'an event of the payment service was not worked on')
    const tries = await putOff(ctx.db, row, String(fault), nextTry(ctx.now, row.attempts + 1))
    if (tries === TRIES)
      await raiseAlarm(ctx, {
        kind: 'payments.event',
        subjectId: row.event_id,
        values: { type: row.kind, id: row.event_id },
      })
  }
  return row !== undefined
}

const working = new WeakSet<Context['database']>()

/** Works on what has come, right after it has been answered; where this process does not come to it, the clock does. */
export function workSoon(ctx: Context): void {
  if (working.has(ctx.database)) return
  working.add(ctx.database)
  // What comes in one go is answered first.
  setTimeout(() => {
    working.delete(ctx.database)
    workEvents(ctx).catch((fault: unknown) => ctx.log.error(faultFields(fault), 'events of the payment service'))
  }, 20)
}

/** What events said, once it has been worked on for long, is kept no longer: it names people. */
export const forgetOldEvents = (ctx: Context) => forgetBodies(ctx.db, new Date(ctx.now.getTime() - KEPT_DAYS * DAY_MS))
