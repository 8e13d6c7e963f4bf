import { sendDue } from '#server/payments/charging.ts'
import type { Context } from '#server/platform/context.ts'
import { waitForBackgroundWork } from '#server/platform/work/background-work.ts'

/** Sends everything due, and waits for what the site has started to send meanwhile. */
export async function sendAll(ctx: Context): Promise<void> {
  await sendDue(ctx)
  await waitForBackgroundWork(ctx.database)
}
