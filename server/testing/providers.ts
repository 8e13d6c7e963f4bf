import { randomBytes } from 'node:crypto'
import { getTextVersion } from '#contract/terms.ts'
import { insertTermsOnce } from '#server/accounts/accounts.queries.ts'
import { type TestRig, testNow } from '#server/test-rig.ts'

/** Lerwick, where no provider of the sample market works: tests own every provider here. */
export const testTown = {
  type: 'Point',
  coordinates: [-1.145, 60.155] as [number, number],
  address: { placeName: 'Lerwick, Shetland', countryCode: 'GB', locality: 'Lerwick', country: 'United Kingdom' },
}

export type TestProviderTerms = {
  slug: string
  east?: number
  mobile?: boolean
  studio?: boolean
  radius?: number
  instant?: boolean
  covidTrained?: boolean
  featured?: boolean
  notice?: number
  costs?: Record<string, number>
  minutes?: Record<string, number>
  crew?: string[][]
  opens?: number
  closes?: number
  skills?: string[]
  reviews?: [count: number, sum: number]
  minimum?: number
}

/** Creates an approved provider in the test town, `east` metres from its centre. */
export async function createTestProvider(
  rig: TestRig,
  terms: TestProviderTerms,
): Promise<{ id: string; no: number; slug: string }> {
  const { db } = rig.database
  const [lng, lat] = testTown.coordinates
  const costs = terms.costs ?? { makeup: 4_400, updo: 3_800 }
  const made = await db
    .insertInto('provider')
    .values({
      slug: terms.slug,
      name: terms.slug,
      state: 'approved',
      country_code: 'GB',
      lat,
      lng: lng + (terms.east ?? 0) / (111_195 * Math.cos((lat * Math.PI) / 180)),
      area: 'Lerwick',
      tz: 'Europe/London',
      mobile: terms.mobile ?? true,
      studio: terms.studio ?? false,
      travel_radius_m: terms.radius ?? 20_000,
      travel_free_m: 50_000,
      minimum_job_minor: terms.minimum ?? 0,
      instant_booking: terms.instant ?? false,
      payouts_ready: true,
      covid_trained: terms.covidTrained ?? false,
      featured: terms.featured ?? false,
      notice_hours: terms.notice ?? 12,
      horizon_days: 730,
      opens_minute: terms.opens ?? 300,
      closes_minute: terms.closes ?? 1320,
      skills: terms.skills ?? [],
      review_count: terms.reviews?.[0] ?? 0,
      review_sum: terms.reviews?.[1] ?? 0,
      approved_at: new Date('2026-01-01'),
      sample: true,
    })
    .returning(['id', 'no', 'slug'])
    .executeTakeFirstOrThrow()
  await db
    .insertInto('provider_service')
    .values(
      Object.entries(costs).map(([service_id, cost_minor]) => ({
        provider_id: made.id,
        service_id,
        cost_minor,
        minutes: terms.minutes?.[service_id] ?? null,
      })),
    )
    .execute()
  const crew = terms.crew ?? [Object.keys(costs)]
  await db
    .insertInto('artist')
    .values(
      crew.map((service_ids, position) => ({
        provider_id: made.id,
        position,
        name: `Artist ${position + 1}`,
        service_ids,
      })),
    )
    .execute()
  const account = `acct_test_${made.id.replaceAll('-', '')}`
  await db
    .insertInto('test_bank_account')
    .values({ id: account, made_by: `account:${made.id}`, holder: terms.slug, last_four: '4242' })
    .execute()
  await db
    .insertInto('payout_account')
    .values({ provider_id: made.id, gateway: 'test', gateway_id: account, state: 'ready', label: '•••• 4242' })
    .execute()
  return made
}

/** Deletes all providers of the test town with their bookings and payments, and all searches made there. */
export async function clearTestTown(rig: TestRig): Promise<void> {
  const { db } = rig.database
  const there = db.selectFrom('provider').select('id').where('area', '=', 'Lerwick')
  await rig.database.exec(forgetMoney)
  // Otherwise a waiting list would receive the free times of the next test.
  const searches = db.selectFrom('search').select('id').where('place_name', 'like', `${testTown.address.locality}%`)
  await db.deleteFrom('freed_alert').where('search_id', 'in', searches).execute()
  await db.deleteFrom('team_up').where('search_id', 'in', searches).execute()
  await db.deleteFrom('quote_act').where('provider_id', 'in', there).execute()
  await db.updateTable('request').set({ replaces: null }).where('provider_id', 'in', there).execute()
  const booked = db.selectFrom('appointment').select('id').where('provider_id', 'in', there)
  await db.updateTable('appointment').set({ rescued_from: null }).where('rescued_from', 'in', booked).execute()
  await db.deleteFrom('dispute').where('appointment_id', 'in', booked).execute()
  await db.deleteFrom('appointment').where('provider_id', 'in', there).execute()
  await db
    .deleteFrom('promo_use')
    .where('hold_id', 'in', db.selectFrom('hold').select('id').where('provider_id', 'in', there))
    .execute()
  await db.deleteFrom('promo_code').where('provider_id', 'in', there).execute()
  await db.deleteFrom('hold').where('provider_id', 'in', there).execute()
  await db.deleteFrom('request').where('provider_id', 'in', there).execute()
  await db.deleteFrom('quote').where('provider_id', 'in', there).execute()
  await db.deleteFrom('fee_invoice').where('provider_id', 'in', there).execute()
  await db.deleteFrom('provider').where('area', '=', 'Lerwick').execute()
}

