import { type Selectable, sql } from 'kysely'
import { agreedTimers } from '#contract/billing/agreed-balance.ts'
import type { Minor } from '#contract/money.ts'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'

export type AgreedRow = Omit<Selectable<DB['agreed_balance']>, 'state' | 'at'> & {
  at: 'before' | 'after'
  state: 'agreed' | 'proving' | 'taken' | 'asked'
}

export const findAgreedBalance = (db: Db, appointmentId: string): Promise<AgreedRow | undefined> =>
  db.selectFrom('agreed_balance').selectAll().where('appointment_id', '=', appointmentId).executeTakeFirst() as Promise<
    AgreedRow | undefined
  >

/** Saves the agreement to an automatic charge. Does nothing once a charge was attempted. */
export const saveAgreed = async (
  db: Db,
  row: { appointment_id: string; at: string; balance_minor: Minor; consent_words: string; consent_at: Date },
): Promise<boolean> =>
  Boolean(
    await db
      .insertInto('agreed_balance')
      .values(row)
      .onConflict((oc) =>
        oc
          .column('appointment_id')
          .doUpdateSet({ ...row, told_at: null, told_due: null })
          .where('agreed_balance.state', '=', 'agreed')
          .where('agreed_balance.tries', '=', 0),
      )
      .returning('appointment_id')
      .executeTakeFirst(),
  )

/** Returns false if the agreement was used or a charge is in progress. */
export const endAgreed = async (db: Db, appointmentId: string, now: Date): Promise<boolean> =>
  (
    await db
      .deleteFrom('agreed_balance')
      .where('appointment_id', '=', appointmentId)
      .where('state', '=', 'agreed')
      .where((eb) =>
        eb.or([eb('tried_at', 'is', null), eb('tried_at', '<=', new Date(now.getTime() - BEING_TAKEN_MS))]),
      )
      .executeTakeFirst()
  ).numDeletedRows > 0n

const BEING_TAKEN_MS = 10 * 60_000

/** Returns false if the agreement has that state already or the balance is paid. */
export const markAgreed = async (
  db: Db,
  appointmentId: string,
  set: { state: AgreedRow['state']; prove_until?: Date | null },
): Promise<boolean> =>
  (
    await db
      .updateTable('agreed_balance')
      .set({ prove_until: null, ...set })
      .where('appointment_id', '=', appointmentId)
      .where('state', 'not in', ['taken', set.state])
      .executeTakeFirst()
  ).numUpdatedRows > 0n

// Condition: the balance of an active or completed booking without an open dispute is unpaid.
const open = sql`a.balance_paid_at is null and a.state in ('booked', 'completed')
  and not exists (select from dispute d where d.appointment_id = a.id and d.state = 'open')`
const due = sql`case g.at when 'before' then a.starts_at - make_interval(hours => ${agreedTimers.hours}) else a.ends_at + make_interval(hours => ${agreedTimers.hours}) end`

/** Deletes agreements of bookings whose dispute ended with a refund: the amount has changed. */
export const endSettled = (db: Db) =>
  sql`delete from agreed_balance g where g.state = 'agreed' and exists (
    select from dispute d where d.appointment_id = g.appointment_id and d.state = 'settled' and d.outcome <> 'paid')`.execute(
    db,
  )

/** Claims agreements whose customers must be notified a day before the charge, and marks them as notified. */
export const claimBalanceReminders = async (db: Db, now: Date, most: number): Promise<{ id: string; due: Date }[]> =>
  (
    await sql<{ id: string; due: Date }>`
      update agreed_balance set told_at = ${now}, told_due = soon.due from (
        select g.appointment_id, ${due} as due from agreed_balance g join appointment a on a.id = g.appointment_id
        where g.state = 'agreed' and g.tries < ${agreedTimers.tries} and ${open} and g.told_due is distinct from ${due}
          and ${due} - make_interval(hours => ${agreedTimers.toldHours}) <= ${now}
        order by g.appointment_id limit ${most} for update of g skip locked) soon
      where agreed_balance.appointment_id = soon.appointment_id
      returning agreed_balance.appointment_id as id, told_due as due`.execute(db)
  ).rows

/**
 * Claims the next agreement to charge and counts the attempt. There is one attempt a day, and two workers never claim
 * the same agreement.
 */
export const claimTake = async (db: Db, now: Date): Promise<{ id: string; tries: number } | undefined> =>
  (
    await sql<{ id: string; tries: number }>`
      update agreed_balance set tries = tries + 1, tried_at = ${now} where appointment_id = (
        select g.appointment_id from agreed_balance g join appointment a on a.id = g.appointment_id
        where g.state = 'agreed' and g.tries < ${agreedTimers.tries} and ${open} and ${due} <= ${now} and g.told_due = ${due}
          and g.told_at <= ${now}::timestamptz - make_interval(hours => ${agreedTimers.toldHours})
          and (g.tried_at is null or g.tried_at <= ${now}::timestamptz - interval '24 hours')
        order by g.appointment_id limit 1 for update of g skip locked)
      returning appointment_id as id, tries`.execute(db)
  ).rows[0]

/**
 * Lists agreements whose customer did not authenticate in time, or whose last charge got no response within an hour.
 */
export const listUnpaidAgreements = async (db: Db, now: Date, most: number): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      select g.appointment_id as id from agreed_balance g join appointment a on a.id = g.appointment_id
      where ${open} and (g.state = 'proving' and g.prove_until <= ${now}
        or g.state = 'agreed' and g.tries >= ${agreedTimers.tries} and g.tried_at <= ${now}::timestamptz - interval '1 hour')
      order by g.appointment_id limit ${most}`.execute(db)
  ).rows.map(({ id }) => id)
