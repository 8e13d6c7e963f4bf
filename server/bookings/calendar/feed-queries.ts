import { sql, type Updateable } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { aheadThenPast, type CalendarPart, exactText, inCalendarPart } from '#server/platform/calendar-pages.ts'

/** Error message of a paused feed. */
export const FEED_PAUSED = 'It took too long to read three times in a row. We try again every six hours.'

/** Returns the calendars that an artist has added, oldest first. */
export const findFeeds = (db: Db, providerId: string) =>
  db.selectFrom('calendar_feed').selectAll().where('provider_id', '=', providerId).orderBy('created_at').execute()
export const findFeed = (db: Db, providerId: string, id: string) =>
  db
    .selectFrom('calendar_feed')
    .selectAll()
    .where('provider_id', '=', providerId)
    .where('id', '=', id)
    .executeTakeFirst()
export type FeedRow = Awaited<ReturnType<typeof findFeeds>>[number]
/** Adds a calendar. Returns the existing row, with the new name, if the artist has added that address before. */
export const insertFeed = (db: Db, row: { provider_id: string; url: string; name: string; created_at: Date }) =>
  db
    .insertInto('calendar_feed')
    .values(row)
    .onConflict((oc) => oc.columns(['provider_id', 'url']).doUpdateSet({ name: row.name }))
    .returningAll()
    .executeTakeFirstOrThrow()
export const updateFeed = (db: Db, id: string, change: Updateable<DB['calendar_feed']>): Promise<FeedRow> =>
  db.updateTable('calendar_feed').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
/** Saves a failed reading. `failing_since` keeps the time of the first failure in a row. */
export const updateFailedFeed = (
  db: Db,
  id: string,
  { now, error, nextReadAt }: { now: Date; error: string; nextReadAt: Date | null },
): Promise<FeedRow> =>
  db
    .updateTable('calendar_feed')
    .set({
      checked_at: now,
      error,
      next_read_at: nextReadAt,
      failing_since: sql<Date>`coalesce(failing_since, ${now.toISOString()}::timestamptz)`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
/** Whether the server of a feed has asked not to be read yet. */
export const isDelayed = ({ next_read_at }: Pick<FeedRow, 'next_read_at'>, now: Date): boolean =>
  next_read_at !== null && next_read_at > now
/** Counts one more timeout in a row. The third one pauses the feed. */
export const countFeedTimeout = (db: Db, id: string, now: Date) =>
  db
    .updateTable('calendar_feed')
    .set({
      timeouts: sql<number>`least(timeouts, 100) + 1`,
      paused_at: sql<Date | null>`case when timeouts >= 2 then ${now.toISOString()}::timestamptz end`,
      error: sql<string>`case when timeouts >= 2 then ${FEED_PAUSED}::text else error end`,
    })
    .where('id', '=', id)
    .where('paused_at', 'is', null)
    .execute()
export const deleteFeed = async (db: Db, providerId: string, id: string): Promise<boolean> =>
  (await db.deleteFrom('calendar_feed').where('provider_id', '=', providerId).where('id', '=', id).executeTakeFirst())
    .numDeletedRows > 0n
/**
 * Returns the feeds not checked since `before`, or since `pausedBefore` if they are paused; the oldest first. Leaves out
 * those whose server asked to be read later.
 */
export const findDueFeeds = (
  db: Db,
  { before, pausedBefore, now }: { before: Date; pausedBefore: Date; now: Date },
  limit: number,
) =>
  db
    .selectFrom('calendar_feed')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('checked_at', 'is', null),
        eb('checked_at', '<', pausedBefore),
        eb.and([eb('checked_at', '<', before), eb('paused_at', 'is', null)]),
      ]),
    )
    .where((eb) => eb.or([eb('next_read_at', 'is', null), eb('next_read_at', '<=', now)]))
    .orderBy('checked_at', (ob) => ob.asc().nullsFirst())
    .limit(limit)
    .execute()
/** Whether a feed has stored busy times that are not over. */
export const hasBusyTimesAhead = async (db: Db, id: string, now: Date): Promise<boolean> =>
  (await db
    .selectFrom('busy')
    .select('id')
    .where('feed_id', '=', id)
    .where(sql<boolean>`upper(during) > ${now.toISOString()}::timestamptz`)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const calendarKeyOf = async (db: Db, accountId: string, side: 'customer' | 'provider'): Promise<string | null> =>
  (
    await db
      .selectFrom('calendar_key')
      .select('id')
      .where('account_id', '=', accountId)
      .where('side', '=', side)
      .executeTakeFirst()
  )?.id ?? null
/** Creates the secret address of a calendar, or keeps the existing one. With `anew` it replaces the old address. Returns its id. */
export const saveCalendarKey = async (
  db: Db,
  row: { account_id: string; side: 'customer' | 'provider'; created_at: Date; seen_at: Date },
  anew: boolean,
): Promise<string> => {
  const of = db.deleteFrom('calendar_key').where('account_id', '=', row.account_id).where('side', '=', row.side)
  if (anew) await of.execute()
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
export const ownerOfKey = (db: Db, of: { id: string | null; hash: Buffer; since: Date }) =>
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

/** Returns the appointments of a person's calendar, with the artist's name and studio address. */
export const calendarRows = (
  db: Db,
  of: { accountId?: string; providerId?: string },
  span: Span,
): Promise<CalendarRow[]> =>
  aheadThenPast(async (part, after, size) => {
    const all = db
      .selectFrom('appointment')
      .innerJoin('provider', 'provider.id', 'appointment.provider_id')
      .selectAll('appointment')
      .select(['provider.name as provider_name', 'provider.studio_address'])
      .select(exactText(appointmentKeys.from).as('at'))
      .where(inCalendarPart(appointmentKeys, { ...span, part, after }))
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

/** Returns booked-out time and times being paid for, for the artist's own calendar. */
export async function otherBusy(
  db: Db,
  providerId: string,
  span: Span,
): Promise<{ id: number; kind: 'booked_out' | 'hold'; from: Date; to: Date; said: Date }[]> {
  const rows = await aheadThenPast((part, after, size) =>
    db
      .selectFrom('busy')
      .where('provider_id', '=', providerId)
      .where('kind', 'in', ['booked_out', 'hold'])
      .where(inCalendarPart(busyKeys, { ...span, part, after }))
      .select([
        'id',
        'kind',
        'created_at as said',
        sql<Date>`lower(during)`.as('from'),
        sql<Date>`upper(during)`.as('to'),
        exactText(busyKeys.from).as('at'),
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
