import { type Insertable, type Selectable, sql } from 'kysely'
import type { Minor } from '#contract/money.ts'
import { transition } from '#contract/lifecycle.ts'
import { voucherLifecycle, type VoucherEvent, type VoucherState } from '#contract/payments/lifecycle-voucher.ts'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import { Refusal } from '#server/platform/refusal.ts'

export type VoucherRow = Omit<Selectable<DB['voucher']>, 'state'> & { state: VoucherState }

export const insertVoucher = (db: Db, row: Insertable<DB['voucher']>): Promise<VoucherRow> =>
  db.insertInto('voucher').values(row).returningAll().executeTakeFirstOrThrow() as Promise<VoucherRow>

export const voucherById = (db: Db, id: string): Promise<VoucherRow | undefined> =>
  db.selectFrom('voucher').selectAll().where('id', '=', id).executeTakeFirst() as Promise<VoucherRow | undefined>
export const lockVoucher = (db: Db, id: string): Promise<VoucherRow | undefined> =>
  db.selectFrom('voucher').selectAll().where('id', '=', id).forUpdate().executeTakeFirst() as Promise<
    VoucherRow | undefined
  >
export const voucherByHash = (db: Db, hash: Buffer): Promise<VoucherRow | undefined> =>
  db.selectFrom('voucher').selectAll().where('code_hash', '=', hash).executeTakeFirst() as Promise<
    VoucherRow | undefined
  >

/** Paid vouchers that an account has bought, newest first. */
export const vouchersOf = (db: Db, accountId: string): Promise<VoucherRow[]> =>
  db
    .selectFrom('voucher')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', '<>', 'open')
    .orderBy('created_at', 'desc')
    .limit(2_000)
    .execute() as Promise<VoucherRow[]>

/** Moves a voucher along its lifecycle; nothing where it does not stand where that event finds it. */
export function moveVoucher(
  db: Db,
  id: string,
  event: VoucherEvent,
  set: Partial<Selectable<DB['voucher']>>,
): Promise<VoucherRow | undefined> {
  const { from, to } = transition(voucherLifecycle, event)
  return db
    .updateTable('voucher')
    .set({ ...set, state: to } as never)
    .where('id', '=', id)
    .where('state', 'in', from)
    .returningAll()
    .executeTakeFirst() as Promise<VoucherRow | undefined>
}

/** Takes what goes back to a card off a voucher; refused where less is left. One that never was paid for has nothing to lose. */
export async function takeOffVoucher(db: Db, id: string, amountMinor: Minor): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('voucher')
    .set((eb) => ({ left_minor: eb('left_minor', '-', amountMinor) }))
    .where('id', '=', id)
    .where('left_minor', '>=', amountMinor)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  if ((await voucherById(db, id))?.state !== 'open') throw new Refusal('refund_too_much')
}

/** Puts what a refund brings on a credit of the house: from the first on it can be spent, ends by the rules of its market, and its owner needs no other mail. */
export const fillCredit = (db: Db, id: string, amountMinor: Minor, now: Date) =>
  db
    .updateTable('voucher')
    .set((eb) => ({
      // Of several refunds each is decided on by itself: the credit is as large as those that came.
      amount_minor: eb
        .case()
        .when('state', '=', 'open')
        .then(amountMinor)
        .else(eb('amount_minor', '+', amountMinor))
        .end(),
      left_minor: eb('left_minor', '+', amountMinor),
      state: eb
        .case()
        .when('state', '=', 'open')
        .then(transition(voucherLifecycle, 'pay').to)
        .else(eb.ref('state'))
        .end(),
      paid_at: eb.fn.coalesce('paid_at', eb.val(now)),
      told_at: eb.fn.coalesce('told_at', eb.val(now)),
      expires_at: sql<Date | null>`coalesce(expires_at, ${now}::timestamptz + make_interval(months => (
        select months from voucher_terms where voucher_terms.country_code = voucher.country_code)))`,
    }))
    .where('id', '=', id)
    .where('kind', '=', 'goodwill')
    .execute()

/** Empties a voucher of no more than an amount; answers how much there was. */
export async function emptyVoucher(db: Db, id: string, mostMinor: Minor): Promise<Minor> {
  const row = await lockVoucher(db, id)
  const taken = Math.min(row?.left_minor ?? 0, mostMinor)
  if (taken > 0) await takeOffVoucher(db, id, taken)
  return taken
}

/** Nobody spends a voucher whose payment a bank asks back. */
export const blockDisputed = (db: Db, id: string) =>
  moveVoucher(db, id, 'block', { blocked_for: 'The bank of its buyer asks for the payment back.' })

/** Vouchers that are paid for and whose buyer has not been told yet, or that have not been sent though their day has come: nine in the morning of their market. */
export const vouchersToSend = (db: Db, now: Date, most: number): Promise<(VoucherRow & { due: boolean })[]> =>
  db
    .selectFrom('voucher')
    .innerJoin('market', 'market.country_code', 'voucher.country_code')
    .selectAll('voucher')
    .select(
      sql<boolean>`voucher.to_email is not null and voucher.sent_at is null and (voucher.send_on is null
        or (voucher.send_on + time '09:00') at time zone market.default_tz <= ${now.toISOString()}::timestamptz)`.as(
        'due',
      ),
    )
    .where('voucher.paid_at', 'is not', null)
    .where('voucher.state', '=', 'live')
    .where(
      sql<boolean>`(voucher.told_at is null or (voucher.to_email is not null and voucher.sent_at is null and (voucher.send_on is null
        or (voucher.send_on + time '09:00') at time zone market.default_tz <= ${now.toISOString()}::timestamptz)))`,
    )
    .orderBy('voucher.paid_at')
    .limit(most)
    .execute() as Promise<(VoucherRow & { due: boolean })[]>

/** Keeps that a voucher's buyer has been told, or that it has been sent; false where somebody else has. */
export const mark = async (db: Db, id: string, what: 'told_at' | 'sent_at', now: Date): Promise<boolean> =>
  (
    await db
      .updateTable('voucher')
      .set({ [what]: now })
      .where('id', '=', id)
      .where(what, 'is', null)
      .executeTakeFirst()
  ).numUpdatedRows > 0n
