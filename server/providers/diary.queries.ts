import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { rethrowConstraintAs } from '#server/platform/refusal.ts'

type BusyKind = 'booked_out' | 'hold' | 'appointment' | 'feed'
export type BusyRow = {
  id: number
  kind: BusyKind
  event_date: string
  whole_day: boolean
  from: number
  to: number
  ref: string | null
  buffer_minutes: number
}

export const listBusyRows = async (db: Db, providerId: string, from: string, until: string): Promise<BusyRow[]> => {
  const rows = await db
    .selectFrom('busy')
    .where('provider_id', '=', providerId)
    .where('event_date', '>=', from)
    .where('event_date', '<=', until)
    .select([
      'id',
      'kind',
      'event_date',
      'whole_day',
      'ref',
      'buffer_minutes',
      sql<number>`(extract(epoch from lower(during)) * 1000)::float8`.as('from'),
      sql<number>`(extract(epoch from upper(during)) * 1000)::float8`.as('to'),
    ])
    .orderBy('event_date')
    .orderBy(sql`lower(during)`)
    .orderBy('id')
    .execute()
  return rows as BusyRow[]
}

export const listFeedEventsWithin = async (db: Db, providerId: string, from: number, to: number) =>
  (await within(db, providerId, ['feed'], from, to)).filter((event) => event.to > from)

export const listJobsWithin = (db: Db, providerId: string, from: number, to: number) =>
  within(db, providerId, ['appointment', 'hold'], from, to)

const within = (db: Db, providerId: string, kinds: readonly BusyKind[], from: number, to: number) =>
  db
    .selectFrom('busy')
    .where('provider_id', '=', providerId)
    .where('kind', 'in', kinds)
    .where(sql<boolean>`during && ${formatRange(from, to)}::tstzrange`)
    .select([
      'buffer_minutes as bufferMinutes',
      sql<number>`(extract(epoch from lower(during)) * 1000)::float8`.as('from'),
      sql<number>`(extract(epoch from upper(during) - make_interval(mins => buffer_minutes)) * 1000)::float8`.as('to'),
    ])
    .orderBy(sql`lower(during)`)
    .execute()

