import { type Insertable, type Selectable, sql } from 'kysely'
import type { Minor } from '#contract/money.ts'
import { getTransition } from '#contract/lifecycle.ts'
import { type VoucherEvent, voucherLifecycle, type VoucherState } from '#contract/payments/lifecycle-voucher.ts'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  toContainsPattern,
  selectExactInstant,
  fetchSortedPage,
  type Page,
  type PageRequest,
} from '#server/platform/pagination.ts'

export type VoucherRow = Omit<Selectable<DB['voucher']>, 'state'> & { state: VoucherState }

export const insertVoucher = (db: Db, row: Insertable<DB['voucher']>): Promise<VoucherRow> =>
  db.insertInto('voucher').values(row).returningAll().executeTakeFirstOrThrow() as Promise<VoucherRow>

export const findVoucherById = (db: Db, id: string): Promise<VoucherRow | undefined> =>
  db.selectFrom('voucher').selectAll().where('id', '=', id).executeTakeFirst() as Promise<VoucherRow | undefined>
export const lockVoucher = (db: Db, id: string): Promise<VoucherRow | undefined> =>
  db.selectFrom('voucher').selectAll().where('id', '=', id).forUpdate().executeTakeFirst() as Promise<
    VoucherRow | undefined
  >
export const findVoucherByHash = (db: Db, hash: Buffer): Promise<VoucherRow | undefined> =>
  db.selectFrom('voucher').selectAll().where('code_hash', '=', hash).executeTakeFirst() as Promise<
    VoucherRow | undefined
  >

export const listVouchersOf = (db: Db, accountId: string): Promise<VoucherRow[]> =>
  db
    .selectFrom('voucher')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', '<>', 'open')
    .orderBy('created_at', 'desc')
    .limit(2_000)
    .execute() as Promise<VoucherRow[]>

export function moveVoucher(
  db: Db,
  id: string,
  event: VoucherEvent,
  set: Partial<Selectable<DB['voucher']>>,
): Promise<VoucherRow | undefined> {
  const { from, to } = getTransition(voucherLifecycle, event)
  return db
    .updateTable('voucher')
    .set({ ...set, state: to } as never)
    .where('id', '=', id)
    .where('state', 'in', from)
    .returningAll()
    .executeTakeFirst() as Promise<VoucherRow | undefined>
}

/** Deducts a refund from a voucher. Throws if the voucher has less. Unpaid vouchers do not change. */
export async function deductVoucherRefund(db: Db, id: string, amountMinor: Minor): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('voucher')
    .set((eb) => ({ left_minor: eb('left_minor', '-', amountMinor) }))
    .where('id', '=', id)
    .where('left_minor', '>=', amountMinor)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  if ((await findVoucherById(db, id))?.state !== 'open') throw new Refusal('refund_too_much')
}

