import { sql } from 'kysely'
import { dropTableIndexes } from '#db/bare-tables.ts'
import { type Bulk, bulkLoad } from '#db/bulk.ts'
import type { Database } from '#db/database.ts'
import { fillDatabase } from '#db/fill.ts'
import { listCitiesByPeople } from '#db/market/cities.ts'
import { fillMarket } from '#db/market/fill-market.ts'

/** Tables that are copied with each booking of the sample market, parents first. */
const copied = [
  'account',
  'search',
  'quote',
  'quote_act',
  'request',
  'offer',
  'appointment',
  'payment',
  'payout',
  'ledger_movement',
  'ledger_entry',
  'conversation',
  'message',
] as const

/** Unique texts, and numbers that count up. */
const unique = ['email', 'fact', 'gateway_id', 'charge_id', 'message_id']
const numbered = ['number', 'movement_id']

/**
 * Fills an empty database with synthetic artists, the sample market, and copies of the sample's bookings of synthetic
 * artists: `size` of each. The sample's own rows are the same as in a market without the others.
 */
export async function fillScale(database: Database, size: number, now: Date): Promise<void> {
  const first = `select count(*)::int as n from appointment`
  if (size > 0) {
    // None in London, so that what is near the sample's artists does not grow with the market.
    const cities = listCitiesByPeople(size, 200).filter(({ name }) => name !== 'London')
    await fillMarket(database, cities, () => {})
  }
  await fillDatabase(database, { sample: true, now: () => now, say: () => {} })
  await bulkLoad(database, async (bulk) => {
    const [bookings] = await bulk.rows<{ n: number }>(first)
    const times = Math.ceil(size / (bookings?.n ?? 1))
    if (times === 0) return
    // The copies satisfy the same constraints as their originals; what triggers would write is copied too.
    // Indexes of many rows are built faster afterwards.
    const restore = await dropTableIndexes(bulk, [...copied, 'outbox', 'audit'], { keepIndexes: size < 50_000 })
    const [artists] = await bulk.rows<{ n: number }>(`select min(no) - 1 as n from provider where slug = 'mia-hollis'`)
    for (const table of copied) await copyRows(bulk, table, times, artists?.n ?? 0)
    await writeLogs(bulk, size)
    await restore()
  })
  await sql`vacuum analyze`.execute(database.jobs)
}

/** Copies the rows of a table: UUIDs and search IDs by a hash, so that references between copies hold. */
async function copyRows(bulk: Bulk, table: string, times: number, artists: number): Promise<void> {
  const columns = await bulk.rows<{ name: string; type: string; identity: boolean; generated: boolean }>(
    `select attname as name, format_type(atttypid, null) as type, attidentity <> '' as identity, attgenerated <> '' as generated
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    [table],
  )
  // All rows of a search have the same artist.
  const artist = columns.some(({ name }) => name === 'search_id') ? 'abs(hashtext(k || o.search_id))' : 'k * 7919'
  const kept = columns.filter(({ generated }) => !generated)
  const ofArtist = (column: string) => `(select ${column} from provider where no = 1 + ${artist} % ${artists})`
  const hasArtist = columns.some(({ name }) => name === 'provider_id')
  const value = ({ name, type, identity }: (typeof columns)[number]): string => {
    if (name === 'provider_id') return ofArtist('id')
    if (name === 'country_code' && hasArtist) return ofArtist('country_code')
    if (type === 'uuid')
      return `overlay(overlay(md5(k || o.${name}::text) placing '4' from 13) placing '8' from 17)::uuid`
    if (/(^|_)search(_id)?$|^event_key$/.test(name) || (table === 'search' && name === 'id'))
      return `substr(md5(k || o.${name}), 1, 16)`
    if (identity || numbered.includes(name)) return `o.${name} + k * 1000000`
    if (unique.includes(name)) return `k || '-' || o.${name}`
    if (name === 'lat') return `o.lat - 1 - k % 60`
    if (type === 'bytea') return `sha256((k || encode(o.${name}, 'hex'))::bytea)`
    return `o.${name}`
  }
  const names = kept.map(({ name }) => name).join(', ')
  await bulk.run(`create temporary table original on commit drop as select * from ${table}`)
  await bulk.run(
    `insert into ${table} (${names}) overriding system value select ${kept.map(value).join(', ')} from original o cross join generate_series(1, ${times}) k`,
  )
  await bulk.run('drop table original')
}

/** Writes four customers for each artist, and `size` rows of each log about people of the copies. */
async function writeLogs(bulk: Bulk, size: number): Promise<void> {
  // Read once: without its indexes the table of accounts is sorted in each read.
  const people = await bulk.rows<{ id: string }>('select id from account order by id limit 500')
  const person = `('{${people.map(({ id }) => id)}}'::uuid[])[1 + n % ${people.length}]`
  const at = `timestamptz '2026-11-19' - make_interval(secs => n * 60)`
  await bulk.run(`
    insert into account (email, name, roles)
      select 'scale' || n || '@table.example', 'Person' || n, '{customer}' from generate_series(1, ${4 * size}) n;
    insert into outbox (channel, kind, address, subject, body, state, sent_at, message_id, sample, created_at)
      select 'mail', 'booking.confirmed', 'person' || n || '@table.example', 'Booked', 'x', 'sent', ${at}, 'scale-' || n, true, ${at} from generate_series(1, ${size}) n;
    insert into audit (actor_id, act, subject_kind, subject_id, subject_name, reason, at)
      select ${person}, 'provider.approve', 'provider', n::text, 'Person' || n, 'all five checks', ${at} from generate_series(1, ${size}) n;
    insert into sign_in (account_id, how, succeeded, at)
      select ${person}, 'password', true, ${at} from generate_series(1, ${size}) n;
    insert into live_event (id, audience, kind, at)
      select n, array['account:' || n], 'booking.changed', ${at} from generate_series(1, ${size}) n`)
}
