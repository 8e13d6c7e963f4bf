import { sql } from 'kysely'
import type { Mode } from '#contract/values.ts'
import type { Db } from '#db/database.ts'

// Entries prioritised by the artist come first (latest first), then the longest waiting.
const inOrder = sql`f.first_at desc nulls last, f.created_at, f.id`

/** An existing entry keeps its place; after an expired turn it starts at the end. */
export const joinList = async (
  db: Db,
  wait: { searchId: string; email: string; providerId: string; mode: Mode; now: Date },
): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into freed_alert (search_id, email, provider_id, mode, created_at, looked_at)
    values (${wait.searchId}, ${wait.email}, ${wait.providerId}, ${wait.mode}, ${wait.now}, ${wait.now})
    on conflict (search_id, email, provider_id) do update set mode = excluded.mode, told_at = null,
      first_at = case when freed_alert.told_at is null then freed_alert.first_at end,
      created_at = case when freed_alert.told_at is null then freed_alert.created_at else excluded.created_at end
    returning id`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the waiting list entry was not saved')
  // An expired turn does not count against a new entry.
  await db.deleteFrom('freed_turn').where('alert_id', '=', row.id).where('ends_at', '<=', wait.now).execute()
  return Number(row.id)
}

export const deleteWaitingEntry = (db: Db, wait: { searchId: string; email: string; providerId: string }) =>
  db
    .deleteFrom('freed_alert')
    .where('search_id', '=', wait.searchId)
    .where('email', '=', wait.email)
    .where('provider_id', '=', wait.providerId)
    .execute()

export const deleteWaitingEntryById = async (db: Db, id: number, email: string): Promise<boolean> =>
  (
    await db
      .deleteFrom('freed_alert')
      .where('id', '=', id)
      .where('email', '=', email)
      .where('provider_id', 'is not', null)
      .executeTakeFirst()
  ).numDeletedRows > 0n

export const countOtherLists = async (
  db: Db,
  email: string,
  today: string,
  but: { searchId: string; providerId: string },
) =>
  Number(
    (
      await db
        .selectFrom('freed_alert as f')
        .innerJoin('search as s', 's.id', 'f.search_id')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('f.email', '=', email)
        .where('f.provider_id', 'is not', null)
        .where('s.event_date', '>=', today)
        .where((is) => is.not(is.and([is('f.search_id', '=', but.searchId), is('f.provider_id', '=', but.providerId)])))
        .executeTakeFirstOrThrow()
    ).n,
  )

export const isClosed = async (db: Db, providerId: string, eventDate: string): Promise<boolean> =>
  (await db
    .selectFrom('closed_waiting_list')
    .select('provider_id')
    .where('provider_id', '=', providerId)
    .where('event_date', '=', eventDate)
    .executeTakeFirst()) !== undefined

export const setClosed = (db: Db, providerId: string, eventDate: string, closed: boolean, now: Date) =>
  closed
    ? db
        .insertInto('closed_waiting_list')
        .values({ provider_id: providerId, event_date: eventDate, closed_at: now })
        .onConflict((oc) => oc.doNothing())
        .execute()
    : db
        .deleteFrom('closed_waiting_list')
        .where('provider_id', '=', providerId)
        .where('event_date', '=', eventDate)
        .execute()

export const moveToFrontOfList = async (
  db: Db,
  { id, providerId, eventDate, now }: { id: number; providerId: string; eventDate: string; now: Date },
): Promise<boolean> =>
  (
    await db
      .updateTable('freed_alert')
      .set({ first_at: now })
      .where('id', '=', id)
      .where('provider_id', '=', providerId)
      .where('told_at', 'is', null)
      .where('search_id', 'in', db.selectFrom('search').select('id').where('event_date', '=', eventDate))
      .executeTakeFirst()
  ).numUpdatedRows > 0n

type Stands = { state: 'waiting' | 'offered' | 'passed'; until: Date | null }
const stands = (now: Date) => ({
  until: sql<Date | null>`(select max(t.ends_at) from freed_turn t where t.alert_id = f.id and t.ends_at > ${now.toISOString()}::timestamptz)`,
  state: sql<Stands['state']>`case when f.told_at is null then 'waiting'
    when exists (select from freed_turn t where t.alert_id = f.id and t.ends_at > ${now.toISOString()}::timestamptz) then 'offered' else 'passed' end`,
})

export const listDayWaiting = (db: Db, providerId: string, eventDate: string, now: Date) =>
  db
    .selectFrom('freed_alert as f')
    .innerJoin('search as s', 's.id', 'f.search_id')
    .select(['f.id', 'f.email', 'f.created_at', 'f.first_at', 's.people', 's.details', stands(now).state.as('state')])
    .where('f.provider_id', '=', providerId)
    .where('s.event_date', '=', eventDate)
    .where(confirmed)
    .orderBy(inOrder)
    .limit(200)
    .execute()

const confirmed = sql<boolean>`exists (select from mail_confirmation m where m.email = f.email and m.topic = 'alert' and m.confirmed_at is not null)`

export const countAheadOnList = async (db: Db, providerId: string, eventDate: string, id: number): Promise<number> => {
  const { rows } = await sql<{ place: number }>`
    select place::int from (select f.id, row_number() over (order by ${inOrder}) as place from freed_alert f
      join search s on s.id = f.search_id
      where f.provider_id = ${providerId} and s.event_date = ${eventDate}::date and f.told_at is null and (f.id = ${id} or ${confirmed})) w
    where w.id = ${id}`.execute(db)
  return (rows[0]?.place ?? 1) - 1
}

export const listListsOfAddress = (db: Db, email: string, today: string, now: Date) =>
  db
    .selectFrom('freed_alert as f')
    .innerJoin('search as s', 's.id', 'f.search_id')
    .innerJoin('provider as p', 'p.id', 'f.provider_id')
    .select([
      'f.id',
      'f.mode',
      'f.search_id',
      'p.id as provider_id',
      'p.name',
      'p.slug',
      's.event_date',
      's.tz',
      's.country_code',
      stands(now).state.as('state'),
      stands(now).until.as('until'),
      sql<boolean>`exists (select from freed_alert o join search os on os.id = o.search_id
        where o.provider_id = f.provider_id and os.event_date = s.event_date and o.id <> f.id and o.told_at is null
          and o.first_at > coalesce(f.first_at, '-infinity'))`.as('let_in'),
    ])
    .where('f.email', '=', email)
    .where('s.event_date', '>=', today)
    .orderBy('s.event_date')
    .orderBy('f.id')
    .limit(50)
    .execute()

export const listDueWaitingLists = (db: Db, today: string, limit: number) =>
  db
    .selectFrom('freed_alert as f')
    .innerJoin('search as s', 's.id', 'f.search_id')
    .select((eb) => ['f.provider_id', 's.event_date', eb.fn.min('f.looked_at').as('looked_at')])
    .where('f.provider_id', 'is not', null)
    .where('f.told_at', 'is', null)
    .where('s.event_date', '>=', today)
    .where(confirmed)
    .groupBy(['f.provider_id', 's.event_date'])
    .orderBy('looked_at')
    .limit(limit)
    .execute()

export const hasRunningTurn = async (db: Db, providerId: string, eventDate: string, now: Date): Promise<boolean> =>
  (await db
    .selectFrom('freed_turn')
    .select('id')
    .where('provider_id', '=', providerId)
    .where('event_date', '=', eventDate)
    .where('started_at', '<=', now)
    .where('ends_at', '>', now)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const listWaiting = (db: Db, providerId: string, eventDate: string, limit: number) =>
  db
    .selectFrom('freed_alert as f')
    .innerJoin('search as s', 's.id', 'f.search_id')
    .select([
      'f.id',
      'f.search_id',
      'f.email',
      'f.mode',
      's.area',
      's.event_date',
      's.tz',
      's.finish_time',
      's.country_code',
      's.people',
    ])
    .where('f.provider_id', '=', providerId)
    .where('s.event_date', '=', eventDate)
    .where('f.told_at', 'is', null)
    .where(confirmed)
    .orderBy(inOrder)
    .limit(limit)
    .execute()

export const markListChecked = (db: Db, providerId: string, eventDate: string, now: Date) =>
  db
    .updateTable('freed_alert')
    .set({ looked_at: now })
    .where('provider_id', '=', providerId)
    .where('told_at', 'is', null)
    .where('search_id', 'in', db.selectFrom('search').select('id').where('event_date', '=', eventDate))
    .execute()

export const listWaitingOfProvider = (db: Db, providerId: string, { today, now }: { today: string; now: Date }) =>
  db
    .selectFrom('freed_alert as f')
    .innerJoin('search as s', 's.id', 'f.search_id')
    .innerJoin('provider as p', 'p.id', 'f.provider_id')
    .select([
      'f.id',
      'f.email',
      'f.search_id',
      'p.name',
      's.event_date',
      's.country_code',
      confirmed.as('confirmed'),
      sql<boolean>`exists (select from freed_turn t where t.alert_id = f.id and t.ends_at > ${now.toISOString()}::timestamptz)`.as(
        'turn',
      ),
    ])
    .where('f.provider_id', '=', providerId)
    .where('s.event_date', '>=', today)
    .orderBy('f.id')
    .execute()

export async function endTurns(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db.deleteFrom('freed_turn').where('alert_id', 'in', ids).execute()
  await db.updateTable('freed_alert').set({ told_at: null, off_key_hash: null }).where('id', 'in', ids).execute()
}

export const deleteLists = (db: Db, providerId: string) =>
  db.deleteFrom('freed_alert').where('provider_id', '=', providerId).execute()

export const deleteListsOfEmail = async (db: Db, email: string, today: string): Promise<number> =>
  Number(
    (
      await db
        .deleteFrom('freed_alert')
        .where('email', '=', email)
        .where('provider_id', 'is not', null)
        .where('search_id', 'in', db.selectFrom('search').select('id').where('event_date', '>=', today))
        .executeTakeFirst()
    ).numDeletedRows,
  )

export const countWaiting = async (
  db: Db,
  today: string,
  { providerId, email }: { providerId?: string; email?: string },
): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('freed_alert as f')
        .innerJoin('search as s', 's.id', 'f.search_id')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('f.provider_id', 'is not', null)
        .where('s.event_date', '>=', today)
        .$if(providerId !== undefined, (q) => q.where('f.provider_id', '=', providerId as string))
        .$if(email !== undefined, (q) => q.where('f.email', '=', email as string))
        .executeTakeFirstOrThrow()
    ).n,
  )

export const listReservedDays = async (db: Db) =>
  (
    await sql<{ ids: number[]; provider_id: string; event_date: string }>`
      select array_agg(id)::int[] as ids, provider_id, to_char(event_date, 'YYYY-MM-DD') as event_date
      from reserved_time group by provider_id, event_date order by min(id) limit 50`.execute(db)
  ).rows

export const openReserved = (db: Db, ids: readonly number[]) =>
  db.deleteFrom('reserved_time').where('id', 'in', ids).execute()

/** Releases all reserved time of an artist's day to the next on its list. Requires `lockDiary`. */
export const releaseReservedTime = (db: Db, providerId: string, eventDate: string) =>
  db.deleteFrom('reserved_time').where('provider_id', '=', providerId).where('event_date', '=', eventDate).execute()