export const insertBookedOut = (
  db: Db,
  row: { providerId: string; eventDate: string; from: number; to: number; whole: boolean },
) =>
  db
    .insertInto('busy')
    .values({
      provider_id: row.providerId,
      kind: 'booked_out',
      during: formatRange(row.from, row.to),
      event_date: row.eventDate,
      whole_day: row.whole,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

export const deleteBookedOut = async (db: Db, providerId: string, ids: readonly number[]): Promise<number> => {
  if (ids.length === 0) return 0
  const gone = await db
    .deleteFrom('busy')
    .where('provider_id', '=', providerId)
    .where('kind', '=', 'booked_out')
    .where('id', 'in', ids)
    .returning('id')
    .execute()
  return gone.length
}

export const formatRange = (from: number, to: number): string =>
  `[${new Date(from).toISOString()},${new Date(to).toISOString()})`

type Neighbour = { from: number; to: number; lat: number; lng: number; buffer: number }

type Sided = { side: 'touching' | 'before' | 'after' } & Neighbour
export type DiaryNeighbours = {
  touching: { from: number; to: number } | null
  before: Neighbour | null
  after: Neighbour | null
}

/**
 * Returns the first entry that overlaps a span, and the neighbours with known places: jobs, holds and events of other
 * calendars (assumed at the base). `to` of neighbours is without the buffer. Skips the refs in `except`.
 */
export const getDiaryAround = async (
  db: Db,
  providerId: string,
  from: number,
  to: number,
  except: readonly string[],
): Promise<DiaryNeighbours> => {
  const { rows } = await sql<Sided>`
    select * from diary_around(${providerId}::uuid, ${formatRange(from, to)}::tstzrange, ${sql.val(except)}::uuid[])`.execute(
    db,
  )
  return readDiaryAround(rows)
}

export function readDiaryAround(rows: readonly Sided[]): DiaryNeighbours {
  const found = (side: string) => rows.find((row) => row.side === side) ?? null
  const worked = (row: Neighbour | null) => row && { ...row, to: row.to - row.buffer * 60_000 }
  return { touching: found('touching'), before: worked(found('before')), after: worked(found('after')) }
}

type NewBusy = {
  providerId: string
  kind: 'hold' | 'appointment'
  ref: string
  from: number
  to: number
  bufferMinutes: number
  eventDate: string
  /** Null if unknown; then no travel is counted. */
  lat: number | null
  lng: number | null
  ownId?: string
}
type OwnBusy = Omit<NewBusy, 'kind' | 'ref' | 'ownId'> & { ownId: string }

/** Throws `slot_taken` if a job overlaps. Requires `lockDiary`. */
export const insertBusyTime = (db: Db, b: NewBusy) =>
  takingBusy(db, b).execute().catch(rethrowConstraintAs('busy_no_overlap', 'slot_taken'))

const takingBusy = (db: Db, b: NewBusy) =>
  db.insertInto('busy').values({
    provider_id: b.providerId,
    kind: b.kind,
    ref: b.ref,
    during: formatRange(b.from, b.to),
    buffer_minutes: b.bufferMinutes,
    event_date: b.eventDate,
    lat: b.lat,
    lng: b.lng,
    own_id: b.ownId ?? null,
  })

/** Builds the insert of `insertBusyTime` as part of a larger statement. */
export const buildBusyTimeInsert = (db: Db, b: NewBusy) =>
  takingBusy(db, b) as unknown as RawBuilder<Record<string, unknown>>

/** Throws `slot_taken` if another job overlaps. Requires `lockDiary`. */
export const moveBusy = (db: Db, ref: string, to: { from: number; to: number; eventDate: string }) =>
  db
    .updateTable('busy')
    .set({ during: formatRange(to.from, to.to), event_date: to.eventDate })
    .where('ref', '=', ref)
    .where('kind', '=', 'appointment')
    .execute()
    .catch(rethrowConstraintAs('busy_no_overlap', 'slot_taken'))

/** Builds the part of a statement that converts a hold's time to an appointment's, without a gap. */
export const buildHoldConversion = (db: Db, holdId: string, appointmentId: Expression<string>) =>
  db
    .updateTable('busy')
    .set({ kind: 'appointment', ref: appointmentId })
    .where('ref', '=', holdId)
    .where('kind', '=', 'hold')
    .returning('id')

export const convertHoldTime = async (db: Db, holdId: string, appointmentId: string): Promise<boolean> =>
  (await buildHoldConversion(db, holdId, sql.val(appointmentId)).execute()).length > 0

export const deleteBusyTimes = (db: Db, refs: readonly string[]) =>
  refs.length === 0
    ? Promise.resolve([])
    : db.deleteFrom('busy').where('ref', 'in', refs).where('kind', 'in', ['hold', 'appointment']).execute()

/** Returns whether another job conflicts with a private appointment. Requires `lockDiary`. */
export const hasBusyConflict = async (db: Db, providerId: string, from: number, to: number): Promise<boolean> => {
  const found = await db
    .selectFrom('busy')
    .where('provider_id', '=', providerId)
    .where('kind', 'in', ['appointment', 'hold'])
    .where(sql<boolean>`during && ${formatRange(from, to)}::tstzrange`)
    .where(
      sql<boolean>`(own_id is null or upper(during) - make_interval(mins => buffer_minutes) > ${new Date(from).toISOString()}::timestamptz)`,
    )
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Throws if another job overlaps. Ignores buffers between private appointments, since artists agree on them in
 * sequence. Requires `lockDiary`.
 */
export const insertPrivateBusyTime = async (db: Db, b: OwnBusy): Promise<void> => {
  const [from, to] = [new Date(b.from).toISOString(), new Date(b.to).toISOString()]
  await sql`
    update busy set during = tstzrange(lower(during), ${from}::timestamptz),
      buffer_minutes = buffer_minutes - ceil(extract(epoch from upper(during) - ${from}::timestamptz) / 60)::int
    where provider_id = ${b.providerId} and own_id is not null and during @> ${from}::timestamptz
      and upper(during) - make_interval(mins => buffer_minutes) <= ${from}::timestamptz`.execute(db)
  const next = await db
    .selectFrom('busy')
    .where('provider_id', '=', b.providerId)
    .where('kind', 'in', ['appointment', 'hold'])
    .where(sql<boolean>`during && ${formatRange(b.to, b.to + Math.max(b.bufferMinutes, 1) * 60_000)}::tstzrange`)
    .where(sql<boolean>`lower(during) >= ${to}::timestamptz`)
    .select(sql<number>`(extract(epoch from min(lower(during))) * 1000)::float8`.as('at'))
    .executeTakeFirst()
  const room = next?.at ? Math.floor((next.at - b.to) / 60_000) : b.bufferMinutes
  const bufferMinutes = Math.min(b.bufferMinutes, room)
  await insertBusyTime(db, {
    ...b,
    kind: 'appointment',
    ref: b.ownId,
    to: b.to + bufferMinutes * 60_000,
    bufferMinutes,
  })
}

/** Requires `lockDiary`. */
export const deletePrivateBusyTime = (db: Db, ownId: string) =>
  db.deleteFrom('busy').where('own_id', '=', ownId).execute()

/**
 * Replaces the busy times of an external calendar (epoch milliseconds). Unchanged ones keep their rows. A database
 * trigger adds buffer and place. Requires `lockDiary`.
 */
export const replaceFeed = async (
  db: Db,
  providerId: string,
  feedId: string,
  times: readonly { from: number; to: number; eventDate: string }[],
): Promise<void> => {
  const from = times.map((time) => new Date(time.from).toISOString())
  const to = times.map((time) => new Date(time.to).toISOString())
  const dates = times.map(({ eventDate }) => eventDate)
  const isSame = sql`lower(b.during) = w.starts_at and upper(b.during) - make_interval(mins => b.buffer_minutes) = w.ends_at
    and b.event_date = w.event_date`
  await sql`
    with w as materialized (
      select * from unnest(${from}::timestamptz[], ${to}::timestamptz[], ${dates}::date[]) as t (starts_at, ends_at, event_date)),
    gone as (delete from busy b where b.feed_id = ${feedId} and not exists (select from w where ${isSame}))
    insert into busy (provider_id, kind, feed_id, during, event_date)
    select ${providerId}, 'feed', ${feedId}, tstzrange(w.starts_at, w.ends_at), w.event_date from w
    where not exists (select from busy b where b.feed_id = ${feedId} and ${isSame})`.execute(db)
}

export const reserveAwaitedDays = async (db: Db, providerId: string): Promise<void> => {
  await sql`select reserve_awaited_days(${providerId}::uuid)`.execute(db)
}
