import { type Insertable, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import { textsToday } from '#server/notifications/outbox/text-budget.ts'
import { isTooMuch } from '#server/notifications/outbox/mail-caps-queries.ts'

/** Writes a notice; one of a fact that has been told already is left out, and a mail that is too much for its address, or a text past the day's budget, is kept and not sent. */
export const insertNotice = async (db: Db, row: Insertable<DB['outbox']> & { created_at: Date }) =>
  db
    .insertInto('outbox')
    .values((await isTooMuch(db, row)) || (await isOverBudget(db, row)) ? { ...row, state: 'held_back' } : row)
    .onConflict((oc) => oc.column('fact').doNothing())
    .execute()

// What a day of texts may cost has an end, whoever writes them.
async function isOverBudget(db: Db, row: { channel: string; created_at: Date }): Promise<boolean> {
  if (row.channel !== 'sms') return false
  const { written, budget } = await textsToday(db, row.created_at)
  return written >= budget
}

/** Whether a mail of that kind has been written to an address since then. */
export const toldSince = async (
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

/** Which groups of notices somebody has switched off, by channel. */
export const noticeChoices = async (db: Db, accountId: string): Promise<NoticeChoices> => {
  const row = await db.selectFrom('account').select('notices').where('id', '=', accountId).executeTakeFirst()
  return (row?.notices ?? {}) as NoticeChoices
}
