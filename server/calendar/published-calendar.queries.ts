import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { AppointmentRow } from '#server/appointments/index.ts'
import { readCalendarPages, type CalendarPart, buildCalendarPartCondition } from '#server/platform/calendar-pages.ts'
import { selectExactInstant } from '#server/platform/pagination.ts'

export const findCalendarKey = async (
  db: Db,
  accountId: string,
  side: 'customer' | 'provider',
): Promise<string | null> =>
  (
    await db
      .selectFrom('calendar_key')
      .select('id')
      .where('account_id', '=', accountId)
      .where('side', '=', side)
      .executeTakeFirst()
  )?.id ?? null
/** Creates the secret address of a calendar and returns its ID. Keeps an existing address unless `replace` is set. */
export const saveCalendarKey = async (
  db: Db,
  row: { account_id: string; side: 'customer' | 'provider'; created_at: Date; seen_at: Date },
  replace: boolean,
): Promise<string> => {
  if (replace)
    await db.deleteFrom('calendar_key').where('account_id', '=', row.account_id).where('side', '=', row.side).execute()
  const saved = await db
    .insertInto('calendar_key')
    .values(row)
    .onConflict((oc) => oc.columns(['account_id', 'side']).doUpdateSet({ seen_at: row.seen_at }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return saved.id
}
export const markSeen = (db: Db, id: string, now: Date) =>
  db
    .updateTable('calendar_key')
    .set({ seen_at: now })
    .where('id', '=', id)
    .where('seen_at', '<', new Date(now.getTime() - 86_400_000))
    .execute()
export const findOwnerOfKey = (db: Db, of: { id: string | null; hash: Buffer; since: Date }) =>
  db
    .selectFrom('calendar_key')
    .innerJoin('account', 'account.id', 'calendar_key.account_id')
    .leftJoin('provider', 'provider.account_id', 'account.id')
    .where(of.id === null ? 'calendar_key.key_hash' : 'calendar_key.id', '=', of.id === null ? of.hash : of.id)
    .where('calendar_key.seen_at', '>', of.since)
    .where('account.deleted_at', 'is', null)
    .where('account.suspended_at', 'is', null)
    .select([
      'calendar_key.id as keyId',
      'calendar_key.side',
      'account.id as accountId',
      'account.name',
      'provider.id as providerId',
      'provider.name as providerName',
      'provider.tz',
    ])
    .executeTakeFirst()

type Span = { since: Date; now: Date }
const order = (part: CalendarPart) => (part === 'ahead' ? 'asc' : 'desc')

type CalendarRow = AppointmentRow & { provider_name: string; studio_address: string; at: string }
const appointmentKeys = {
  from: sql.ref('appointment.starts_at'),
  to: sql.ref('appointment.ends_at'),
  id: sql.ref('appointment.id'),
}

export const listCalendarRows = (
  db: Db,
  of: { accountId?: string; providerId?: string },
  span: Span,
): Promise<CalendarRow[]> =>
  readCalendarPages(async (part, after, size) => {
    const all = db
      .selectFrom('appointment')
      .innerJoin('provider', 'provider.id', 'appointment.provider_id')
      .selectAll('appointment')
      .select(['provider.name as provider_name', 'provider.studio_address'])
      .select(selectExactInstant(appointmentKeys.from).as('at'))
      .where(buildCalendarPartCondition(appointmentKeys, { ...span, part, after }))
    const rows = await (of.providerId
      ? all.where('appointment.provider_id', '=', of.providerId)
      : all.where('appointment.account_id', '=', of.accountId as string)
    )
      .orderBy('appointment.starts_at', order(part))
      .orderBy('appointment.id', order(part))
      .limit(size)
      .execute()
    return rows as never
  })

const busyKeys = { from: sql`lower(during)`, to: sql`upper(during)`, id: sql.ref('id'), ids: 'bigint' } as const

export async function listOtherBusyTimes(
  db: Db,
  providerId: string,
  span: Span,
): Promise<{ id: number; kind: 'booked_out' | 'hold'; from: Date; to: Date; said: Date }[]> {
  const rows = await readCalendarPages((part, after, size) =>
    db
      .selectFrom('busy')
      .where('provider_id', '=', providerId)
      .where('kind', 'in', ['booked_out', 'hold'])
      .where(buildCalendarPartCondition(busyKeys, { ...span, part, after }))
      .select([
        'id',
        'kind',
        'created_at as said',
        sql<Date>`lower(during)`.as('from'),
        sql<Date>`upper(during)`.as('to'),
        selectExactInstant(busyKeys.from).as('at'),
      ])
      .orderBy(sql`lower(during)`, order(part))
      .orderBy('id', order(part))
      .limit(size)
      .execute(),
  )
  return rows.map((row) => ({
    ...row,
    kind: row.kind as 'booked_out' | 'hold',
    from: new Date(row.from),
    to: new Date(row.to),
  }))
}

/** A trial, or a patch test that is not part of a trial. */
export type VisitEntry = {
  id: string
  appointment_id: string
  kind: 'trial' | 'test'
  from: Date
  to: Date
  tz: string
  name: string
  place: string
  cancelled: boolean
  said: Date
}

/** Includes cancelled appointments. Skips patch tests that are part of a trial. */
export async function listVisitEntries(
  db: Db,
  of: { accountId?: string; providerId?: string },
  span: { since: Date; now: Date },
): Promise<VisitEntry[]> {
  const whose = of.providerId ? sql`a.provider_id = ${of.providerId}` : sql`a.account_id = ${of.accountId}`
  const keys = { from: sql`v.starts_at`, to: sql`v.ends_at`, id: sql`v.id` }
  return readCalendarPages(async (part, after, size) => {
    const order = sql.raw(part === 'ahead' ? 'asc' : 'desc')
    const { rows } = await sql<VisitEntry & { at: string }>`
    select v.id, v.appointment_id, case v.kind when 'trial' then 'trial' else 'test' end as kind,
      v.starts_at as "from", v.ends_at as "to", v.state = 'cancelled' as cancelled, a.tz,
      ${of.providerId ? sql`a.requester->>'name'` : sql`p.name`} as name,
      case when a.mode = 'studio' then p.studio_address else a.day->>'address' end as place,
      greatest(case v.kind when 'trial' then v.booked_at else coalesce(v.ended_at, v.booked_at) end, a.changed_at) as said, ${selectExactInstant(keys.from)} as at
    from linked_appointment v join appointment a on a.id = v.appointment_id join provider p on p.id = a.provider_id
    where v.starts_at is not null and v.part_of is null and ${whose} and ${buildCalendarPartCondition(keys, { ...span, part, after })} order by v.starts_at ${order}, v.id ${order} limit ${size}`.execute(
      db,
    )
    return rows
  })
}