/** Adds a refund to a goodwill voucher and makes it spendable, with its market's expiry. */
export const addToCredit = (db: Db, id: string, amountMinor: Minor, now: Date) =>
  db
    .updateTable('voucher')
    .set((eb) => ({
      // If several refunds are approved separately, the voucher's amount is the sum of the refunds received so far.
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
        .then(getTransition(voucherLifecycle, 'pay').to)
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

/** Removes up to this amount from a voucher. Returns the removed amount. */
export async function drainVoucher(db: Db, id: string, mostMinor: Minor): Promise<Minor> {
  const row = await lockVoucher(db, id)
  const taken = Math.min(row?.left_minor ?? 0, mostMinor)
  if (taken > 0) await deductVoucherRefund(db, id, taken)
  return taken
}

export const blockDisputed = (db: Db, id: string) =>
  moveVoucher(db, id, 'block', { blocked_for: 'The buyer’s bank disputes the payment.' })

/**
 * Lists paid vouchers whose buyer has not been notified, and those that are due at nine in the morning in their market.
 */
export const listVouchersToSend = (db: Db, now: Date, most: number): Promise<(VoucherRow & { due: boolean })[]> =>
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

/** Returns false if another worker has marked the voucher. */
export const markVoucher = async (db: Db, id: string, what: 'told_at' | 'sent_at', now: Date): Promise<boolean> =>
  (
    await db
      .updateTable('voucher')
      .set({ [what]: now })
      .where('id', '=', id)
      .where(what, 'is', null)
      .executeTakeFirst()
  ).numUpdatedRows > 0n

type Named = { id: string; name: string; slug: string }
/** The artist of a restricted voucher, and whether the restriction was lifted. */
type ForWhom = Pick<VoucherRow, 'provider_id' | 'freed_at'>

/** Returns the artists of vouchers; null for a voucher whose restriction was lifted. */
export async function listVoucherArtists(db: Db, rows: readonly ForWhom[]): Promise<(row: ForWhom) => Named | null> {
  const ids = [...new Set(rows.flatMap(({ provider_id, freed_at }) => (provider_id && !freed_at ? [provider_id] : [])))]
  if (ids.length === 0) return () => null
  const found = await db.selectFrom('provider').select(['id', 'name', 'slug']).where('id', 'in', ids).execute()
  const byId = new Map(found.map((one) => [one.id, one]))
  return ({ provider_id, freed_at }) => (provider_id && !freed_at ? (byId.get(provider_id) ?? null) : null)
}

export const findSeller = (
  db: Db,
  slug: string,
): Promise<(Named & Pick<Selectable<DB['provider']>, 'country_code'>) | undefined> =>
  db
    .selectFrom('provider')
    .select(['id', 'name', 'slug', 'country_code'])
    .where('slug', '=', slug)
    .where('sells_vouchers', '=', true)
    .where('state', '=', 'approved')
    .executeTakeFirst()

export const isTakingBookings = async (db: Db, providerId: string): Promise<boolean> =>
  Boolean(
    await db
      .selectFrom('provider')
      .select('id')
      .where('id', '=', providerId)
      .where('state', '=', 'approved')
      .executeTakeFirst(),
  )

/** Lists unexpired vouchers with credit for artists who are suspended, deleted, or paused since before a time. */
export const listVouchersToUnlock = (
  db: Db,
  { now, pausedBefore, most }: { now: Date; pausedBefore: Date; most: number },
): Promise<(VoucherRow & { artist: string | null })[]> =>
  db
    .selectFrom('voucher')
    .innerJoin('provider as p', 'p.id', 'voucher.provider_id')
    .selectAll('voucher')
    // A deleted artist has no name.
    .select(sql<string | null>`case when p.account_id is not null then p.name end`.as('artist'))
    .where('voucher.freed_at', 'is', null)
    .where('voucher.state', '<>', 'open')
    .where((eb) => eb.or([eb('voucher.expires_at', 'is', null), eb('voucher.expires_at', '>', now)]))
    .where((eb) =>
      eb.or([
        eb('voucher.left_minor', '>', 0),
        eb.exists(
          eb
            .selectFrom('credit_spend as s')
            .select('s.id')
            .whereRef('s.voucher_id', '=', 'voucher.id')
            .where('s.state', '<>', 'returned'),
        ),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb('p.account_id', 'is', null).and('p.state', '<>', 'approved'),
        eb('p.state', 'not in', ['approved', 'paused']),
        eb('p.state', '=', 'paused').and('p.paused_at', '<', pausedBefore),
      ]),
    )
    .orderBy('voucher.created_at')
    .limit(most)
    .execute() as Promise<(VoucherRow & { artist: string | null })[]>

export const unlockVoucher = (db: Db, id: string, now: Date): Promise<VoucherRow | undefined> =>
  db
    .updateTable('voucher')
    .set({ freed_at: now })
    .where('id', '=', id)
    .where('freed_at', 'is', null)
    .returningAll()
    .executeTakeFirst() as Promise<VoucherRow | undefined>

export type SoldRow = {
  number: number
  buyer_name: string
  to_name: string
  state: string
  amount_minor: Minor
  paid_at: Date
  expires_at: Date | null
  freed_at: Date | null
  open_minor: Minor
  used_minor: Minor
}

export const listSoldVoucherRows = async (db: Db, providerId: string, most: number): Promise<SoldRow[]> => {
  const { rows } = await sql<SoldRow>`
    select v.number, v.buyer_name, v.to_name, v.state, v.amount_minor, v.paid_at, v.expires_at, v.freed_at,
      (case when v.freed_at is null then v.left_minor + coalesce((select sum(s.amount_minor) from credit_spend s
        where s.voucher_id = v.id and s.state = 'kept'), 0) else 0 end)::int as open_minor,
      coalesce((select sum(p.amount_minor - p.refunded_minor) from credit_spend s join payment p on p.ref = s.id and p.kind = 'credit'
        where s.voucher_id = v.id and s.state = 'spent' and p.provider_id = v.provider_id), 0)::int as used_minor
    from voucher v where v.provider_id = ${providerId} and v.paid_at is not null
    order by v.number desc limit ${most}`.execute(db)
  return rows
}

const vouchers = (db: Db) =>
  db
    .selectFrom('voucher')
    .leftJoin('provider as p', 'p.id', 'voucher.provider_id')
    .select([
      'voucher.provider_id',
      'voucher.freed_at',
      'p.name as artist',
      'voucher.id',
      'voucher.number',
      'voucher.kind',
      'voucher.reason',
      'voucher.state',
      'voucher.amount_minor',
      'voucher.left_minor',
      'voucher.currency',
      'voucher.country_code',
      'voucher.account_id',
      'voucher.buyer_name',
      'voucher.buyer_email',
      'voucher.to_name',
      'voucher.to_email',
      'voucher.send_on',
      'voucher.sent_at',
      'voucher.expires_at',
      'voucher.blocked_for',
      selectExactInstant('voucher.created_at').as('at'),
    ])
    .where('voucher.state', '<>', 'open')
export type OperatorVoucherRow = Awaited<ReturnType<ReturnType<typeof vouchers>['execute']>>[number]

export const fetchVouchers = (
  db: Db,
  text: string | undefined,
  page: { sort?: 'date' | '-date' | 'left' | '-left' | undefined } & PageRequest,
): Promise<Page<OperatorVoucherRow>> =>
  fetchSortedPage(
    vouchers(db).$if(Boolean(text), (q) =>
      q.where(
        sql<boolean>`lower(voucher.number || ' ' || voucher.buyer_name || ' ' || voucher.buyer_email::text || ' ' || voucher.to_name || ' ' || coalesce(voucher.to_email::text, '') || ' ' || coalesce(p.name, '')) like ${toContainsPattern(text ?? '')}`,
      ),
    ),
    page,
    {
      orders: {
        date: [{ by: sql`voucher.created_at`, type: 'timestamptz' }],
        left: [{ by: sql`voucher.left_minor`, type: 'bigint' }],
      },
      usual: '-date',
      id: 'voucher.id',
    },
  )

export const findOperatorVoucher = (db: Db, id: string): Promise<OperatorVoucherRow | undefined> =>
  vouchers(db).where('voucher.id', '=', id).executeTakeFirst()

export const sumVoucherBalances = async (db: Db): Promise<{ currency: string; minor: Minor }[]> =>
  db
    .selectFrom('voucher')
    .select(['currency', sql<Minor>`sum(left_minor)::bigint`.as('minor')])
    .groupBy('currency')
    .having(sql`sum(left_minor)`, '>', 0)
    .orderBy('currency')
    .execute()
