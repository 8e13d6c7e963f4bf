import { type Insertable, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import { getTextBudget } from './text-budget.ts'
import { findOverLimit, isOtherMail, isTooMuch } from './outbox.queries.ts'

export type NewNotice = Insertable<DB['outbox']> & { created_at: Date }

/** Writes notices; one of a fact that has been told already is left out, and a mail that is too much for its address, or a text past the day's budget, is kept and not sent. */
export async function insertNotices(db: Db, rows: readonly NewNotice[]): Promise<void> {
  const written = (row: NewNotice, held: boolean) => (held ? { ...row, state: 'held_back' } : row)
  const [together, alone] = partition(rows, (row) => row.channel === 'push' || isOtherMail(row))
  // Each of these counts those before it.
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

const insertAll = (db: Db, rows: readonly NewNotice[]) =>
  db
    .insertInto('outbox')
    .values([...rows])
    .onConflict((oc) => oc.column('fact').doNothing())
    .execute()

// What a day of texts may cost has an end, whoever writes them.
async function isOverBudget(db: Db, row: { channel: string; created_at: Date }): Promise<boolean> {
  if (row.channel !== 'sms') return false
  const { written, budget } = await getTextBudget(db, row.created_at)
  return written >= budget
}

/** Whether a mail of that kind has been written to an address since then. */
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

/** Which groups of notices people have switched off, by channel, and the browsers that listen for them. */
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
