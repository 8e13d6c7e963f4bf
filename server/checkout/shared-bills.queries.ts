import { truncate } from '#contract/text.ts'
import { type Selectable, sql } from 'kysely'
import type { PersonShare, ShareLine } from '#contract/checkout/shares.ts'
import { type BillEvent, billLifecycle, type BillState } from '#contract/checkout/lifecycle-bill.ts'
import { getTransition } from '#contract/lifecycle.ts'
import type { Minor } from '#contract/money.ts'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'

export type BillRow = Omit<Selectable<DB['bill']>, 'state'> & { state: BillState }
export type ShareRow = Omit<Selectable<DB['bill_share']>, 'lines'> & { lines: ShareLine[] }

export const findBill = (db: Db, holdId: string): Promise<BillRow | undefined> =>
  db.selectFrom('bill').selectAll().where('hold_id', '=', holdId).executeTakeFirst() as Promise<BillRow | undefined>

export const listSharesOfBill = (db: Db, holdId: string): Promise<ShareRow[]> =>
  db
    .selectFrom('bill_share')
    .selectAll()
    .where('hold_id', '=', holdId)
    .orderBy('person')
    .execute() as unknown as Promise<ShareRow[]>

export const findShareById = (db: Db, id: string): Promise<ShareRow | undefined> =>
  db.selectFrom('bill_share').selectAll().where('id', '=', id).executeTakeFirst() as unknown as Promise<
    ShareRow | undefined
  >

export const findBillOfAppointment = (db: Db, appointmentId: string): Promise<BillRow | undefined> =>
  db.selectFrom('bill').selectAll().where('appointment_id', '=', appointmentId).executeTakeFirst() as Promise<
    BillRow | undefined
  >

export async function saveBill(
  db: Db,
  {
    holdId,
    dueMinor,
    shares,
    booker,
    names,
    now,
  }: {
    holdId: string
    dueMinor: Minor
    shares: readonly PersonShare[]
    booker: number
    names: readonly string[]
    now: Date
  },
): Promise<ShareRow[]> {
  await db
    .insertInto('bill')
    .values({ hold_id: holdId, due_minor: dueMinor, created_at: now })
    .onConflict((oc) => oc.column('hold_id').doUpdateSet({ due_minor: dueMinor }).where('bill.state', '=', 'asked'))
    .execute()
  await db.updateTable('bill_share').set({ booker: false }).where('hold_id', '=', holdId).execute()
  for (const { person, lines, totalMinor, dueMinor, feeMinor } of shares) {
    const row = {
      name: truncate((names[person - 1] ?? '').trim(), 60),
      booker: person === booker,
      lines: JSON.stringify(lines),
      total_minor: totalMinor,
      due_minor: dueMinor,
      fee_minor: feeMinor,
    }
    await db
      .insertInto('bill_share')
      .values({ hold_id: holdId, person, ...row })
      .onConflict((oc) => oc.columns(['hold_id', 'person']).doUpdateSet(row))
      .execute()
  }
  return listSharesOfBill(db, holdId)
}

export async function moveBill(
  db: Db,
  holdId: string,
  event: BillEvent,
  set: Partial<Omit<Selectable<DB['bill']>, 'state'>>,
): Promise<BillRow | undefined> {
  const { from, to } = getTransition(billLifecycle, event)
  return db
    .updateTable('bill')
    .set({ ...set, state: to })
    .where('hold_id', '=', holdId)
    .where('state', 'in', from)
    .returningAll()
    .executeTakeFirst() as Promise<BillRow | undefined>
}

export const lockBillsOf = (db: Db, accountId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('bills ' || ${accountId}, 0))`.execute(db)

export const getBillCounts = async (db: Db, accountId: string, since: Date): Promise<{ open: number; letGo: number }> =>
  db
    .selectFrom('bill')
    .innerJoin('hold', 'hold.id', 'bill.hold_id')
    .where('hold.account_id', '=', accountId)
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('bill.state', '=', 'open').as('open'),
      eb.fn
        .countAll<number>()
        .filterWhere(
          eb.and([eb('bill.state', '=', 'let_go'), eb('opened_at', 'is not', null), eb('bill.ended_at', '>', since)]),
        )
        .as('letGo'),
    ])
    .executeTakeFirstOrThrow()
    .then(({ open, letGo }) => ({ open: Number(open), letGo: Number(letGo) }))

export const setHoldExpiry = (db: Db, id: string, until: Date, now: Date) =>
  db.updateTable('hold').set({ expires_at: until, half_told_at: now }).where('id', '=', id).execute()

export const transferBill = (db: Db, from: string, to: string) =>
  db.updateTable('bill').set({ appointment_id: to }).where('appointment_id', '=', from).execute()

export const listBillsToTell = (db: Db, now: Date, most: number): Promise<BillRow[]> =>
  db
    .selectFrom('bill')
    .selectAll()
    .where('state', '=', 'open')
    .where('shares_until', '<=', now)
    .where('rest_told_at', 'is', null)
    .orderBy('shares_until')
    .limit(most)
    .execute() as Promise<BillRow[]>
export const markRestTold = async (db: Db, holdId: string, now: Date): Promise<boolean> =>
  (
    await db
      .updateTable('bill')
      .set({ rest_told_at: now })
      .where('hold_id', '=', holdId)
      .where('state', '=', 'open')
      .where('rest_told_at', 'is', null)
      .executeTakeFirst()
  ).numUpdatedRows > 0n

export const listBillsWithoutHold = async (db: Db, most: number): Promise<string[]> =>
  (
    await db
      .selectFrom('bill')
      .innerJoin('hold', 'hold.id', 'bill.hold_id')
      .select('bill.hold_id')
      .where('bill.state', '=', 'open')
      .where('hold.state', '<>', 'held')
      .limit(most)
      .execute()
  ).map(({ hold_id }) => hold_id)

/** Lists the unpaid or authorised shares of ended bills, and for each whether it must be captured. */
export const listLeftoverShares = (db: Db, most: number): Promise<{ ref: string; keep: boolean }[]> =>
  db
    .selectFrom('payment')
    .leftJoin('bill_share', 'bill_share.id', 'payment.ref')
    .leftJoin('bill', 'bill.hold_id', 'bill_share.hold_id')
    .where('payment.kind', '=', 'share')
    .where('payment.state', 'in', ['open', 'authorised'])
    .where((eb) => eb.or([eb('bill.state', 'is', null), eb('bill.state', 'in', ['covered', 'let_go'])]))
    .select([
      'payment.ref',
      sql<boolean>`coalesce(bill.state = 'covered' and payment.state = 'authorised', false)`.as('keep'),
    ])
    .orderBy('payment.created_at')
    .limit(most)
    .execute()

export const unshareHold = (db: Db, id: string) =>
  db.updateTable('hold').set({ split: false }).where('id', '=', id).execute()
