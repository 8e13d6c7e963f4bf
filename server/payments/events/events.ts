import { type BankEvent, handEvents, handOn } from '#server/gateways/payments/test-bank.ts'
import type { Context } from '#server/platform/context.ts'
import { sendAfter, sendSoon } from '#server/payments/bank/send-due.ts'
import { takeEvent } from './take-event.ts'

/** Takes what the test bank has to tell, until it has no more to tell: taking one event may lead to the next. */
export async function hearTestBank(ctx: Context): Promise<void> {
  for (let round = 0; round < 3; round++) {
    const heard = await handEvents(ctx, (raw) => take(ctx, raw))
    await sendSoon(ctx)
    if (heard === 0) break
  }
}

/** Takes what the test bank has to tell of one payment, by its secret; the money is taken after: whoever pays waits for nobody else's, nor for what the bank says after that. */
export async function hearOfPayment(ctx: Context, clientSecret: string, event?: BankEvent): Promise<void> {
  if (event) await handOn(ctx, (raw) => take(ctx, raw), [event])
  else await handEvents(ctx, (raw) => take(ctx, raw), clientSecret)
  sendAfter(ctx)
}

const take = async (ctx: Context, raw: string): Promise<void> => void (await takeEvent(ctx, 'test', raw, ''))
