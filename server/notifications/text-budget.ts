import type { Db } from '#db/database.ts'
import { getSettingInTransaction } from '#server/platform/settings.ts'
import { type OutboxRow, findQuietHours, countTextsSince } from './outbox.queries.ts'
import { Temporal } from 'temporal-polyfill'
import type { Context } from '#server/platform/context.ts'

export const textBudgetKey = 'sms.budget'
export const usualTextBudget = 500

export async function getTextBudget(db: Db, now: Date): Promise<{ written: number; budget: number }> {
  const day = new Date(`${now.toISOString().slice(0, 10)}T00:00:00Z`)
  return {
    written: await countTextsSince(db, new Date(day.getTime() - 1)),
    budget: (await getSettingInTransaction<number>(db, textBudgetKey)) ?? usualTextBudget,
  }
}

/** Local times. A span that ends before it begins includes midnight. */
type QuietHours = { from: string; to: string; tz: string }

export function getQuietEnd(now: Date, { from, to, tz }: QuietHours): Date | null {
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(tz)
  const time = here.toPlainTime().toString({ smallestUnit: 'minute' })
  const overMidnight = to < from
  const quiet = overMidnight ? time >= from || time < to : time >= from && time < to
  if (!quiet) return null
  const day = here.toPlainDate().add({ days: overMidnight && time >= from ? 1 : 0 })
  return new Date(day.toZonedDateTime({ timeZone: tz, plainTime: to }).epochMilliseconds)
}

/** Returns until when a notice must wait. Mails and urgent notices never wait for quiet hours. */
export async function getQuietUntil(
  ctx: Context,
  { channel, urgent, account_id }: Pick<OutboxRow, 'channel' | 'urgent' | 'account_id'>,
): Promise<Date | null> {
  if (channel === 'mail' || !account_id || urgent) return null
  const hours = await findQuietHours(ctx.db, account_id)
  return hours ? getQuietEnd(ctx.now, hours) : null
}
