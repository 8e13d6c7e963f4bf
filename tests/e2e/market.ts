import { mkdirSync, rmSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'

/** Port of the shared site. Parallel runs on one machine need different ones. */
export const port = Number(process.env['JOURNEYS_PORT'] ?? 4173)
/** Port of another site in journeys; the shared site trusts its signatures. */
export const otherSitePort = port + 1_000
export const dataDirectory = `node_modules/.cache/primp/journeys-${port}`
const takenDirectory = `${dataDirectory}-taken`

/** The start time of the site; the sample market is created around it. */
export const marketTime = new Date('2026-11-20T09:00:00Z')

/** Adds days to a date such as `2027-06-12`. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)

/** Returns the date this many days after the market's. */
export const dayAfter = (days: number): string => addDays(marketTime.toISOString().slice(0, 10), days)

/** Returns the first date with this weekday (0 is Sunday), at least this many days after the market's. */
export const weekdayAfter = (days: number, weekday: number): string =>
  dayAfter(days + ((weekday - new Date(dayAfter(days)).getUTCDay() + 7) % 7))

const format = (date: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(new Date(date))

/** Formats a month as the calendar does: `June 2027`. */
export const formatMonth = (date: string): string => format(date, { month: 'long', year: 'numeric' })

/** Formats a date as pages do: `Sat 12 June`, or with its year `Sat 12 June 2027`. */
export function formatDay(date: string, withYear = false): string {
  const day = `${format(date, { weekday: 'short' })} ${format(date, { day: 'numeric', month: 'long' })}`
  return withYear ? `${day} ${format(date, { year: 'numeric' })}` : day
}

/** The number of artists and of customers for one run, each used once. */
const POOL_SIZE = 240

/** Near Stornoway, where no sample artist works. */
const middle = { lat: 58.21, lng: -6.39 }

/** Artists travel 1 km and are 3 km apart, so that a search finds only one. */
function getPooled(number: number) {
  const [row, column] = [Math.floor(number / 16), number % 16]
  return {
    slug: `mia-vale-${number}`,
    email: `mia-vale-${number}@journeys.example`,
    customerEmail: `ana-moura-${number}@journeys.example`,
    lat: middle.lat + (row - 7) * 0.027,
    lng: middle.lng + (column - 8) * 0.051,
  }
}

export function takePooled(kind: 'artist' | 'customer') {
  for (let number = 0; number < POOL_SIZE; number++)
    try {
      mkdirSync(`${takenDirectory}/${kind}-${number}`)
      return getPooled(number)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  throw new Error(`All ${POOL_SIZE} of the pool are in use: increase POOL_SIZE.`)
}

/**
 * Fills the pool: artists called Mia Vale with the prices of the sample artist Mia, but without pictures, bookings and
 * reviews, and customers called Ana Moura.
 */
export async function createPool({ db }: Database): Promise<void> {
  rmSync(takenDirectory, { recursive: true, force: true })
  mkdirSync(takenDirectory, { recursive: true })
  const all = JSON.stringify(Array.from({ length: POOL_SIZE }, (_, number) => getPooled(number)))
  await sql`
    with pool as (
      select *, gen_random_uuid() as account_id, gen_random_uuid() as provider_id, row_number() over () as number
      from json_to_recordset(${all}) as pool (slug text, email text, "customerEmail" text, lat float8, lng float8)
    ), mia as (
      select * from provider where slug = 'mia-hollis'
    ), accounts as (
      insert into account
      select (jsonb_populate_record(null::account, to_jsonb(account) || jsonb_build_object('id', pool.account_id, 'email',
        pool.email, 'name', 'Mia Vale', 'mobile', '+44770091' || lpad(pool.number::text, 4, '0')))).*
      from pool, mia join account on account.id = mia.account_id
      union all
      select (jsonb_populate_record(null::account, to_jsonb(account) || jsonb_build_object('id', gen_random_uuid(),
        'email', pool."customerEmail", 'name', 'Ana Moura', 'mobile', '+44770092' || lpad(pool.number::text, 4, '0')))).*
      from pool, account where account.email = 'ana@primp.test'
      returning id, mobile
    ), proofs as (
      insert into number_proof (account_id, mobile, proven_at) select id, mobile, now() from accounts
    ), providers as (
      insert into provider
      select (jsonb_populate_record(null::provider, to_jsonb(mia) || jsonb_build_object('id', pool.provider_id, 'no',
        nextval(pg_get_serial_sequence('provider', 'no')), 'account_id', pool.account_id, 'slug', pool.slug, 'name',
        'Mia Vale', 'lat', pool.lat, 'lng', pool.lng, 'area', 'Stornoway', 'city', 'Stornoway', 'travel_radius_m', 1000,
        'travel_free_m', 1000, 'profile_media_id', null,
        'cover_media_id', null, 'review_count', 0, 'review_sum', 0, 'booking_count', 0))).*
      from pool, mia
    ), artists as (
      insert into artist (provider_id, position, name, service_ids)
      select pool.provider_id, artist.position, artist.name, artist.service_ids
      from pool, mia join artist on artist.provider_id = mia.id
    ), services as (
      insert into provider_service
      select (jsonb_populate_record(null::provider_service, to_jsonb(service) || jsonb_build_object('provider_id',
        pool.provider_id))).*
      from pool, mia join provider_service as service on service.provider_id = mia.id
    )
    insert into payout_account (provider_id, gateway, gateway_id, state, label, rhythm)
    select pool.provider_id, payout.gateway, 'acct_test_' || pool.slug, payout.state, payout.label, payout.rhythm
    from pool, mia join payout_account as payout on payout.provider_id = mia.id`.execute(db)
}
