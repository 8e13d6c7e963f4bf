import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createJobContext } from '#server/platform/jobs.ts'
import { waitForBackgroundWork } from '#server/platform/work/background-work.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { announceEvent } from './announce.ts'
import { getLiveHub } from './live.ts'
import { listEventsSince, getLiveEventSpan, numberLiveEvents } from './live-queries.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(async () => {
  await rig.database.db.deleteFrom('live_event').execute()
})

const number = () => numberLiveEvents(rig.database.counts, 500)

/** Inserts an event without a number, as a process that dies after its commit leaves it. */
const leave = (db = rig.database.db, ref = '') =>
  db
    .insertInto('live_event_queue')
    .values({ audience: ['account:nobody'], kind: 'left', ref })
    .execute()

test('a mutation that is about to commit does not block others', async () => {
  const held = Promise.withResolvers<void>()
  const at = Promise.withResolvers<void>()
  const slow = rig.database.db.transaction().execute(async (tx) => {
    await leave(tx)
    // Runs the deferred triggers, as a commit does.
    await sql`set constraints all immediate`.execute(tx)
    at.resolve()
    await held.promise
  })
  await at.promise
  const other = createJobContext(rig, 'other').transaction((ctx) =>
    announceEvent(ctx, { to: ['account:somebody'], kind: 'offer.new' }),
  )
  const first = await Promise.race([other.then(() => 'the other'), setTimeout(1_000, 'the time')])
  held.resolve()
  await Promise.all([slow, other])
  expect(first).toBe('the other')
})

test('no event gets a number while an event with a smaller number may still appear', async () => {
  await waitForBackgroundWork(rig.database)
  await number()
  const { last } = await getLiveEventSpan(rig.database.fresh)
  let later: Promise<number> | undefined
  let given = false
  await rig.database.db.transaction().execute(async (tx) => {
    await leave(tx)
    expect(await numberLiveEvents(tx, 10)).toBe(1)
    await leave()
    later = number().finally(() => {
      given = true
    })
    // Waits until the second transaction is blocked by a lock.
    for (let waits = 0; waits === 0; ) {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`.execute(rig.database.fresh)
      waits = rows[0]?.n ?? 0
    }
    expect([given, await listEventsSince(rig.database.fresh, last, 10)]).toEqual([false, []])
  })
  await later
  // This process's own timer may have numbered them already.
  await number()
  expect((await listEventsSince(rig.database.fresh, last, 10)).map(({ id }) => id - last)).toEqual([1, 2])
})

test('readers get every event once and in order, whenever it was committed and whichever process numbered it', async () => {
  const writers = process.env['PROVE'] ? 400 : 60
  const { last: from } = await getLiveEventSpan(rig.database.fresh)
  let writing = true
  const reader = async () => {
    const [heard, ids]: [string[], number[]] = [[], []]
    for (let last = from; ; ) {
      const over = !writing
      const rows = await listEventsSince(rig.database.fresh, last, 7)
      last = rows.at(-1)?.id ?? last
      heard.push(...rows.map(({ ref }) => ref))
      ids.push(...rows.map(({ id }) => id))
      if (over && rows.length === 0) return { heard, ids }
    }
  }
  const numberer = async () => {
    while (writing) await numberLiveEvents(rig.database.counts, 3)
  }
  const readers = [reader(), reader()]
  const numberers = [numberer(), numberer()]
  await Promise.all(
    Array.from({ length: writers }, (_, n) =>
      rig.database.db.transaction().execute(async (tx) => {
        await leave(tx, `${n}`)
        await sql`select pg_sleep(${((n * 7) % 11) / 1_000})`.execute(tx)
        await leave(tx, `${n} again`)
      }),
    ),
  )
  while ((await number()) > 0);
  writing = false
  await Promise.all(numberers)
  for (const { heard, ids } of await Promise.all(readers)) {
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect(heard.toSorted()).toEqual(
      Array.from({ length: writers }, (_, n) => [`${n}`, `${n} again`])
        .flat()
        .toSorted(),
    )
    for (let n = 0; n < writers; n++) expect(heard.indexOf(`${n}`)).toBeLessThan(heard.indexOf(`${n} again`))
  }
})

test('events of a process that died after its commit are still delivered', async () => {
  const hub = await getLiveHub(rig.database)
  const heard = Promise.withResolvers<string>()
  const { close } = await hub.listen(
    ['account:nobody'],
    null,
    (bytes, event) => {
      const text = new TextDecoder().decode(bytes)
      // Leftover events of other tests may be numbered first.
      if (event && text.includes('of the dead')) heard.resolve(text)
      return true
    },
    () => {},
  )
  await leave(rig.database.db, 'of the dead')
  expect(await heard.promise).toContain('of the dead')
  close()
})

test('two artists of one area and day are booked concurrently without deadlock, and commits send no notification', async () => {
  const { rows } = await sql<{ id: string }>`
    select id from provider p where cell_of(lat, lng) = (
      select cell_of(lat, lng) from provider where state = 'approved' group by 1 having count(*) > 1 limit 1)
    order by id limit 2`.execute(rig.database.db)
  const take = (db = rig.database.db, { id } = rows[0] as { id: string }) =>
    sql`insert into busy (provider_id, kind, during, event_date)
      values (${id}, 'booked_out', '[2029-05-05 09:00Z,2029-05-05 10:00Z)', '2029-05-05')`.execute(db)
  const held = Promise.withResolvers<void>()
  const at = Promise.withResolvers<void>()
  const slow = rig.database.db.transaction().execute(async (tx) => {
    await take(tx)
    at.resolve()
    await held.promise
  })
  await at.promise
  const other = take(rig.database.db, rows[1])
  const first = await Promise.race([other.then(() => 'the other'), setTimeout(1_000, 'the time')])
  held.resolve()
  await Promise.all([slow, other])
  expect(first).toBe('the other')

  // NOTIFY on commit takes a lock of the whole cluster.
  const telling = await sql<{ table: string }>`
    select distinct tgrelid::regclass::text as table from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where p.prosrc like '%pg_notify%' and not tgisinternal`.execute(rig.database.db)
  const booked = ['hold', 'busy', 'busy_day', 'quote', 'quote_act', 'search', 'payment', 'payment_event', 'appointment']
  expect(telling.rows.length).toBeGreaterThan(0)
  expect(
    telling.rows.filter(({ table }) => [...booked, 'booking_job', 'idempotency', 'live_event'].includes(table)),
  ).toEqual([])
  await sql`delete from busy where event_date = '2029-05-05'`.execute(rig.database.db)
})
