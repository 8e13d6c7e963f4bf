import { sql } from 'kysely'
import type { Minor } from '#contract/money.ts'
import type { Db } from '#db/database.ts'
import { containsPattern, exactInstant, fetchPage, type Page, type PageRequest } from '#server/platform/pagination.ts'

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
      exactInstant('voucher.created_at').as('at'),
    ])
    .where('voucher.state', '<>', 'open')
export type OperatorVoucherRow = Awaited<ReturnType<ReturnType<typeof vouchers>['execute']>>[number]

/** Fetches paid vouchers, newest first. */
export const fetchVouchers = (db: Db, text: string | undefined, page: PageRequest): Promise<Page<OperatorVoucherRow>> =>
  fetchPage(
    vouchers(db).$if(Boolean(text), (q) =>
      q.where(
        sql<boolean>`lower(voucher.number || ' ' || voucher.buyer_name || ' ' || voucher.buyer_email::text || ' ' || voucher.to_name || ' ' || coalesce(voucher.to_email::text, '') || ' ' || coalesce(p.name, '')) like ${containsPattern(text ?? '')}`,
      ),
    ),
    page,
    { at: 'voucher.created_at', id: 'voucher.id' },
  )

export const operatorVoucher = (db: Db, id: string): Promise<OperatorVoucherRow | undefined> =>
  vouchers(db).where('voucher.id', '=', id).executeTakeFirst()

/** What can still be spent of all vouchers, by currency. */
export const leftOfAll = async (db: Db): Promise<{ currency: string; minor: Minor }[]> =>
  db
    .selectFrom('voucher')
    .select(['currency', sql<Minor>`sum(left_minor)::bigint`.as('minor')])
    .groupBy('currency')
    .having(sql`sum(left_minor)`, '>', 0)
    .orderBy('currency')
    .execute()
