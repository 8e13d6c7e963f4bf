import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { setTimeout } from 'node:timers/promises'
import type { Database } from '#db/database.ts'
import { waitForBackgroundWork } from '#server/platform/work/background-work.ts'
import type { Answer } from './test-rig.ts'

// What an act leaves: one row more in any of these, and it has been done twice.
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
  'live_event',
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

// Most rows of these are the market's, which stood before the first call: what is above them is counted by index.
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
  const { rows } = await sql<{ counts: number[] }>`select array[${counts}] as counts`.execute(db)
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

// What has been called, and what is not answered yet: only where nothing else goes on are rows one call's own.
let [begun, open] = [0, 0]

/** Counts a call while it goes on. */
export async function counted<T>(call: () => Promise<T>): Promise<T> {
  begun++
  open++
  try {
    return await call()
  } finally {
    open--
  }
}

/** Makes a call that carries an Idempotency-Key as a client does whose line broke before the answer: once more, for the same answer and nothing done twice. */
export async function callTwice(database: Database, send: (cookie?: string) => Promise<Answer>): Promise<Answer> {
  const first = await send()
  if (first.headers.get('idempotency-replayed') !== 'false') return first
  // What earlier answers have begun leaves rows as well; where it waits for somebody, whoever asks here waits no longer.
  const resting =
    open === 0 && (await Promise.race([waitForBackgroundWork(database).then(() => true), setTimeout(2_000, false)]))
  const [calls, alone] = [begun, resting && open === 0]
  const before = alone ? await countTraces(database) : null
  const again = await send(first.cookie)
  // A repeated call counts as any other where calls are counted, and may be the one too many.
  if (again.status === 429) return first
  if (again.status !== 200 || !isDeepStrictEqual(again.body, first.body))
    throw new Error(
      `The same call was answered ${again.status} ${JSON.stringify(again.body)} instead of ${JSON.stringify(first.body)}`,
    )
  const after = before && (await countTraces(database))
  if (begun === calls + 1 && after !== before)
    throw new Error(`The same call did it twice: ${before} became ${after} of ${traces}`)
  return first
}
