import { type RawBuilder, sql } from 'kysely'
import type { Minor } from '#contract/money.ts'
import type { Db } from '#db/database.ts'

export type HubOf = { accountId: string } | { providerId: string }

type HubCounts = {
  money: { currency: string; minor: Minor }[]
  bookings: number
  ahead: number
  payments: number
  payouts: number
  reviews: number
  reports: number
  conversations: number
}

const mine = (of: HubOf, table: string) =>
  'accountId' in of
    ? sql<boolean>`${sql.ref(`${table}.account_id`)} = ${of.accountId}`
    : sql<boolean>`${sql.ref(`${table}.provider_id`)} = ${of.providerId}`

/**
 * The number of completed bookings, the only number of bookings that pages and fees show. An artist's is counted when a
 * booking is completed.
 */
const selectCompletedBookings = (of: HubOf) =>
  'providerId' in of
    ? sql<number>`(select booking_count from provider where id = ${of.providerId})`
    : countCompletedOf(sql.val(of.accountId))

const countCompletedOf = (accountId: RawBuilder<unknown>) =>
  sql<number>`(select count(*)::int from appointment where account_id = ${accountId} and state = 'completed')`

export const getHubCounts = async (db: Db, of: HubOf, now: Date): Promise<HubCounts> => {
  const { rows } = await sql<HubCounts>`
    select
      (select coalesce(json_agg(json_build_object('currency', currency, 'minor', minor) order by minor desc), '[]') from (
        select currency, sum(amount_minor - refunded_minor)::bigint as minor from payment where ${mine(of, 'payment')} and state = 'captured' group by currency) taken) as money,
      ${selectCompletedBookings(of)} as bookings,
      (select count(*)::int from appointment where ${mine(of, 'appointment')} and state = 'booked' and ends_at > ${now}) as ahead,
      (select count(*)::int from payment where ${mine(of, 'payment')}) as payments,
      ${'providerId' in of ? sql`(select count(*)::int from payout where provider_id = ${of.providerId})` : sql`0`} as payouts,
      -- Published and hidden reviews have an index each.
      ((select count(*)::int from review where ${mine(of, 'review')} and hidden_at is null)
        + (select count(*)::int from review where ${mine(of, 'review')} and hidden_at is not null)) as reviews,
      (select count(*)::int from conversation where ${mine(of, 'conversation')}) as conversations,
      ((select count(*)::int from report join conversation on conversation.id = report.conversation_id where ${mine(of, 'conversation')})
        + (select count(*)::int from report join lateral (select account_id, provider_id from review where id = report.review_id offset 0) review on ${mine(of, 'review')})) as reports`.execute(
    db,
  )
  return rows[0] as HubCounts
}

type HubTalk = {
  id: string
  with_id: string
  with_name: string
  messages: number
  last_at: Date
  report_id: string | null
}

/** Returns other party and length of conversations, never their content. */
export const listHubConversations = async (db: Db, of: HubOf, limit: number): Promise<HubTalk[]> => {
  const other = 'accountId' in of ? sql.ref('provider') : sql.ref('account')
  const otherId = 'accountId' in of ? sql.ref('conversation.provider_id') : sql.ref('conversation.account_id')
  const { rows } = await sql<HubTalk>`
    select conversation.id, other.id as with_id, other.name as with_name, conversation.last_at,
      (select count(*)::int from message where conversation_id = conversation.id and side <> 'system') as messages,
      (select report.id from report where report.conversation_id = conversation.id order by report.created_at desc limit 1) as report_id
    from (select * from conversation where ${mine(of, 'conversation')} order by last_at desc, id desc limit ${limit}) conversation
    join ${other} other on other.id = ${otherId}
    order by conversation.last_at desc, conversation.id desc`.execute(db)
  return rows
}

export const countBookingsByPerson = async (
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { bookings: number; money: HubCounts['money'] }>> => {
  const { rows } = await sql<{ id: string; bookings: number; money: HubCounts['money'] }>`
    select who.id, ${countCompletedOf(sql.ref('who.id'))} as bookings,
      (select coalesce(json_agg(json_build_object('currency', currency, 'minor', minor) order by minor desc), '[]') from (
        select currency, sum(amount_minor - refunded_minor)::bigint as minor from payment where account_id = who.id and state = 'captured' group by currency) taken) as money
    from unnest(${sql.val(ids)}::uuid[]) who(id)`.execute(db)
  return new Map(rows.map(({ id, ...rest }) => [id, rest]))
}
