import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { appointmentOfMovement } from './ledger.queries.ts'
import { selectExactInstant, fetchPage, type PageRequest } from '#server/platform/pagination.ts'

// SQL: the hold that a payment was made for, itself or through a share of its bill.
const heldFor = sql`(select coalesce((select hold_id from bill_share where id = payment.ref), payment.ref))`

/** Fetches a page of an account's payments, newest first, each with the booking or hold that it was made for. */
export const fetchPaymentsOfAccount = (db: Db, accountId: string, page: PageRequest) =>
  fetchPage(
    db
      .selectFrom('payment')
      .leftJoin('provider', 'provider.id', 'payment.provider_id')
      .leftJoin('appointment as booked', (join) =>
        join.on('booked.id', '=', sql<string>`${appointmentOfMovement(sql`payment.ref`)}`),
      )
      .leftJoin('hold', (join) => join.on('booked.id', 'is', null).on('hold.id', '=', sql<string>`${heldFor}`))
      .leftJoin('search', 'search.id', 'hold.search_id')
      .select([
        'payment.id',
        'payment.number',
        'payment.kind',
        'payment.state',
        'payment.description',
        'payment.amount_minor',
        'payment.refunded_minor',
        'payment.currency',
        'payment.gateway',
        'payment.partner_id',
        'payment.country_code',
        'provider.name as provider',
        sql<string>`coalesce(booked.event, hold.requester->>'event', '')`.as('event'),
        sql<string | null>`to_char(coalesce(booked.event_date, search.event_date), 'YYYY-MM-DD')`.as('event_date'),
        sql<boolean>`payment.kind = 'deposit' and coalesce(booked.in_full, hold.in_full, false)`.as('in_full'),
        selectExactInstant('payment.created_at').as('at'),
      ])
      .where('payment.account_id', '=', accountId)
      .where('payment.state', 'not in', ['open', 'ended']),
    page,
    { at: 'payment.created_at', id: 'payment.id' },
  )

export const getAccountName = async (db: Db, accountId: string): Promise<string> =>
  (await db.selectFrom('account').select('name').where('id', '=', accountId).executeTakeFirst())?.name ?? ''
export const getProviderName = async (db: Db, providerId: string): Promise<string> =>
  (await db.selectFrom('provider').select('name').where('id', '=', providerId).executeTakeFirst())?.name ?? ''
