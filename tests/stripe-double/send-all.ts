import { sendDue } from '#server/payments/charging.ts'
import type { Context } from '#server/platform/context.ts'
import { atRest } from '#server/platform/work/soon.ts'

/** Tells the bank what is due, and waits for what the site itself has begun to tell it meanwhile: that has taken its part from this caller. */
export async function sendAll(ctx: Context): Promise<void> {
  await sendDue(ctx)
  await atRest(ctx.database)
}
