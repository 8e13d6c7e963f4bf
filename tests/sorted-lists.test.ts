import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/database.ts'
import { fetchPartners } from '#server/accounts/partners.queries.ts'
import { fetchPromos } from '#server/billing/promo-codes.queries.ts'
import { fetchChargeBacks } from '#server/payments/charge-backs.queries.ts'
import { fetchMovements, fetchPayments, fetchPayouts, fetchRefunds } from '#server/payments/operator.queries.ts'
import { fetchVouchers } from '#server/payments/vouchers.queries.ts'
import type { Page, PageRequest } from '#server/platform/pagination.ts'
import { createTestClient, getAccountId } from '#server/testing/clients.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { fetchAccessEntries } from '#server/operator/access.queries.ts'
import { fetchBookings } from '#server/operator/bookings.queries.ts'
import { fetchReviews } from '#server/operator/market.queries.ts'
import { fetchPeople, fetchProviders } from '#server/operator/people.queries.ts'
import { fetchAuditEntries, fetchNotices } from '#server/operator/system.queries.ts'

let rig: TestRig
let olu: Awaited<ReturnType<typeof createTestClient>>
beforeAll(async () => {
  rig = await openRig()
  olu = await createTestClient(rig, await getAccountId(rig, 'olu@primp.test'))
})

type Fetch = (db: Db, page: PageRequest & { sort?: never }) => Promise<Page<{ id: unknown }>>

/** Each sorted list: its path, its keys and its query, limited to a part of the sample market where it is large. */
const lists: readonly [path: string, keys: readonly string[], fetch: Fetch][] = [
  ['bookings', ['date', 'total'], (db, page) => fetchBookings(db, { ...page, now: new Date() })],
  ['payments', ['date', 'amount'], (db, page) => fetchPayments(db, page)],
  ['refunds', ['date', 'amount'], (db, page) => fetchRefunds(db, page)],
  ['payouts', ['date', 'amount'], (db, page) => fetchPayouts(db, page)],
  ['charge-backs', ['date', 'amount'], (db, page) => fetchChargeBacks(db, undefined, page)],
  ['vouchers', ['date', 'left'], (db, page) => fetchVouchers(db, undefined, page)],
  ['promos', ['date', 'code'], (db, page) => fetchPromos(db, undefined, page)],
  ['partners', ['since', 'name'], (db, page) => fetchPartners(db, undefined, page)],
  ['ledger', ['date'], (db, page) => fetchMovements(db, { account: 'fees' }, page)],
  ['people', ['joined', 'name'], (db, page) => fetchPeople(db, page)],
  [
    'providers',
    ['joined', 'name', 'bookings', 'reviews'],
    (db, page) => fetchProviders(db, { ...page, text: 'hackney' }),
  ],
  ['reviews', ['date', 'score'], (db, page) => fetchReviews(db, { ...page, text: 'wedding' })],
  ['outbox', ['date'], (db, page) => fetchNotices(db, { ...page, waysIn: true })],
  ['audit', ['date'], (db, page) => fetchAuditEntries(db, page)],
  ['access-log', ['date'], (db, page) => fetchAccessEntries(db, page)],
]
const orders = lists.flatMap(([path, keys, fetch]) =>
  keys.flatMap((key) => [key, `-${key}`].map((sort) => ({ path, sort: sort as never, fetch }))),
)

describe('Sorted lists', () => {
  test.each(lists)('%s refuses an order that it does not have', async (path) => {
    for (const sort of ['nothing', '-', 'id;drop table account']) {
      const { status, body } = await olu(`/v1/operator/${path}?sort=${encodeURIComponent(sort)}`)
      expect([status, body.code, body.errors?.[0]?.path]).toEqual([400, 'invalid_input', 'sort'])
    }
  })

  test.each(orders)('the pages of $path by $sort are the whole list in this order', async ({ path, sort, fetch }) => {
    const { db } = rig.database
    const { rows: all, nextCursor } = await fetch(db, { sort, size: 100_000 })
    expect(nextCursor).toBeNull()
    const ids = all.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const opposite = String(sort).startsWith('-') ? String(sort).slice(1) : `-${sort}`
    const reversed = (await fetch(db, { sort: opposite as never, size: 100_000 })).rows.map(({ id }) => id)
    expect(reversed.toReversed()).toEqual(ids)
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: Math.max(1, Math.ceil(ids.length / 12)), max: ids.length + 1 }),
        async (size) => {
          const paged: unknown[] = []
          for (let cursor: string | undefined; ; ) {
            const page = await fetch(db, { sort, size, ...(cursor && { cursor }) })
            expect(page.rows.length).toBeLessThanOrEqual(size)
            paged.push(...page.rows.map(({ id }) => id))
            if (page.nextCursor === null) break
            cursor = page.nextCursor
          }
          expect(paged, path).toEqual(ids)
        },
      ),
      { numRuns: 3 },
    )
  })

  test('the highest payment is first, and a page of another order is refused', async () => {
    const get = (query: string) => olu(`/v1/operator/payments?${query}`)
    const { payments, nextCursor } = (await get('sort=-amount')).body.data
    const amounts = payments.map(({ amount }: { amount: number }) => amount)
    expect(amounts).toEqual(amounts.toSorted((a: number, b: number) => b - a))
    expect(new Set(amounts).size).toBeGreaterThan(1)
    for (const query of [`cursor=${nextCursor}`, `sort=amount&cursor=${nextCursor}`]) {
      const { status, body } = await get(query)
      expect([status, body.errors[0].path], query).toEqual([400, 'cursor'])
    }
    expect((await get(`sort=-amount&cursor=${nextCursor}`)).status).toBe(200)
  })
})
