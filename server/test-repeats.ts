import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { setTimeout } from 'node:timers/promises'
import type { Database } from '#db/database.ts'
import { waitForBackgroundWork } from '#server/platform/work/background-work.ts'
import type { Answer } from './test-rig.ts'

// Tables in which an extra row means that a call was executed twice.
const traces = [
  'appointment',
  'appointment_move',
  'audit',
  'calendar_feed',
  'customer_review',
  'busy',
  'dispute',
  'hold',
  'ledger_entry',
  'message',
  'offer',
  'outbox',
  'payment',
  'payout',
  'quote',
  'refund',
  'report',
  'request',
  'review',
  'search',
  'test_bank_event',
  'test_bank_intent',
  'test_bank_refund',
  'test_bank_transfer',
]

// Large tables with initial rows, counted by index above them.
const large = ['busy', 'review']
const stood = new WeakMap<Database, Promise<Record<string, string>>>()

async function countTraces(database: Database): Promise<string> {
  const { db } = database
  const above = stood.get(database) ?? lastOf(database)
  stood.set(database, above)
  const last = await above
  const counts = sql.join(
    traces.map((table) => sql`(select count(*) from ${sql.table(table)} where ${isNew(last[table])})`),
  )
  // Events move from the queue to their table at any time.
  const events = sql`(select count(*) from live_event_queue) + (select count(*) from live_event)`
  const { rows } = await sql<{ counts: number[] }>`select array[${counts}, ${events}] as counts`.execute(db)
  return JSON.stringify(rows[0]?.counts)
}

const isNew = (last: string | undefined) => (last === undefined ? sql`true` : sql`id > ${last}::bigint`)

async function lastOf({ db }: Database): Promise<Record<string, string>> {
  const last = large.map(
    async (table) =>
      [
        table,
        (await sql<{ id: string }>`select coalesce(max(id), 0)::text as id from ${sql.table(table)}`.execute(db))
          .rows[0]?.id ?? '0',
      ] as const,
  )
  return Object.fromEntries(await Promise.all(last))
}

// Started and pending calls: rows are attributable only if there is one.
let [begun, open] = [0, 0]

export async function counted<T>(call: () => Promise<T>): Promise<T> {
  begun++
  open++
  try {
    return await call()
  } finally {
    open--
  }
}

const repeatsAll = Boolean(process.env['PROVE'])
const repeated = new Map<string, number>()
/** How often a worker repeats the calls of one endpoint: the proof repeats all calls, which takes a third more time. */
const MOST_REPEATS = 3

/**
 * Sends a call with an Idempotency-Key twice, as after a lost response, and asserts the same response without duplicate
 * effects. `endpoint` is its method and path.
 */
export async function callTwice(
  database: Database,
  endpoint: string,
  send: (cookie?: string) => Promise<Answer>,
): Promise<Answer> {
  const first = await send()
  const shape = endpoint
    .split('/')
    .map((word) => (/\d/.test(word) ? ':' : word))
    .join('/')
  const times = repeated.get(shape) ?? 0
  if (!repeatsAll && times >= MOST_REPEATS) return first
  repeated.set(shape, times + 1)
  if (first.headers.get('idempotency-replayed') !== 'false') return first
  // Waits for background work of earlier calls, unless it is blocked.
  const resting =
    open === 0 && (await Promise.race([waitForBackgroundWork(database).then(() => true), setTimeout(2_000, false)]))
  const [calls, alone] = [begun, resting && open === 0]
  const before = alone ? await countTraces(database) : null
  const again = await send(first.cookie)
  // The retry counts towards rate limits and may be rejected.
  if (again.status === 429) return first
  if (again.status !== 200 || !isDeepStrictEqual(again.body, first.body))
    throw new Error(
      `The same call was answered ${again.status} ${JSON.stringify(again.body)} instead of ${JSON.stringify(first.body)}`,
    )
  const after = before && (await countTraces(database))
  if (begun === calls + 1 && after !== before)
    throw new Error(`A repeated call had a second effect: ${before} became ${after} rows in ${traces}`)
  return first
}
