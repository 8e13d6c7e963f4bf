import type { SaidWord } from '#contract/bookings/day/day-word.ts'
import { clock, time, zonedTime } from '#contract/format.ts'
import { type Country, reader } from '#contract/words.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { tell } from '#server/bookings/notices/tell.ts'
import { noticeLines } from '#server/bookings/notices/words.ts'
import type { Sender } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Live } from './live-of.ts'

/** What comes later than this after it was said is no news any more: whoever had no connection is there by then. */
const NEWS_MS = 20 * 60_000

/** Tells the customer that the artist is on the way, and that it runs late: once each for a day, while it is so. */
export async function tellDay(
  tx: Context,
  sender: Sender,
  row: AppointmentRow,
  { seen: { plan, facts } }: Live,
  fresh: readonly SaidWord[],
): Promise<void> {
  const isNews = (at: number) => tx.now.getTime() - at < NEWS_MS
  const said = (kind: SaidWord['kind']) => fresh.some((word) => word.kind === kind && !word.undo)
  const at = (instant: string) => clock(zonedTime(instant, row.tz))
  if (said('left') && facts.leftAt !== null && facts.arrivedAt === null && isNews(facts.leftAt))
    await tell(tx, sender, row, 'customer', 'onTheWay', {
      fact: `left ${row.id} ${row.starts_at.toISOString()}`,
      urgent: true,
      values: { clock: at(plan.arriveAt) },
    })
  const { late } = facts
  if (!said('late') || !late || !isNews(late.at) || (facts.arrivedAt ?? 0) > late.at || row.done_at) return
  const t = reader(noticeLines, row.country_code as Country)
  const until = row.ready_at ?? row.ends_at
  const done = at(plan.doneAt)
  await tell(tx, sender, row, 'customer', 'late', {
    fact: `late ${row.id} ${late.minutes} ${late.at}`,
    urgent: true,
    values: {
      minutes: late.minutes,
      clock: at(plan.arriveAt),
      done,
      endLine:
        Date.parse(plan.doneAt) <= until.getTime()
          ? t('endLine.same', { time: time(zonedTime(until.toISOString(), row.tz)) })
          : t('endLine.over', { done }),
    },
  })
}
