import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Country } from '#contract/words.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { createTestClient, getAccountId } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { issueInvoices } from './invoices.ts'
import { postMovement } from './ledger.queries.ts'

let rig: TestRig
let owner: Awaited<ReturnType<typeof createTestClient>>
const nextMonth = new Date('2026-12-02T12:00:00Z')
const ctx = () => createJobContext(rig, 'test')

beforeAll(async () => {
  rig = await openRig()
  owner = await createTestClient(rig, await getAccountId(rig, 'olu@primp.test'))
})
const setMarket = (countryCode: Country, taxNumber: string, businessAddress: string) =>
  rig.database.db
    .updateTable('market')
    .set({ tax_number: taxNumber, business_address: businessAddress })
    .where('country_code', '=', countryCode)
    .execute()
beforeEach(() => rig.at(testNow))
afterAll(async () => {
  rig.at(testNow)
  for (const country of ['GB', 'AU', 'CA'] as const) await setMarket(country, '', '')
  await clearTestTown(rig)
})

const bases = {
  GB: { lat: 51.5, lng: -0.12, tz: 'Europe/London', currency: 'GBP' },
  AU: { lat: -33.87, lng: 151.21, tz: 'Australia/Sydney', currency: 'AUD' },
  toronto: { lat: 43.65, lng: -79.38, tz: 'America/Toronto', currency: 'CAD' },
  halifax: { lat: 44.65, lng: -63.58, tz: 'America/Halifax', currency: 'CAD' },
  calgary: { lat: 51.05, lng: -114.07, tz: 'America/Edmonton', currency: 'CAD' },
} as const

/** Creates an artist in a place, who was charged a fee of 20.00 in November. */
async function chargedIn(place: keyof typeof bases, slug: string) {
  const country: Country = place === 'GB' || place === 'AU' ? place : 'CA'
  const artist = await createTestProviderWithAccount(rig, { slug })
  const { currency, ...base } = bases[place]
  await rig.database.db
    .updateTable('provider')
    .set({ ...base, country_code: country })
    .where('id', '=', artist.id)
    .execute()
  await ctx().transaction((tx) =>
    postMovement(
      tx.db,
      { kind: 'capture', providerId: artist.id, amountMinor: 10_000, feeMinor: 2_000 },
      { fact: `capture:${slug}`, currency, at: testNow, providerId: artist.id, note: 'Wedding' },
    ),
  )
  const read = async (path: string) => {
    const { status, body } = await (await createTestClient(rig, artist.accountId))(`/v1/providers/me/${path}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.data
  }
  const latest = async () => {
    const { invoices } = await read('invoices')
    return invoices.length ? (await read(`invoices/${invoices[0].id}`)).invoice : null
  }
  return { artist, latest }
}

describe("The platform's address", () => {
  test('an invoice with tax is issued once the platform has an address in the market', async () => {
    const { latest } = await chargedIn('GB', 'address-waits')
    await setMarket('GB', 'GB123456789', '')
    rig.at(nextMonth)
    await issueInvoices(ctx())
    expect(await latest()).toBeNull()
    await setMarket('GB', 'GB123456789', '1 Canal Street\nLondon N1 1AA')
    await issueInvoices(ctx())
    expect(await latest()).toMatchObject({
      title: 'Invoice',
      from: { address: '1 Canal Street\nLondon N1 1AA', taxNumber: 'GB123456789', taxNumberLabel: 'VAT number' },
      tax: { name: 'VAT', percent: 20, amount: 3.33 },
    })
  })

  test('an invoice that waited for months is issued with the tax of its own month', async () => {
    const { latest } = await chargedIn('GB', 'address-late')
    await setMarket('GB', 'GB123456789', '')
    rig.at(new Date('2027-05-04T12:00:00Z'))
    await issueInvoices(ctx())
    expect(await latest()).toBeNull()
    await setMarket('GB', 'GB123456789', '1 Canal Street\nLondon N1 1AA')
    const { db } = rig.database
    const later = { country_code: 'GB', region: '', name: 'VAT', percent: 25, starts_on: '2027-01-01' }
    await db.insertInto('tax_rate').values(later).execute()
    try {
      await issueInvoices(ctx())
      expect(await latest()).toMatchObject({
        month: '2026-11',
        taxPoint: '2026-11-30',
        issuedAt: '2027-05-04T12:00:00.000Z',
        tax: { name: 'VAT', percent: 20, amount: 3.33 },
      })
    } finally {
      await db.deleteFrom('tax_rate').where('country_code', '=', 'GB').where('percent', '=', 25).execute()
    }
  })

  test('an operator saves address and tax number together; a number needs an address', async () => {
    const save = (body: object) =>
      owner('/v1/operator/markets/GB/tax-number', 'PUT', { reason: 'Registered for VAT', ...body })
    const refused = await save({ taxNumber: 'GB123456789', businessAddress: ' ' })
    expect(refused.body).toMatchObject({ code: 'business_address_missing', errors: [{ path: 'businessAddress' }] })
    const saved = await save({ taxNumber: 'GB123456789', businessAddress: '1 Canal Street' })
    expect(saved.body.data).toEqual({ taxNumber: 'GB123456789', businessAddress: '1 Canal Street' })
  })
})

describe('Tax on fees', () => {
  test('in Canada the province of the artist decides, of the registration or else of the base', async () => {
    const [toronto, halifax, calgary, moved] = [
      await chargedIn('toronto', 'fee-toronto'),
      await chargedIn('halifax', 'fee-halifax'),
      await chargedIn('calgary', 'fee-calgary'),
      await chargedIn('calgary', 'fee-moved'),
    ]
    await rig.database.db
      .insertInto('tax_registration')
      .values({
        provider_id: moved.artist.id,
        country_code: 'CA',
        region: 'ON',
        number: '123456782RT0001',
        since: testNow,
      })
      .execute()
    await setMarket('CA', '123456782RT0001', '1 King Street\nToronto ON')
    rig.at(nextMonth)
    await issueInvoices(ctx())
    const taxes = []
    for (const { latest } of [toronto, halifax, calgary, moved]) taxes.push((await latest()).tax)
    expect(taxes).toEqual([
      { name: 'HST', percent: 13, amount: 2.3 },
      { name: 'HST', percent: 14, amount: 2.46 },
      { name: 'GST', percent: 5, amount: 0.95 },
      { name: 'HST', percent: 13, amount: 2.3 },
    ])
  })

  test('in Australia the title is Tax invoice, with the ABN of both', async () => {
    const { artist, latest } = await chargedIn('AU', 'fee-sydney')
    await rig.database.db
      .insertInto('tax_person')
      .values({ provider_id: artist.id, legal_name: 'Nia Own', address: '2 Hill Road', tax_number: '51824753556' })
      .execute()
    await setMarket('AU', '83914571673', '1 Pitt Street\nSydney')
    rig.at(nextMonth)
    await issueInvoices(ctx())
    expect(await latest()).toMatchObject({
      title: 'Tax invoice',
      from: { taxNumberLabel: 'ABN', taxNumber: '83914571673' },
      to: { taxNumberLabel: 'ABN', taxNumber: '51824753556' },
      tax: { name: 'GST', percent: 10 },
    })
  })
})
