import { sql } from 'kysely'
import type { TestRig } from '#server/test-rig.ts'
import type { Known } from './values.ts'

const mia = `(select id from provider where slug = 'mia-hollis')`
const ana = `(select id from account where email = 'ana@primp.test' and stands_in_for is null)`
const own = (table: string) => `select id from ${table} order by (provider_id = ${mia}) desc, random() limit 8`
const any = (table: string, column = 'id') => `select ${column} as id from ${table} order by random() limit 8`

/** Identifiers of existing rows by field name; rows of the callers come first. */
const sources: Readonly<Record<string, string>> = {
  appointmentId: own('appointment'),
  bookingId: own('appointment'),
  accountId: `select id from account order by (id = ${ana}) desc, random() limit 8`,
  providerId: `select id from provider order by (id = ${mia}) desc, random() limit 8`,
  profileId: any('provider', 'slug'),
  albumId: own('album'),
  mediaId: `select m.id from media m join album a on a.id = m.album_id order by (a.provider_id = ${mia}) desc limit 8`,
  paymentId: any('payment'),
  payoutId: any('payout'),
  conversationId: any('conversation'),
  requestId: own('request'),
  reviewId: own('review'),
  categoryId: any('category'),
  storeId: any('store'),
  quoteId: any('search'),
  holdId: any('hold'),
  clientId: any('own_client'),
  importId: any('client_import'),
  service: any('service'),
  serviceId: any('service'),
  services: any('service'),
  categorySlug: any('category', 'slug'),
  storeSlug: any('store', 'slug'),
}

/** Reads identifiers of the sample market. Skips tables without that column. */
export async function learnRows(rig: TestRig, known: Known): Promise<string[]> {
  const missing: string[] = []
  for (const [name, query] of Object.entries(sources)) {
    const rows = await sql
      .raw<{ id: unknown }>(query)
      .execute(rig.database.db)
      .then((result) => result.rows)
      .catch((fault: Error) => {
        missing.push(`${name}: ${fault.message}`)
        return []
      })
    for (const { id } of rows.toReversed()) known.add(name, id)
  }
  return missing
}

/** Restores the callers, so that each can make the next call. */
export async function restoreCallers(rig: TestRig): Promise<void> {
  await rig.database.exec(`
    update provider set state = 'approved', state_before = null where slug = 'mia-hollis' and state <> 'approved';
    update account set suspended_at = null where email in ('ana@primp.test', 'mia@primp.test', 'olu@primp.test') and suspended_at is not null;
    update partner set ended_at = null where ended_at is not null;
    update api_key set ended_at = null where partner_id is not null and ended_at is not null;
    delete from kill_switch;
    -- Wrong passwords of a caller would keep the next test from signing in.
    delete from sign_in_throttle;`)
}
