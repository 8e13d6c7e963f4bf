import { sql, type Updateable } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import type { CalendarReading } from '#server/gateways/calendars/calendars.ts'

export const FEED_PAUSED = 'It took too long to read three times in a row. We will try again every six hours.'

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
export const insertFeed = (db: Db, row: { provider_id: string; url: string; name: string; created_at: Date }) =>
  db
    .insertInto('calendar_feed')
    .values(row)
    .onConflict((oc) => oc.columns(['provider_id', 'url']).doUpdateSet({ name: row.name }))
    .returningAll()
    .executeTakeFirstOrThrow()
export const updateFeed = (db: Db, id: string, change: Updateable<DB['calendar_feed']>): Promise<FeedRow> =>
  db.updateTable('calendar_feed').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
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
/** Returns whether the feed's server asked us to wait (`Retry-After`). */
export const isDelayed = ({ next_read_at }: Pick<FeedRow, 'next_read_at'>, now: Date): boolean =>
  next_read_at !== null && next_read_at > now
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
 * Returns the feeds that were not checked since `before` (for paused feeds, since `pausedBefore`), oldest first. Skips
 * feeds whose server asked us to wait.
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
export const hasBusyTimesAhead = async (db: Db, id: string, now: Date): Promise<boolean> =>
  (await db
    .selectFrom('busy')
    .select('id')
    .where('feed_id', '=', id)
    .where(sql<boolean>`upper(during) > ${now.toISOString()}::timestamptz`)
    .limit(1)
    .executeTakeFirst()) !== undefined

const MAX_UID = 120
const OWN_UID =
  /(?:(own|trial|test|busy)-)?([0-9]{1,18}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:_R[0-9TZ]{1,20})?@primp(?:_R[0-9TZ]{1,20})?$/i
const MAX_EVENTS = 20_000
type Kind = 'appointment' | 'own' | 'trial' | 'test' | 'busy'

/**
 * Parses the UID of an event that we published (`calendar-file.ts`). Other calendars change its case or add a prefix,
 * and Google appends `_R` and the time of an instance.
 */
export function parseOwnUid(uid: string): { kind: Kind; id: string } | null {
  if (uid.length > MAX_UID) return null
  const [, prefix, id] = OWN_UID.exec(uid) ?? []
  if (!id) return null
  const kind = (prefix?.toLowerCase() ?? 'appointment') as Kind
  const isId = kind === 'busy' ? id.length <= 18 && !id.startsWith('0') : id.length === 36
  return isId ? { kind, id: id.toLowerCase() } : null
}

/**
 * Returns the busy times of events with our UID that do not come from this artist's diary, such as bookings that the
 * artist made as a customer. Events from the artist's own diary come back through calendars that subscribe to ours, and
 * would block their own move. Recently deleted events are ignored too, because calendars show them for hours.
 */
export async function findForeignTimes(
  db: Db,
  providerId: string,
  ownEvents: CalendarReading['ownEvents'],
): Promise<{ from: number; to: number }[]> {
  const parsed = ownEvents.slice(0, MAX_EVENTS).map((event) => ({ event, own: parseOwnUid(event.uid) }))
  const idsOf = (kind: Kind) => [...new Set(parsed.flatMap(({ own }) => (own?.kind === kind ? own.id : [])))]
  if (parsed.every(({ own }) => own === null)) return ownEvents.map(({ from, to }) => ({ from, to }))
  const { rows } = await sql<{ kind: Kind; id: string }>`
    select 'appointment' as kind, a.id::text from appointment a where a.id = any(${sql.val(idsOf('appointment'))}::uuid[]) and a.provider_id = ${providerId}
    union all select 'own', o.id::text from own_appointment o where o.id = any(${sql.val(idsOf('own'))}::uuid[]) and o.provider_id = ${providerId}
    union all select case l.kind when 'trial' then 'trial' else 'test' end, l.id::text from linked_appointment l join appointment a on a.id = l.appointment_id
      where l.id = any(${sql.val([...idsOf('trial'), ...idsOf('test')])}::uuid[]) and a.provider_id = ${providerId}
    union all select 'busy', asked.id::text from unnest(${sql.val(idsOf('busy'))}::bigint[]) asked(id)
      where not exists (select from busy b where b.id = asked.id and b.provider_id <> ${providerId})`.execute(db)
  const known = new Set(rows.map(({ kind, id }) => `${kind} ${id}`))
  return [
    ...parsed.filter(({ own }) => !own || !known.has(`${own.kind} ${own.id}`)).map(({ event }) => event),
    ...ownEvents.slice(MAX_EVENTS),
  ].map(({ from, to }) => ({ from, to }))
}
