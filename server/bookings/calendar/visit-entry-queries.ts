import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { aheadThenPast, inCalendarPart } from '#server/platform/calendar-pages.ts'
import { exactInstant } from '#server/platform/pagination.ts'

/** A visit before a booking in a person's calendar: a trial, or a patch test by itself. */
export type VisitEntry = {
  id: string
  appointment_id: string
  kind: 'trial' | 'test'
  from: Date
  to: Date
  tz: string
  /** Name of the other side. */
  name: string
  place: string
  cancelled: boolean
  said: Date
}

/** Returns the visits before bookings in the calendar of an artist or a customer, cancelled ones too. A patch test that is part of a trial is left out. */
export async function visitEntries(
  db: Db,
  of: { accountId?: string; providerId?: string },
  span: { since: Date; now: Date },
): Promise<VisitEntry[]> {
  const whose = of.providerId ? sql`a.provider_id = ${of.providerId}` : sql`a.account_id = ${of.accountId}`
  const keys = { from: sql`v.starts_at`, to: sql`v.ends_at`, id: sql`v.id` }
  return aheadThenPast(async (part, after, size) => {
    const order = sql.raw(part === 'ahead' ? 'asc' : 'desc')
    const { rows } = await sql<VisitEntry & { at: string }>`
    select v.id, v.appointment_id, v.kind, v.starts_at as "from", v.ends_at as "to", v.state = 'cancelled' as cancelled, a.tz,
      ${of.providerId ? sql`a.requester->>'name'` : sql`p.name`} as name,
      case when a.mode = 'studio' then p.studio_address else a.day->>'address' end as place,
      greatest(v.said, a.changed_at) as said, ${exactInstant(keys.from)} as at
    from (select id, appointment_id, 'trial' as kind, starts_at, ends_at, state, booked_at as said from trial where starts_at is not null
      union all select id, appointment_id, 'test', starts_at, ends_at, state, coalesce(ended_at, booked_at) from patch_test where trial_id is null) v
    join appointment a on a.id = v.appointment_id join provider p on p.id = a.provider_id
    where ${whose} and ${inCalendarPart(keys, { ...span, part, after })} order by v.starts_at ${order}, v.id ${order} limit ${size}`.execute(
      db,
    )
    return rows
  })
}
