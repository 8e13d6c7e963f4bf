import { type Selectable, sql } from 'kysely'
import { toMajor, type Minor } from '#contract/money.ts'
import type { Credit } from '#contract/payments/vouchers.ts'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import type { PartOf } from './payments.queries.ts'

export type SpendRow = Omit<Selectable<DB['credit_spend']>, 'state' | 'part_of'> & {
  state: 'kept' | 'spent' | 'returned'
  part_of: PartOf
}

export async function deductFromVoucher(db: Db, voucherId: string, amountMinor: Minor, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('voucher')
    .set((eb) => ({ left_minor: eb('left_minor', '-', amountMinor) }))
    .where('id', '=', voucherId)
    .where('state', '=', 'live')
    .where('left_minor', '>=', amountMinor)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const insertSpend = (
  db: Db,
  row: {
    voucher_id: string
    part_of: PartOf
    for_ref: string
    amount_minor: Minor
    kept_until: Date
    created_at: Date
  },
): Promise<SpendRow> =>
  db.insertInto('credit_spend').values(row).returningAll().executeTakeFirstOrThrow() as Promise<SpendRow>

export const listCreditsForRef = async (db: Db, ref: string): Promise<(Credit & { state: SpendRow['state'] })[]> => {
  const rows = await db
    .selectFrom('credit_spend')
    .innerJoin('voucher', 'voucher.id', 'credit_spend.voucher_id')
    .select([
      'credit_spend.id',
      'credit_spend.amount_minor',
      'credit_spend.state',
      'voucher.number',
      'voucher.left_minor',
    ])
    .where('for_ref', '=', ref)
    .where('credit_spend.state', '<>', 'returned')
    .orderBy('credit_spend.created_at')
    .orderBy('credit_spend.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: 'voucher' as const,
    label: String(row.number),
    amount: toMajor(row.amount_minor),
    left: toMajor(row.left_minor),
    state: row.state as SpendRow['state'],
  }))
}

export const lockKept = (db: Db, ref: string, partOf: PartOf): Promise<SpendRow[]> =>
  db
    .selectFrom('credit_spend')
    .selectAll()
    .where('for_ref', '=', ref)
    .where('part_of', '=', partOf)
    .where('state', '=', 'kept')
    .orderBy('created_at')
    .orderBy('id')
    .forUpdate()
    .execute() as Promise<SpendRow[]>

export const findSpendById = (db: Db, id: string): Promise<SpendRow | undefined> =>
  db.selectFrom('credit_spend').selectAll().where('id', '=', id).executeTakeFirst() as Promise<SpendRow | undefined>

export const markSpent = (db: Db, id: string) =>
  db.updateTable('credit_spend').set({ state: 'spent' }).where('id', '=', id).where('state', '=', 'kept').execute()

export async function releaseReservedCredit(db: Db, id: string): Promise<SpendRow | null> {
  const row = (await db
    .updateTable('credit_spend')
    .set({ state: 'returned' })
    .where('id', '=', id)
    .where('state', '=', 'kept')
    .returningAll()
    .executeTakeFirst()) as SpendRow | undefined
  if (!row) return null
  await addToVoucher(db, row.voucher_id, row.amount_minor)
  return row
}

const addToVoucher = (db: Db, voucherId: string, amountMinor: Minor) =>
  db
    .updateTable('voucher')
    .set((eb) => ({ left_minor: eb('left_minor', '+', amountMinor) }))
    .where('id', '=', voucherId)
    .execute()

export async function restoreVoucherSpend(db: Db, spendId: string, amountMinor: Minor): Promise<void> {
  const spend = await findSpendById(db, spendId)
  if (spend) await addToVoucher(db, spend.voucher_id, amountMinor)
}

export const endOfVoucher = async (db: Db, id: string): Promise<Date | null> =>
  (await db.selectFrom('voucher').select('expires_at').where('id', '=', id).executeTakeFirst())?.expires_at ?? null

export const transferCreditSpend = (db: Db, id: string, forRef: string) =>
  db.updateTable('credit_spend').set({ for_ref: forRef }).where('id', '=', id).execute()

export const listExpiredSpends = (db: Db, now: Date, most: number): Promise<SpendRow[]> =>
  db
    .selectFrom('credit_spend')
    .selectAll()
    .where('state', '=', 'kept')
    .where('kept_until', '<', now)
    .orderBy('kept_until')
    .limit(most)
    .execute() as Promise<SpendRow[]>

export const lockReservedSpends = (db: Db, voucherId: string): Promise<SpendRow[]> =>
  db
    .selectFrom('credit_spend')
    .selectAll()
    .where('voucher_id', '=', voucherId)
    .where('state', '=', 'kept')
    .execute() as Promise<SpendRow[]>

export const listSpendsOfVoucher = (db: Db, voucherId: string) =>
  db
    .selectFrom('credit_spend as s')
    .leftJoin('payment as p', (join) => join.onRef('p.ref', '=', 's.id').on('p.kind', '=', 'credit'))
    .select([
      's.id',
      's.amount_minor',
      's.state',
      's.created_at',
      'p.id as payment_id',
      'p.description',
      sql<number>`coalesce(p.refunded_minor, 0)`.as('refunded_minor'),
    ])
    .where('s.voucher_id', '=', voucherId)
    .orderBy('s.created_at', 'desc')
    .limit(100)
    .execute()

/** Changes the reserved amount of a voucher, which must have enough credit. Zero releases it. */
export async function changeReservedAmount(db: Db, spend: SpendRow, amountMinor: Minor): Promise<void> {
  if (amountMinor === spend.amount_minor) return
  if (amountMinor === 0) return void (await releaseReservedCredit(db, spend.id))
  await addToVoucher(db, spend.voucher_id, spend.amount_minor - amountMinor)
  await db.updateTable('credit_spend').set({ amount_minor: amountMinor }).where('id', '=', spend.id).execute()
}

export async function lockVouchers(db: Db, ids: readonly string[]): Promise<Map<string, Minor>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('voucher')
    .select(['id', 'left_minor'])
    .where('id', 'in', ids)
    .where('state', '=', 'live')
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map(({ id, left_minor }) => [id, left_minor]))
}
