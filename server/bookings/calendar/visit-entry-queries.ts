import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { aheadThenPast, inCalendarPart } from '#server/platform/calendar-pages.ts'
import { exactInstant } from '#server/platform/pagination.ts'

/** A linked appointment in a person's calendar: a trial, or a patch test that is not part of one. */
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

/** Returns the linked appointments in the calendar of an artist or a customer, cancelled ones too. A patch test that is part of a trial is left out. */
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
    select v.id, v.appointment_id, case v.kind when 'trial' then 'trial' else 'test' end as kind,
      v.starts_at as "from", v.ends_at as "to", v.state = 'cancelled' as cancelled, a.tz,
      ${of.providerId ? sql`a.requester->>'name'` : sql`p.name`} as name,
      case when a.mode = 'studio' then p.studio_address else a.day->>'address' end as place,
      greatest(case v.kind when 'trial' then v.booked_at else coalesce(v.ended_at, v.booked_at) end, a.changed_at) as said, ${exactInstant(keys.from)} as at
    from linked_appointment v join appointment a on a.id = v.appointment_id join provider p on p.id = a.provider_id
    where v.starts_at is not null and v.part_of is null and ${whose} and ${inCalendarPart(keys, { ...span, part, after })} order by v.starts_at ${order}, v.id ${order} limit ${size}`.execute(
      db,
    )
    return rows
  })
}
