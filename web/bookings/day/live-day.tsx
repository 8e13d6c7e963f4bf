import { Car } from 'lucide-react'
import type { Appointment } from '#contract/bookings/appointment.ts'
import type { SharedSheet } from '#contract/bookings/day.ts'
import { clockIn, firstNameOf, wordsOf } from '#web/bookings/booking-phrases.ts'
import { classes } from '#web/ui/class-names.ts'
import noteStyles from '#web/ui/note.module.css'

type Seen = Pick<Appointment, 'countryCode' | 'timeZone' | 'readyAt' | 'endsAt' | 'plan' | 'dayOf'> & { name: string }

/** What the artist has said today, aloud as it comes: on the way, here, late, done. */
export function LiveDay(seen: Seen) {
  const said = dayText(seen)
  return (
    <div role="status">
      {said && (
        <p className={classes(noteStyles.note, noteStyles.info)}>
          <Car className="icon" aria-hidden="true" />
          <span>{said}</span>
        </p>
      )}
    </div>
  )
}

export const seenOf = (sheet: SharedSheet): Seen => ({ ...sheet, name: sheet.provider })

function dayText({ dayOf, plan, timeZone, readyAt, endsAt, name, ...rest }: Seen): string | null {
  const t = wordsOf(rest)
  const firstName = firstNameOf(name)
  if (dayOf.doneAt) return t('day.done')
  const until = Date.parse(readyAt ?? endsAt)
  if (dayOf.lateMinutes > 0) {
    const inTime = Date.parse(plan.doneAt) <= until
    return inTime
      ? t('day.late', {
          firstName,
          minutes: dayOf.lateMinutes,
          clock: clockIn(plan.arriveAt, timeZone),
          time: clockIn(readyAt ?? endsAt, timeZone),
        })
      : t('day.late.over', { firstName, minutes: dayOf.lateMinutes, clock: clockIn(plan.doneAt, timeZone) })
  }
  if (dayOf.arrivedAt) return t('day.arrived', { firstName })
  return dayOf.leftAt ? t('day.onTheWay', { firstName, clock: clockIn(plan.arriveAt, timeZone) }) : null
}
