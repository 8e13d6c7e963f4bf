import { type Insertable, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import { getTextBudget } from './text-budget.ts'
import { findOverLimit, isOtherMail, isTooMuch } from './outbox.queries.ts'

export type NewNotice = Insertable<DB['outbox']> & { created_at: Date }

/** Inserts notices, once per fact. Mails above the address limit and texts above the daily budget are stored unsent. */
export async function insertNotices(db: Db, rows: readonly NewNotice[]): Promise<void> {
  const written = (row: NewNotice, held: boolean) => (held ? { ...row, state: 'held_back' } : row)
  const [together, alone] = partition(rows, (row) => row.channel === 'push' || isOtherMail(row))
  // Rows are inserted one after another, because the limit counts those before.
  for (const row of alone)
    await insertAll(db, [written(row, (await isTooMuch(db, row)) || (await isOverBudget(db, row)))])
  const tooMuch = await findOverLimit(db, together.filter(isOtherMail))
  if (together.length)
    await insertAll(
      db,
      together.map((row) => written(row, tooMuch.has(row))),
    )
}

const partition = <T>(all: readonly T[], is: (one: T) => boolean): [T[], T[]] => [
  all.filter(is),
  all.filter((one) => !is(one)),
]

// A trigger skips notices whose fact is known.
const insertAll = (db: Db, rows: readonly NewNotice[]) =>
  db
    .insertInto('outbox')
    .values([...rows])
    .execute()

// All senders share one daily budget for texts.
async function isOverBudget(db: Db, row: { channel: string; created_at: Date }): Promise<boolean> {
  if (row.channel !== 'sms') return false
  const { written, budget } = await getTextBudget(db, row.created_at)
  return written >= budget
}

export const wasMailedSince = async (
  db: Db,
  { kind, email, since }: { kind: string; email: string; since: Date },
): Promise<boolean> =>
  (await db
    .selectFrom('outbox')
    .select('id')
    .where('channel', '=', 'mail')
    .where(sql<boolean>`lower(address) = lower(${email})`)
    .where('kind', '=', kind)
    .where('created_at', '>', since)
    .limit(1)
    .executeTakeFirst()) !== undefined

export type NoticeChoices = Record<string, { mail?: boolean; sms?: boolean; push?: boolean }>

/** Returns the disabled groups by channel and the push subscriptions of accounts. */
export const listNoticeChoices = async (
  db: Db,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, { chosen: NoticeChoices; browsers: string[] }>> => {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('account')
    .select([
      'id',
      'notices',
      sql<string[]>`array(select s.id::text from push_subscription s where s.account_id = account.id)`.as('browsers'),
    ])
    .where('id', 'in', [...new Set(accountIds)])
    .execute()
  return new Map(rows.map(({ id, notices, browsers }) => [id, { chosen: (notices ?? {}) as NoticeChoices, browsers }]))
}
