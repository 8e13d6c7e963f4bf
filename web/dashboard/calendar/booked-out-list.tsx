import { useState } from 'react'
import { formatClock, formatDate } from '#contract/format.ts'
import type { BookedOut } from '#contract/providers/booked-out.ts'
import type { Country } from '#contract/words.ts'
import { useDashboardMessages, useOwn } from '#web/dashboard/own-profile/own.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { addDays } from '#web/ui/fields/calendar-days.ts'
import { Confirm } from '#web/ui/overlays/popup.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import styles from './booked-out-list.module.css'

/** Returns a day, without the current year. */
export const formatShortDate = (day: string, country: Country): string =>
  formatDate(day, country, new Date().getFullYear())

export function BookedOutList({
  dates,
  most,
  onFreed,
  onEdit,
}: {
  dates: readonly BookedOut[]
  most?: number
  onFreed: (ids: readonly string[]) => void
  /** Edits the times of a blocked part. */
  onEdit?: (blocked: BookedOut) => void
}) {
  const t = useDashboardMessages()
  const { profile } = useOwn()
  const [asked, setAsked] = useState<BookedOutSpan | null>(null)
  const { isPending, run } = useForm({ toasts: true })
  const stretches = groupBookedOutDays(dates).slice(0, most)
  const name = ({ first, last }: BookedOutSpan) => {
    const [from, to] = [formatShortDate(first, profile.countryCode), formatShortDate(last, profile.countryCode)]
    return first === last ? from : t('ownCalendar.days', { first: from, last: to })
  }
  const free = async (stretch: BookedOutSpan) => {
    setAsked(null)
    const freed: string[] = []
    const work = async () => {
      for (const one of stretch.dates) {
        if (one.whole) await browserApi().bookedOut.freeDay({ eventDate: one.eventDate })
        else await browserApi().bookedOut.remove({ id: one.id })
        freed.push(one.id)
      }
    }
    if (await run(work, { name: stretch.first }))
      showToast('success', t('toast.bookedout.removed', { date: name(stretch) }))
    onFreed(freed)
  }
  return (
    <>
      <ul className="stack gap-12">
        {stretches.map((stretch) => {
          const one = stretch.dates[0] as BookedOut
          return (
            <li key={one.id} className="row space-between">
              <span className="can-shrink">
                <b className="bold">{name(stretch)}</b>
                <span className={joinClasses('small muted', styles.blockLine)}>
                  {stretch.whole
                    ? t('ownCalendar.fulls', { n: stretch.days })
                    : t('ownCalendar.span', {
                        clock: formatClock(one.startTime ?? '05:00'),
                        end: formatClock(one.finishTime ?? '05:00'),
                      })}
                </span>
              </span>
              <span className={styles.acts}>
                {onEdit && !one.whole && (
                  <Button
                    kind="quiet"
                    size="small"
                    aria-label={t('ownCalendar.edit.label', {
                      time: t('ownCalendar.span', {
                        clock: formatClock(one.startTime ?? '05:00'),
                        end: formatClock(one.finishTime ?? '05:00'),
                      }),
                    })}
                    onClick={() => onEdit(one)}>
                    {t('ownCalendar.edit.short')}
                  </Button>
                )}
                <Button
                  kind="quiet"
                  size="small"
                  loading={isPending(stretch.first)}
                  aria-label={t('ownCalendar.free.label', { date: name(stretch) })}
                  onClick={() => setAsked(stretch)}>
                  {t('ownCalendar.free')}
                </Button>
              </span>
            </li>
          )
        })}
      </ul>
      <Confirm
        open={asked !== null}
        title={asked ? t('confirm.free', { date: name(asked) }) : ''}
        act={t('confirm.free.act')}
        wayOut={t('confirm.back')}
        onAct={() => asked && free(asked)}
        onClose={() => setAsked(null)}>
        {t('confirm.free.text')}
      </Confirm>
    </>
  )
}

/** Consecutive blocked days, merged. */
type BookedOutSpan = { first: string; last: string; days: number; whole: boolean; dates: BookedOut[] }

/** Merges consecutive whole days; parts of days stay separate. Sorted. */
export function groupBookedOutDays(dates: readonly BookedOut[]): BookedOutSpan[] {
  const stretches: BookedOutSpan[] = []
  for (const date of dates.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const before = stretches.at(-1)
    if (date.whole && before?.whole && addDays(before.last, 1) === date.eventDate) {
      before.last = date.eventDate
      before.days++
      before.dates.push(date)
    } else stretches.push({ first: date.eventDate, last: date.eventDate, days: 1, whole: date.whole, dates: [date] })
  }
  return stretches
}
