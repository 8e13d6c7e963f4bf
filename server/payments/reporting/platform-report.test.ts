import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReportExport, ReportSeller } from '#contract/operator/platform-report.ts'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'
import { createTestClient, createTestKey, getAccountId } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { postMovement } from '#server/payments/ledger.queries.ts'

const path = '/v1/operator/platform-report'
let rig: TestRig
let olu: Awaited<ReturnType<typeof createTestClient>>
beforeAll(async () => {
  rig = await openRig()
  rig.at(testNow)
  olu = await createTestClient(rig, await getAccountId(rig, 'olu@primp.test'))
})
afterAll(async () => {
  rig.at(testNow)
  await rig.database.db.deleteFrom('platform_report').execute()
  await clearTestTown(rig)
})

const zones = { GB: 'Europe/London', CA: 'America/Toronto', AU: 'Australia/Sydney', US: 'America/New_York' }
const currencies = { GB: 'GBP', CA: 'CAD', AU: 'AUD', US: 'USD' }
type Country = keyof typeof zones

async function artist(slug: string, country: Country = 'GB') {
  const { id, accountId } = await createTestProviderWithAccount(rig, { slug })
  await rig.database.db
    .updateTable('provider')
    .set({ country_code: country, tz: zones[country] })
    .where('id', '=', id)
    .execute()
  const post = (movement: object, ref: string, at: string) =>
    rig.database.db.transaction().execute((tx) =>
      postMovement(tx, { providerId: id, ...movement } as Parameters<typeof postMovement>[1], {
        fact: `report ${createTestKey()}`,
        currency: currencies[country],
        at: new Date(at),
        providerId: id,
        ref,
      }),
    )
  /** Posts a payment of 100 with a fee of 20 for a job, and its release if it is completed. */
  const job = async (paidAt: string, completedAt: string | null, amountMinor = 10_000) => {
    const ref = crypto.randomUUID()
    const feeMinor = amountMinor / 5
    await post({ kind: 'capture', amountMinor, feeMinor }, ref, paidAt)
    if (completedAt) await post({ kind: 'release', amountMinor: amountMinor - feeMinor }, ref, completedAt)
    return ref
  }
  const call = await createTestClient(rig, accountId)
  const identify = (more: object) =>
    call('/v1/providers/me/tax-identity', 'PUT', {
      entityType: 'individual',
      firstName: 'Nia',
      name: `Own ${slug}`,
      street: '1 Main Street',
      city: 'Town',
      region: 'Region',
      postcode: '1000',
      registrationNumber: '',
      birthDate: '1990-04-02',
      ...more,
    })
  return { id, accountId, post, job, call, identify }
}

/** Returns a seller's row, from whichever page it is on. */
async function rowOf(id: string, country: Country, year: number): Promise<ReportSeller | undefined> {
  let cursor: string | null = ''
  while (cursor !== null) {
    const { body } = await olu(`${path}?country=${country}&year=${year}${cursor && `&cursor=${cursor}`}`)
    const found = body.data.sellers.find(({ providerId }: ReportSeller) => providerId === id)
    if (found) return found
    cursor = body.data.nextCursor
  }
  return undefined
}
const periodsOf = (row: ReportSeller | undefined) =>
  row?.periods
    .filter(({ gross, services }) => gross !== 0 || services !== 0)
    .map(({ period, gross, fee, services }) => [period, gross, fee, services])
