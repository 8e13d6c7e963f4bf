import { operatorsToTell } from '#server/accounts/index.ts'
import { notify, senderOf } from '#server/notifications/door.ts'
import { givenUpLately } from '#server/notifications/outbox/door.ts'
import type { Context } from '#server/platform/context.ts'

const HOUR_MS = 3_600_000

/** Tells every operator, once an hour at most, that notices were given up in the last one. */
export async function tellFailing(ctx: Context): Promise<void> {
  const since = new Date(ctx.now.getTime() - HOUR_MS)
  const lost = await givenUpLately(ctx, since)
  if (!lost.length) return
  const [sender, operators] = [await senderOf(ctx), await operatorsToTell(ctx.db)]
  const values = { n: lost.reduce((sum, { n }) => sum + n, 0), channel: lost.map(({ channel }) => channel).join(', ') }
  await ctx.transaction(async (inner) => {
    for (const { id, email, name, country_code } of operators) {
      await notify(inner, sender, {
        kind: 'op.outbox.failing',
        to: { email, name, accountId: id, country: country_code },
        values,
        path: '/operator/outbox?state=given_up',
        fact: `outbox failing ${id} ${ctx.now.toISOString().slice(0, 13)}`,
      })
    }
  })
}
