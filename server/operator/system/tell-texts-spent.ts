import { operatorsToTell } from '#server/accounts/index.ts'
import { notify, senderOf } from '#server/notifications/door.ts'
import { textsToday } from '#server/notifications/outbox/door.ts'
import { raiseAlarm } from '#server/platform/oversight/alarms.ts'
import type { Context } from '#server/platform/context.ts'

/** Tells every operator that no more texts are written on this day: an alarm in the console, and a mail once a day at most. */
export async function tellTextsSpent(ctx: Context): Promise<void> {
  const { written, budget } = await textsToday(ctx.db, ctx.now)
  if (written < budget) return
  const [sender, operators] = [await senderOf(ctx), await operatorsToTell(ctx.db)]
  await ctx.transaction(async (tx) => {
    await raiseAlarm(tx, { kind: 'sms.budget', values: { n: written } })
    for (const { id, email, name, country_code } of operators) {
      await notify(tx, sender, {
        kind: 'op.texts.spent',
        to: { email, name, accountId: id, country: country_code },
        values: { n: written },
        path: '/operator/outbox?channel=sms',
        fact: `texts spent ${id} ${ctx.now.toISOString().slice(0, 10)}`,
      })
    }
  })
}
