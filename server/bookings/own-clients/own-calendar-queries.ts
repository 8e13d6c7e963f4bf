import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { aheadThenPast, inCalendarPart } from '#server/platform/calendar-pages.ts'
import { exactInstant } from '#server/platform/pagination.ts'
import { withName } from './own-client-queries.ts'

const calendarKeys = {
  from: sql.ref('own_appointment.starts_at'),
  to: sql.ref('own_appointment.ends_at'),
  id: sql.ref('own_appointment.id'),
}
/** Returns those of an artist's calendar, what is ahead first. */
export const ownAppointmentsSince = (db: Db, providerId: string, span: { since: Date; now: Date }) =>
  aheadThenPast((part, after, size) => {
    const order = part === 'ahead' ? 'asc' : 'desc'
    return withName(db, providerId)
      .select(exactInstant(calendarKeys.from).as('at'))
      .where(inCalendarPart(calendarKeys, { ...span, part, after }))
      .orderBy('own_appointment.starts_at', order)
      .orderBy('own_appointment.id', order)
      .limit(size)
      .execute()
  })
