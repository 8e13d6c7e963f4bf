import { type Selectable, sql } from 'kysely'
import { laterDepositTimers } from '#contract/payments/later-deposit.ts'
import type { Minor } from '#contract/money.ts'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'

export type LaterDepositRow = Omit<Selectable<DB['later_deposit']>, 'state'> & {
  state: 'due' | 'proving' | 'asked' | 'paid'
}

export const findLaterDeposit = (db: Db, appointmentId: string): Promise<LaterDepositRow | undefined> =>
  db.selectFrom('later_deposit').selectAll().where('appointment_id', '=', appointmentId).executeTakeFirst() as Promise<
    LaterDepositRow | undefined
  >

export const insertLaterDeposit = (
  db: Db,
  row: { appointment_id: string; amount_minor: Minor; consent_text: string; consent_at: Date },
) => db.insertInto('later_deposit').values(row).execute()

/** Moves an unpaid later deposit to the booking that replaces its booking. */
export const transferLaterDeposit = (db: Db, from: string, to: string) =>
  db
    .updateTable('later_deposit')
    .set({ appointment_id: to, state: 'due', pay_until: null, told_at: null, told_due: null, tries: 0, tried_at: null })
    .where('appointment_id', '=', from)
    .where('state', '<>', 'paid')
    .execute()

/** Returns false if the later deposit is paid or has that state already. */
export const markLaterDeposit = async (
  db: Db,
  appointmentId: string,
  set: { state: LaterDepositRow['state']; pay_until?: Date },
): Promise<boolean> =>
  (
    await db
      .updateTable('later_deposit')
      .set({ pay_until: null, ...set })
      .where('appointment_id', '=', appointmentId)
      .where('state', 'not in', ['paid', set.state])
      .executeTakeFirst()
  ).numUpdatedRows > 0n

const open = sql`a.later_minor > 0 and a.balance_paid_at is null and a.state = 'booked'`
const due = sql`a.starts_at - make_interval(days => ${laterDepositTimers.daysBefore})`

/** Claims later deposits that are charged within a week, and marks their customers as notified. */
export const claimLaterDepositReminders = async (
  db: Db,
  now: Date,
  most: number,
): Promise<{ id: string; due: Date }[]> =>
  (
    await sql<{ id: string; due: Date }>`
      update later_deposit set told_at = ${now}, told_due = soon.due from (
        select l.appointment_id, ${due} as due from later_deposit l join appointment a on a.id = l.appointment_id
        where l.state = 'due' and l.tries = 0 and ${open} and l.told_due is distinct from ${due}
          and ${due} - make_interval(days => ${laterDepositTimers.toldDays}) <= ${now}
        order by l.appointment_id limit ${most} for update of l skip locked) soon
      where later_deposit.appointment_id = soon.appointment_id
      returning later_deposit.appointment_id as id, told_due as due`.execute(db)
  ).rows

/**
 * Claims the next later deposit to charge and counts the attempt: one a day, a day after the notice at the earliest. Two
 * workers never claim the same one.
 */
export const claimLaterDeposit = async (db: Db, now: Date): Promise<{ id: string; tries: number } | undefined> =>
  (
    await sql<{ id: string; tries: number }>`
      update later_deposit set tries = tries + 1, tried_at = ${now} where appointment_id = (
        select l.appointment_id from later_deposit l join appointment a on a.id = l.appointment_id
        where l.state = 'due' and l.tries < ${laterDepositTimers.tries} and ${open} and ${due} <= ${now}
          and l.told_due = ${due} and l.told_at <= ${now}::timestamptz - interval '24 hours'
          and (l.tried_at is null or l.tried_at <= ${now}::timestamptz - interval '24 hours')
        order by l.appointment_id limit 1 for update of l skip locked)
      returning appointment_id as id, tries`.execute(db)
  ).rows[0]

/** Lists later deposits whose customer did not authenticate in time, or whose last charge got no response in an hour. */
export const listUnchargedLaterDeposits = async (db: Db, now: Date, most: number): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      select l.appointment_id as id from later_deposit l join appointment a on a.id = l.appointment_id
      where ${open} and (l.state = 'proving' and l.pay_until <= ${now}
        or l.state = 'due' and l.tries >= ${laterDepositTimers.tries} and l.tried_at <= ${now}::timestamptz - interval '1 hour')
      order by l.appointment_id limit ${most}`.execute(db)
  ).rows.map(({ id }) => id)

/** Lists later deposits that the customer has not paid within the days after the request. */
export const listUnpaidLaterDeposits = async (db: Db, now: Date, most: number): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      select l.appointment_id as id from later_deposit l join appointment a on a.id = l.appointment_id
      where ${open} and a.starts_at > ${now} and l.state = 'asked' and l.pay_until <= ${now}
      order by l.appointment_id limit ${most}`.execute(db)
  ).rows.map(({ id }) => id)

/** Lists bookings whose saved card is no longer needed: the deposit is paid, or the booking has ended. */
export const listCardsToDelete = async (db: Db, most: number): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      select l.appointment_id as id from later_deposit l join appointment a on a.id = l.appointment_id
      where l.card_deleted_at is null and (l.state = 'paid' or a.balance_paid_at is not null
        or a.state in ('completed', 'no_show', 'settled') or a.state = 'cancelled' and (a.rescue_until is null or a.rescue_ended is not null))
      order by l.appointment_id limit ${most}`.execute(db)
  ).rows.map(({ id }) => id)

export const markCardDeleted = (db: Db, appointmentId: string, now: Date) =>
  db.updateTable('later_deposit').set({ card_deleted_at: now }).where('appointment_id', '=', appointmentId).execute()
