import { Temporal } from 'temporal-polyfill'
import type { Context } from '#server/platform/context.ts'
import { type OutboxRow, quietHoursOf } from './outbox-queries.ts'

/** Times on the wall clock of a zone; a span that ends before it begins goes over midnight. */
export type QuietHours = { from: string; to: string; tz: string }

/** When the quiet ends that an instant falls into; null where it is not quiet then. */
export function quietUntil(now: Date, { from, to, tz }: QuietHours): Date | null {
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(tz)
  const time = here.toPlainTime().toString({ smallestUnit: 'minute' })
  const overMidnight = to < from
  const quiet = overMidnight ? time >= from || time < to : time >= from && time < to
  if (!quiet) return null
  const day = here.toPlainDate().add({ days: overMidnight && time >= from ? 1 : 0 })
  return new Date(day.toZonedDateTime({ timeZone: tz, plainTime: to }).epochMilliseconds)
}

/** Until when a notice has to wait for its person's quiet hours; mails never do, nor what is of this very hour. */
export async function heldUntil(
  ctx: Context,
  { channel, urgent, account_id }: Pick<OutboxRow, 'channel' | 'urgent' | 'account_id'>,
): Promise<Date | null> {
  if (channel === 'mail' || !account_id || urgent) return null
  const hours = await quietHoursOf(ctx.db, account_id)
  return hours ? quietUntil(ctx.now, hours) : null
}
