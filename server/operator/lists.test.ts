import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import papaparse from 'papaparse'
import type { SavedFilter } from '#contract/operator/lists.ts'
import { postMovement } from '#server/payments/index.ts'
import { createTestClient, getAccountId } from '#server/testing/clients.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { routes } from '#server/routes.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { listConsoleLists } from './lists.ts'

let rig: TestRig
let olu: Awaited<ReturnType<typeof createTestClient>>
let oluId: string
let second: { id: string; call: Awaited<ReturnType<typeof createTestClient>> }

async function operatorWith(duties: string[]) {
  const { id } = await rig.database.db
    .insertInto('account')
    .values({
      email: 'second@lists.example',
      name: 'Second',
      roles: ['customer', 'operator'],
      duties,
      email_verified_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, call: await createTestClient(rig, id) }
}
beforeAll(async () => {
  rig = await openRig()
  oluId = await getAccountId(rig, 'olu@primp.test')
  olu = await createTestClient(rig, oluId)
  second = await operatorWith(['content'])
})
const forget = () => rig.database.db.deleteFrom('saved_filter').execute()
beforeEach(forget)
afterAll(async () => {
  await forget()
  for (const table of ['session', 'access_log'] as const)
    await rig.database.db
      .deleteFrom(table)
      .where(table === 'session' ? 'account_id' : 'operator_id', '=', second.id)
      .execute()
  await rig.database.db.deleteFrom('account').where('id', '=', second.id).execute()
})

const file = (list: string, query = '', call = olu) =>
  call(`/v1/operator/lists/${list}/file?query=${encodeURIComponent(query)}`)
const read = (lines: string) =>
  papaparse.parse<Record<string, string>>(lines, { header: true, skipEmptyLines: true }).data
const filters = '/v1/operator/lists/people/filters'

describe('CSV exports', () => {
  test('every list of the console can be exported, with a column for each field', async () => {
    const lists = [...listConsoleLists(routes).keys()]
    expect(lists).toEqual(
      expect.arrayContaining([
        'people',
        'providers',
        'bookings',
        'disputes',
        'reviews',
        'reports',
        'payments',
        'refunds',
        'payouts',
        'charge-backs',
        'vouchers',
        'promos',
        'ledger',
        'outbox',
        'audit',
        'access-log',
        'story',
        'approvals',
        'documents',
        'verification',
        'appeals',
        'own-words',
        'partners',
      ]),
    )
    const about = { name: 'Listed', slug: 'listed-one', email: 'x@listed.example', scopes: ['catalog:read'] }
    const partner = await rig.database.db
      .insertInto('partner')
      .values({ ...about, created_at: testNow })
      .returning('id')
      .executeTakeFirstOrThrow()
    const narrowed: Record<string, string> = {
      story: `accountId=${oluId}`,
      'partner-bookings': `partner=${partner.id}`,
    }
    for (const list of lists) {
      const { status, body } = await file(list, narrowed[list] ?? '')
      expect([list, status, body.code]).toEqual([list, 200, undefined])
      expect([list, body.data.lines.split('\r\n')[0]]).toEqual([list, expect.stringMatching(/^[\w.]+(,[\w.]+)+$/)])
    }
    await rig.database.db.deleteFrom('partner').where('id', '=', partner.id).execute()
  })

  test('an export has each row once, in the order of the list, across any number of pages', async () => {
    const rows: Record<string, string>[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const more = cursor ? `cursor=${encodeURIComponent(cursor)}` : ''
      const { body } = await olu(`/v1/operator/lists/providers/file?${more}`)
      rows.push(
        ...(cursor
          ? papaparse.parse<Record<string, string>>(body.data.lines, { skipEmptyLines: true }).data
          : read(body.data.lines)),
      )
      cursor = body.data.nextCursor
    }
    const { n } = await rig.database.db
      .selectFrom('provider')
      .select((of) => of.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    expect(rows.length).toBe(Number(n))
    expect(n).toBeGreaterThan(1_000)
  })

  test('an export is filtered like its list, and a name that looks like a formula is escaped', async () => {
    await rig.database.db.updateTable('account').set({ name: '=1+1' }).where('id', '=', second.id).execute()
    const [row, ...others] = read((await file('people', 'text=second@lists.example')).body.data.lines)
    expect(others).toEqual([])
    expect(row).toMatchObject({
      name: "'=1+1",
      email: 'second@lists.example',
      roles: 'customer; operator',
      bookings: '0',
    })
    expect((await file('people', 'role=king')).body.code).toBe('invalid_input')
  })

  test('the ledger is exported with one row per entry: its movement, account, debit or credit, booking and payment', async () => {
    const { db } = rig.database
    const booking = await db
      .selectFrom('appointment')
      .select(['id', 'number', 'provider_id'])
      .limit(1)
      .executeTakeFirstOrThrow()
    const fact = `capture:${crypto.randomUUID()}`
    const about = { fact, currency: 'GBP', at: testNow, providerId: booking.provider_id, ref: booking.id }
    await createJobContext(rig, 'test').transaction((tx) =>
      postMovement(
        tx.db,
        { kind: 'capture', providerId: booking.provider_id, amountMinor: 5_000, feeMinor: 800 },
        about,
      ),
    )
    const rows = read((await file('ledger', 'account=fees')).body.data.lines).filter((row) => row['fact'] === fact)
    const { id } = await db
      .selectFrom('ledger_movement')
      .select('id')
      .where('fact', '=', fact)
      .executeTakeFirstOrThrow()
    const shared = { movementId: String(id), kind: 'capture', currency: 'GBP', bookingNumber: String(booking.number) }
    expect(rows).toEqual([
      expect.objectContaining({ ...shared, account: 'bank', debit: '50.00', credit: '' }),
      expect.objectContaining({ ...shared, account: 'fees', debit: '', credit: '8.00' }),
      expect.objectContaining({ ...shared, account: `pending:${booking.provider_id}`, debit: '', credit: '42.00' }),
    ])
    expect(Object.keys(rows[0] ?? {})).toContain('paymentNumber')
  })

  test('every list of the console refuses a malformed cursor at its field', async () => {
    const { db } = rig.database
    const partner = await db
      .insertInto('partner')
      .values({
        slug: 'cursor-test',
        name: 'Cursor',
        email: 'cursor@lists.example',
        scopes: ['catalog:read'],
        created_at: testNow,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const required: Record<string, string> = {
      story: `&accountId=${oluId}`,
      'partner-bookings': `&partner=${partner.id}`,
    }
    const refused = await Promise.all(
      Array.from(listConsoleLists(routes), async ([name, { endpoint }]) => {
        const { body } = await olu(`${endpoint.path}?cursor=WzEsMl0${required[name] ?? ''}`)
        return [name, body.code, body.errors?.map(({ path }: { path: string }) => path)]
      }),
    )
    await db.deleteFrom('partner').where('id', '=', partner.id).execute()
    expect(refused.filter(([, code, paths]) => code !== 'invalid_input' || String(paths) !== 'cursor')).toEqual([])
  })

  test('an export needs the permission for its list, and an unknown list is not found', async () => {
    const refused = await file('people', '', second.call)
    expect([refused.status, refused.body.code]).toEqual([403, 'duty_required'])
    expect((await file('pages-of-nobody')).body.code).toBe('not_found')
    expect((await file('people/x')).status).toBe(404)
  })

  test('an export is logged with the people it contains', async () => {
    await file('people', 'text=ana@primp.test')
    const seen = await rig.database.db
      .selectFrom('access_log')
      .select(['what', 'subject_id', 'account_ids'])
      .where('operator_id', '=', oluId)
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(seen).toEqual([
      { what: 'export', subject_id: 'people', account_ids: [] },
      { what: 'people', subject_id: '', account_ids: [await getAccountId(rig, 'ana@primp.test')] },
    ])
  })
})

describe('Saved filters', () => {
  const keep = (name: string, query: string, shared = false, call = olu) =>
    call(filters, 'PUT', { name, query, shared })
  const names = async (call = olu) =>
    ((await call(filters)).body.data.filters as SavedFilter[]).map(({ name, query, own }) => [name, query, own])

  test('a filter is saved by name without the page position, and saving the same name replaces it', async () => {
    await keep('Held ones', 'state=suspended&cursor=abc')
    expect(await names()).toEqual([['Held ones', 'state=suspended', true]])
    await keep('Held ones', 'state=active')
    expect(await names()).toEqual([['Held ones', 'state=active', true]])
  })

  test('a filter is private unless it is shared; only its author or an owner can delete a shared filter', async () => {
    await keep('Mine', 'state=active')
    await keep('Everybody’s', 'role=operator', true)
    expect(await names(second.call)).toEqual([['Everybody’s', 'role=operator', false]])
    const mine = ((await olu(filters)).body.data.filters as SavedFilter[]).map(({ id }) => id)
    for (const id of mine) expect((await second.call(`${filters}/${id}`, 'DELETE')).body.code).toBe('not_found')
    await keep('Theirs', 'role=provider', true, second.call)
    const theirs = ((await olu(filters)).body.data.filters as SavedFilter[]).find(({ own }) => !own)
    expect((await olu(`${filters}/${theirs?.id}`, 'DELETE')).status).toBe(200)
    expect(await names(second.call)).toEqual([['Everybody’s', 'role=operator', false]])
  })

  test('a filter needs a name and a condition, and there are at most twenty per list, even when created concurrently', async () => {
    expect((await keep(' ', 'state=active')).body.errors).toEqual([{ path: 'name', message: 'Name is required' }])
    expect((await keep('All', '')).body.errors).toEqual([{ path: 'query', message: 'Filter the list first.' }])
    await Promise.all(Array.from({ length: 18 }, (_, i) => keep(`Filter ${i}`, 'state=active')))
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => keep(name, 'state=active')))
    expect(answers.map(({ body }) => body.code ?? 'kept').sort()).toEqual([
      'kept',
      'kept',
      'too_many_filters',
      'too_many_filters',
    ])
    expect((await keep('Filter 1', 'state=suspended')).status).toBe(200)
  })
})
