import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Values of path and query fields that are the same in every market. */
const fixed: Record<string, string> = {
  eventDate: '2027-06-12',
  month: '2026-11',
  country: 'GB',
  countryCode: 'GB',
  category: 'makeup-hair-styling',
  categoryId: '1',
  percent: '20',
  firstOn: '2027-01-01',
  near: '-0.1,51.5',
  text: 'mia hollis',
  identifier: 'ana@primp.test',
  path: '/gb/makeup-hair-styling/london',
  link: '/gb/makeup-hair-styling/london',
  profiles: 'mia-hollis,ilona-v',
  from: '2026-11-01',
  until: '2026-12-01',
  side: 'customer',
  of: '2026',
  part: '1',
  page: 'help',
  list: 'bookings',
  asked: 'wanted',
  kind: 'identity',
}

/** Values that one endpoint reads differently. */
export const probeOverrides: Record<string, Record<string, string>> = {
  'directory.placeList': { country: 'gb' },
  'directory.artistList': { country: 'gb' },
  'directory.sitemapPart': { kind: 'artists' },
  'operatorMails.read': { kind: 'booking.confirmed' },
  'operatorDataRequests.show': { kind: 'account' },
  'operatorLists.filters': { list: 'payments' },
}

/** Returns values of path and query fields: rows of the sample market, which every market of these tests contains. */
export async function findProbes(db: Db): Promise<Record<string, string>> {
  const one = async (query: string): Promise<Record<string, string>> =>
    (await sql<Record<string, string>>`${sql.raw(query)}`.execute(db)).rows[0] ?? {}
  const ana = `(select id from account where email = 'ana@primp.test')`
  const mia = `(select id from provider where slug = 'mia-hollis')`
  return {
    ...fixed,
    ...(await one(`select id as "appointmentId", search_id as "searchId", search_id as "quoteId" from appointment
      where account_id = ${ana} and provider_id = ${mia} and state = 'booked' order by starts_at limit 1`)),
    ...(await one(`select id as "paymentId" from payment where account_id = ${ana} order by created_at limit 1`)),
    ...(await one(`select id as "payoutId" from payout where provider_id = ${mia} order by id limit 1`)),
    ...(await one(`select id as "conversationId" from conversation where account_id = ${ana} limit 1`)),
    ...(await one(`select id as "requestId" from request where provider_id = ${mia} order by created_at limit 1`)),
    ...(await one(`select id as "disputeId" from dispute limit 1`)),
    ...(await one(`select id as "reportId" from report order by id limit 1`)),
    ...(await one(`select id as "noticeId" from outbox order by created_at limit 1`)),
    ...(await one(`select id as "documentId" from artist_document where provider_id = ${mia} order by id limit 1`)),
    ...(await one(
      `select id::text as "mediaId" from media where provider_id = ${mia} and album_id is not null order by id limit 1`,
    )),
    ...(await one(`select id as "accountId", id as id from account where email = 'ana@primp.test'`)),
    ...(await one(`select id as "providerId", slug as "profileId" from provider where slug = 'mia-hollis'`)),
  }
}
