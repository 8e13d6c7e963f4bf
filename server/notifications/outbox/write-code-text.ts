import { lockLimit } from '#server/platform/http/limits.ts'
import { randomUUID } from 'node:crypto'
import { say } from '#contract/words.ts'
import type { Context } from '#server/platform/context.ts'
import { insertNotices } from '#server/notifications/queries.ts'
import { smsWords } from '#server/notifications/words/notice-words.ts'
import { textsToday } from './text-budget.ts'
import { textsSince } from './text-queries.ts'

const mostCodes = { hour: 3, day: 6 } as const
const HOUR_MS = 3_600_000

/** Writes the one text that goes to a number nobody has proven: its code; answers false where the number has had as many as it may get, whoever asked, or the day's budget is spent. In the caller's transaction, one number at a time. */
export async function writeCodeText(
  ctx: Context,
  { accountId, mobile, code }: { accountId: string; mobile: string; code: string },
): Promise<boolean> {
  const to = { mobile, kind: 'sms.code' }
  const since = (hours: number) => new Date(ctx.now.getTime() - hours * HOUR_MS)
  if ((await textsSince(ctx.db, since(1), to)) >= mostCodes.hour) return false
  if ((await textsSince(ctx.db, since(24), to)) >= mostCodes.day) return false
  await lockLimit(ctx.db, 'texts of the day')
  const { written, budget } = await textsToday(ctx.db, ctx.now)
  if (written >= budget) return false
  const id = randomUUID()
  await insertNotices(ctx.db, [
    {
      id,
      channel: 'sms',
      kind: 'sms.code',
      account_id: accountId,
      address: mobile,
      body: say(smsWords['sms.code'].text, { code }),
      secret: true,
      urgent: true,
      next_at: ctx.now,
      created_at: ctx.now,
      message_id: `<${id}@${new URL(ctx.env.publicUrl).hostname}>`,
      sample: ctx.env.sampleMarket,
    },
  ])
  return true
}