// The ledger refuses deletes except by the retention job.
const forgetMoney = `begin; set local primp.retention = 'on';
  create temp table lerwick on commit drop as select id from provider where area = 'Lerwick';
  create temp table of_theirs on commit drop as select id from voucher where provider_id in (select id from lerwick);
  create temp table paid_for on commit drop as select id from payment where ref in (select id from of_theirs);
  delete from ledger_entry where movement_id in (select id from ledger_movement where payment_id in (select id from paid_for));
  delete from ledger_movement where payment_id in (select id from paid_for);
  delete from refund where payment_id in (select id from paid_for);
  delete from payment where id in (select id from paid_for);
  delete from credit_spend where voucher_id in (select id from of_theirs);
  delete from voucher where id in (select id from of_theirs);
  delete from ledger_entry where movement_id in (select id from ledger_movement where provider_id in (select id from lerwick));
  delete from ledger_movement where provider_id in (select id from lerwick);
  delete from refund where payment_id in (select id from payment where provider_id in (select id from lerwick));
  delete from payout where provider_id in (select id from lerwick);
  delete from charge_back where payment_id in (select id from payment where provider_id in (select id from lerwick));
  delete from payment where provider_id in (select id from lerwick);
  delete from test_bank_account where id in (select 'acct_test_' || replace(id::text, '-', '') from lerwick); commit`

export const createTestBusyTime = (rig: TestRig, provider: { id: string; no: number }, from: string, to: string) =>
  rig.database.db
    .insertInto('busy')
    .values({
      provider_id: provider.id,
      provider_no: provider.no,
      cell: 0,
      kind: 'appointment',
      during: `[${from},${to})`,
      event_date: from.slice(0, 10),
    })
    .execute()

/** Returns the body of a search: makeup for one person on Saturday 12 June 2027 by default. */
export const createSearchInput = (town: typeof testTown, more: Record<string, unknown> = {}) => ({
  storeSlug: 'beauty',
  categorySlug: 'makeup-hair-styling',
  location: town,
  eventDate: '2027-06-12',
  finishTime: '13:30',
  services: ['makeup'],
  ...more,
})

/** Creates a test provider who takes instant bookings and can be paid out. */
export async function createInstantTestProvider(rig: TestRig, terms: TestProviderTerms) {
  const artist = await createTestProvider(rig, terms)
  await rig.database.db
    .updateTable('provider')
    .set({ payouts_ready: true, instant_booking: true })
    .where('id', '=', artist.id)
    .execute()
  return artist
}

/** Creates a test provider who takes instant bookings and has an account that can sign in. */
export async function createTestProviderWithAccount(rig: TestRig, terms: TestProviderTerms) {
  const { db } = rig.database
  const artist = await createInstantTestProvider(rig, terms)
  const account = await db
    .insertInto('account')
    .values({
      email: `${terms.slug}-${randomBytes(6).toString('hex')}@mail.example`,
      name: terms.slug,
      roles: ['customer', 'provider'],
      email_verified_at: testNow,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('provider').set({ account_id: account.id }).where('id', '=', artist.id).execute()
  await acceptTestClientTerms(rig, account.id)
  return { ...artist, accountId: account.id }
}

/** Accepts that an artist is the controller of their clients' data, without which they save none. */
export const acceptTestClientTerms = (rig: TestRig, accountId: string) =>
  insertTermsOnce(rig.database.db, {
    account_id: accountId,
    terms: 'controller',
    version: getTextVersion('controller'),
    at: testNow,
  })

export async function createTestPortfolio({ database: { db } }: TestRig, accountId: string, n = 3): Promise<void> {
  const { id: provider_id } = await db
    .selectFrom('provider')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const { id: album_id } = await db
    .insertInto('album')
    .values({ provider_id, title: 'My work', position: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('media')
    .values(
      Array.from({ length: n }, (_, position) => ({ provider_id, album_id, position, alt: 'Work', drawing: '{}' })),
    )
    .execute()
}
