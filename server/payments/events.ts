import { handEvents } from '#server/gateways/payments/test-bank.ts'
import type { Context } from '#server/platform/context.ts'
import { sendSoon } from './send-due.ts'
import { takeEvent } from './take-event.ts'

/** Takes what the test bank has to tell, until it has no more to tell: taking one event may lead to the next. */
export async function hearTestBank(ctx: Context): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await handEvents(ctx, async (raw) => { await takeEvent(ctx, 'test', raw, '') })
    await sendSoon(ctx)
  }
}
