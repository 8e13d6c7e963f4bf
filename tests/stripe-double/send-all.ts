import { sendDue } from '#server/payments/charging.ts'
import type { Context } from '#server/platform/context.ts'
import { waitForBackgroundWork } from '#server/platform/work/background-work.ts'

/** Tells the bank what is due, and waits for what the site itself has begun to tell it meanwhile: that has taken its part from this caller. */
export async function sendAll(ctx: Context): Promise<void> {
  await sendDue(ctx)
  await waitForBackgroundWork(ctx.database)
}
