import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { normaliseEmail } from '#contract/accounts/parse-email.ts'

export type TeamActKind = 'goodwill' | 'moved' | 'changed' | 'swapped' | 'cancelled' | 'no_show' | 'cash_undone'
export type ActRow = {
  id: string
  appointment_id: string
  kind: TeamActKind
  said: Readonly<Record<string, string>>
  reason: string
  at: Date
}

export const insertBookingAct = (db: Db, { said, ...row }: ActRow & { acted_by: string | null }) =>
  db
    .insertInto('booking_act')
    .values({ ...row, said: JSON.stringify(said) })
    .execute()

export const listActs = (db: Db, appointmentId: string): Promise<ActRow[]> =>
  db
    .selectFrom('booking_act')
    .select(['id', 'appointment_id', 'kind', 'said', 'reason', 'at'])
    .where('appointment_id', '=', appointmentId)
    .orderBy('at')
    .orderBy('id')
    .execute() as unknown as Promise<ActRow[]>

type WaitingMail = { id: string; kind: string; address: string; subject: string; body: string; secret: boolean }

export const listWaitingMails = async (db: Db, addresses: readonly string[], since: Date): Promise<WaitingMail[]> => {
  const { rows } = await sql<WaitingMail>`
    select id, kind, address, subject, body, secret from outbox
    where channel = 'mail' and state = 'waiting' and created_at >= ${since.toISOString()}::timestamptz
      and lower(address) = any(${addresses.map(normaliseEmail)}::text[])
    order by kind, lower(address), subject, id`.execute(db)
  return rows
}

export const getGoodwillFact = (actId: string): string => `goodwill:${actId}:`