const file = async (country: Country, year: number) => {
  const answer = await olu(`${path}/file?country=${country}&year=${year}`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data
}

describe('Sums of the platform report', () => {
  test('a job counts in the quarter of its completion, a refund when it is made', async () => {
    const { id, job, post } = await artist('report-quarters')
    const first = await job('2026-01-10T12:00:00Z', '2026-04-02T12:00:00Z')
    await job('2026-04-01T12:00:00Z', null)
    await post(
      { kind: 'refund', amountMinor: 5_000, feeBackMinor: 1_000, pendingMinor: 0 },
      first,
      '2026-08-01T12:00:00Z',
    )
    const row = await rowOf(id, 'GB', 2026)
    expect(periodsOf(row)).toEqual([
      ['Q2', 100, 20, 1],
      ['Q3', -50, -10, 0],
    ])
    expect(row).toMatchObject({ gross: 50, fee: 10, services: 1, state: 'missing', taxNumberEnd: '' })
  })

  test('quarters begin at midnight of the artist, and cash counts', async () => {
    const { id, job, post } = await artist('report-midnight', 'CA')
    const ref = await job('2026-01-10T12:00:00Z', '2026-07-01T03:30:00Z')
    await post({ kind: 'cash', amountMinor: 3_000 }, ref, '2026-07-01T04:30:00Z')
    expect(periodsOf(await rowOf(id, 'CA', 2026))).toEqual([
      ['Q2', 100, 20, 1],
      ['Q3', 30, 0, 0],
    ])
    expect(await rowOf(id, 'GB', 2026)).toBeUndefined()
  })

  test('Australia has half-years', async () => {
    const { id, job } = await artist('report-halves', 'AU')
    await job('2026-02-01T12:00:00Z', '2026-03-01T12:00:00Z')
    await job('2026-07-05T12:00:00Z', '2026-07-06T12:00:00Z')
    expect(periodsOf(await rowOf(id, 'AU', 2026))).toEqual([
      ['H1', 100, 20, 1],
      ['H2', 100, 20, 1],
    ])
  })

  test('the US counts payments on their day, before refunds', async () => {
    const { id, job, post } = await artist('report-months', 'US')
    const ref = await job('2026-01-10T12:00:00Z', null)
    await job('2026-01-11T12:00:00Z', '2026-04-01T12:00:00Z')
    await post(
      { kind: 'refund', amountMinor: 10_000, feeBackMinor: 2_000, pendingMinor: 8_000 },
      ref,
      '2026-02-01T12:00:00Z',
    )
    expect(periodsOf(await rowOf(id, 'US', 2026))).toEqual([['01', 200, 40, 2]])
  })
})

describe('The file of the platform report', () => {
  test('has sellers with a tax identity; the others are listed with the reason', async () => {
    const [known, unknown] = [await artist('report-known'), await artist('report-unknown')]
    await known.job('2026-01-10T12:00:00Z', '2026-02-02T12:00:00Z')
    await unknown.job('2026-01-10T12:00:00Z', '2026-02-02T12:00:00Z')
    await known.identify({ taxNumberKind: 'nino', taxNumber: 'AB123456C' })
    const { file: xml, others, reported, notReported } = await file('GB', 2026)
    expect(xml.name).toBe('primp-GB-2026.xml')
    expect(xml.content).toContain('<TIN issuedBy="GB" unknown="false">AB123456C</TIN>')
    expect(xml.content).toContain('<LastName>Own report-known</LastName>')
    expect(xml.content).toContain('<ConsQ1 currCode="GBP">80</ConsQ1>')
    expect(xml.content).not.toContain('report-unknown')
    expect(others.content).toContain(`${unknown.id},Tax details missing,100.00,20.00,1,GBP`)
    expect(others.content).not.toContain(known.id)
    expect(reported).toBeGreaterThan(0)
    expect(notReported).toBeGreaterThan(0)
  })

  test('lists payees below the threshold of Form 1099-K apart', async () => {
    const [above, below] = [await artist('report-above', 'US'), await artist('report-below', 'US')]
    for (let n = 0; n < 201; n++) await above.job('2026-03-10T12:00:00Z', null)
    await below.job('2026-03-10T12:00:00Z', null, 3_000_000)
    for (const { identify } of [above, below])
      expect((await identify({ taxNumberKind: 'ssn', taxNumber: '536-90-4399', birthDate: '' })).status).toBe(200)
    const { file: csv, others } = await file('US', 2026)
    expect(csv.content).toContain(`,${above.id},X,20100.00,20100.00,7230,201,0.00,0.00,0.00,20100.00`)
    expect(csv.content).not.toContain(below.id)
    expect(others.content).toContain(`${below.id},Below the federal threshold`)
  })

  test('is for operators with the duty for money, and every read is logged', async () => {
    const { id, accountId, job, call } = await artist('report-logged')
    await job('2026-01-10T12:00:00Z', '2026-02-02T12:00:00Z')
    for (const address of [path, `${path}/file`]) expect((await call(address)).body.code).toBe('not_yours')
    const { db } = rig.database
    const operator = await db
      .insertInto('account')
      .values({
        email: `${createTestKey()}@primp.test`,
        name: 'Support',
        roles: ['customer', 'operator'],
        duties: ['support'],
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const support = await createTestClient(rig, operator.id)
    expect((await support(path)).status).toBe(403)
    expect((await support(`${path}/file`)).status).toBe(403)
    await db
      .updateTable('account')
      .set({ roles: ['customer'], duties: [] })
      .where('id', '=', operator.id)
      .execute()
    await rowOf(id, 'GB', 2026)
    await file('GB', 2026)
    const seen = await db.selectFrom('access_log').selectAll().where('what', '=', 'platform_report').execute()
    expect(seen.some(({ account_ids }) => account_ids.includes(accountId))).toBe(true)
    const entry = await db
      .selectFrom('audit')
      .selectAll()
      .where('act', '=', 'report.export')
      .where('subject_id', '=', 'GB 2026')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(entry.after).toMatchObject({ notReported: expect.any(Number) })
  })

  test('needs the details of the platform outside the sample market', async () => {
    const { env } = rig
    Object.assign(env, { sampleMarket: false })
    try {
      expect((await olu(`${path}/file?country=GB`)).body.code).toBe('report_setup_missing')
    } finally {
      Object.assign(env, { sampleMarket: true })
    }
  })
})

describe('A filed report', () => {
  let seconds = 0
  /** Moves the clock, because a report is filed after its export. */
  const later = () => rig.at(new Date(testNow.getTime() + ++seconds * 1000))
  const exportsOf = async (): Promise<ReportExport[]> => (await olu(`${path}?country=GB&year=2025`)).body.data.exports
  const exportYear = () => {
    later()
    return file('GB', 2025)
  }
  const mark = (reportId: string | undefined) => {
    later()
    return olu(`${path}/filed`, 'POST', { reportId })
  }
  const refsOf = (xml: string, element: string) =>
    [...xml.matchAll(new RegExp(`<stf:${element}>([^<]*)<`, 'g'))].map(([, ref]) => ref)

  test('later exports of the year correct the artists who changed, by the ids of what was filed', async () => {
    const [known, added] = [await artist('report-filed'), await artist('report-added')]
    const ref = await known.job('2025-01-10T12:00:00Z', '2025-02-02T12:00:00Z')
    await known.identify({ taxNumberKind: 'nino', taxNumber: 'AB123456C' })
    const refund = (at: string) =>
      known.post({ kind: 'refund', amountMinor: 1_000, feeBackMinor: 200, pendingMinor: 0 }, ref, at)

    // A report that was not filed counts for nothing.
    await exportYear()
    const { file: first, reported } = await exportYear()
    expect(reported).toBe(1)
    const [newest, older] = await exportsOf()
    expect(newest).toMatchObject({ reported: 1, corrected: 0, filedAt: null, canFile: true })
    expect((await mark(newest?.id)).body.data.exports[0]).toMatchObject({ id: newest?.id, canFile: false })
    expect((await mark(newest?.id)).body.code).toBe('state_changed')
    expect((await mark(older?.id)).body.code).toBe('state_changed')
    expect((await mark(crypto.randomUUID())).body.code).toBe('not_found')
    expect(await exportYear()).toMatchObject({ file: null, reported: 0, corrections: null, corrected: 0 })
    expect(await exportsOf()).toHaveLength(2)

    await refund('2025-05-01T12:00:00Z')
    await added.job('2025-06-10T12:00:00Z', '2025-06-12T12:00:00Z')
    await added.identify({ taxNumberKind: 'nino', taxNumber: 'AB123456D' })
    const second = await exportYear()
    expect(second).toMatchObject({ reported: 1, corrected: 1 })
    expect(second.file.content).toContain('<LastName>Own report-added</LastName>')
    expect(second.file.content).not.toContain('Own report-filed')
    expect(second.corrections.content).toContain('<ConsQ2 currCode="GBP">-8</ConsQ2>')
    const [operatorRef, sellerRef] = refsOf(first.content, 'DocRefId')
    expect(refsOf(second.file.content, 'DocRefId')[0]).toBe(operatorRef)
    expect(refsOf(second.corrections.content, 'CorrDocRefId')).toEqual([sellerRef])

    expect((await mark((await exportsOf())[0]?.id)).status).toBe(200)
    await refund('2025-08-01T12:00:00Z')
    const third = await exportYear()
    expect(third).toMatchObject({ file: null, corrected: 1 })
    expect(refsOf(third.corrections.content, 'CorrDocRefId')).toEqual([
      refsOf(second.corrections.content, 'DocRefId')[1],
    ])
  })

  test('a correction of the tax identity is exported too', async () => {
    const { job, identify } = await artist('report-renamed', 'CA')
    await job('2025-01-10T12:00:00Z', '2025-02-02T12:00:00Z')
    await identify({ taxNumberKind: 'sin', taxNumber: '046 454 286' })
    later()
    await file('CA', 2025)
    const { exports } = (await olu(`${path}?country=CA&year=2025`)).body.data
    await mark(exports[0].id)
    later()
    await identify({ taxNumberKind: 'sin', taxNumber: '', birthDate: '', name: 'Renamed' })
    later()
    const { corrections, corrected } = await file('CA', 2025)
    expect(corrected).toBe(1)
    expect(corrections.content).toContain('<LastName>Renamed</LastName>')
  })
})

test('the states are counted, and filter the list', async () => {
  const { id, job, identify } = await artist('report-states', 'CA')
  await job('2025-01-10T12:00:00Z', '2025-02-02T12:00:00Z')
  const before = (await olu(`${path}?country=CA&year=2025`)).body.data.counts
  await identify({ taxNumberKind: 'sin', taxNumber: '046 454 286' })
  const { counts, sellers } = (await olu(`${path}?country=CA&year=2025&state=verified`)).body.data
  expect(counts).toEqual({ ...before, missing: before.missing - 1, verified: before.verified + 1 })
  expect(sellers.map(({ providerId }: ReportSeller) => providerId)).toContain(id)
  expect((await olu(`${path}?country=CA&year=2025&state=missing`)).body.data.sellers).not.toContainEqual(
    expect.objectContaining({ providerId: id }),
  )
  expect((await olu(`${path}?year=1999`)).status).toBe(400)
})
