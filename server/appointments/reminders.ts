import { type NoticeKind, getSender } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { listAppointmentsStarting } from './notices.queries.ts'
import { notifySide } from './notices.ts'

const HOUR_MS = 3_600_000

type Reminder = {
  name: '7d' | '24h' | '2h'
  hours: number
  until: number
}

/** `hours` before the start, unless the start is fewer than `until` hours away. */
export const reminders: readonly Reminder[] = [
  { name: '7d', hours: 168, until: 144 },
  { name: '24h', hours: 24, until: 12 },
  { name: '2h', hours: 2, until: 0.25 },
]

/**
 * Reminds both sides of an appointment, once per agreed start. Skips reminders that were already past when it was
 * booked.
 */
export async function sendReminders(ctx: Context): Promise<void> {
  const sender = await getSender(ctx)
  for (const { name, hours, until } of reminders) {
    const within = {
      from: new Date(ctx.now.getTime() + until * HOUR_MS),
      to: new Date(ctx.now.getTime() + hours * HOUR_MS),
    }
    for (const row of await listAppointmentsStarting(ctx.db, within, hours, `reminder.${name}`)) {
      await ctx.transaction(async (inner) => {
        for (const side of ['customer', 'provider'] as const) {
          await notifySide(inner, sender, row, side, `reminder.${name}.${side}` as NoticeKind, {
            fact: factOf(`reminder.${name}`, row, side),
          })
        }
      })
    }
  }
}

const factOf = (reminder: string, { id, starts_at }: { id: string; starts_at: Date }, side: string): string =>
  `${reminder} ${id} ${Math.round(starts_at.getTime() / 60_000)} ${side}`
