import pg from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { createSearchInput, testTown } from '#server/testing/providers.ts'
import { waitForBackgroundWork } from '#server/platform/work/background-work.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})

const post = (headers: Record<string, string> = {}, cookie?: string, more: object = {}) =>
  rig.call('/v1/quotes/', { method: 'POST', body: { ...createSearchInput(testTown), ...more }, headers, cookie })

/** Calls once with a key, without the rig's repeated call. */
const postOnce = async (key: string, cookie: string | undefined) =>
  rig.api.request(
    '/v1/quotes/',
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: 'http://localhost:3000',
        'idempotency-key': key,
        cookie: cookie ?? '',
      },
      body: JSON.stringify(createSearchInput(testTown)),
    },
    { address: '127.0.0.1' },
  )

async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = pg.Client.prototype.query
  const all: string[] = []
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [asked] = given
    all.push((typeof asked === 'string' ? asked : (asked as { text: string }).text).trim())
    return (query as (...given: unknown[]) => unknown).apply(this, given) as never
  } as never)
  await work().finally(() => spy.mockRestore())
  return all
}

/** Returns the writes and transaction bounds among them. */
async function writesOf(work: () => Promise<unknown>): Promise<string[]> {
  // Rate limits are counted on separate connections with asynchronous commit.
  const writes = /^(begin$|commit$|insert into (?!"rate_)|update |delete )/
  return (await statementsOf(work)).filter((text) => writes.test(text)).map((text) => text.slice(0, 20))
}

test('a search is saved in one statement, with and without an idempotency key', async () => {
  const { cookie } = await post()
  expect(await writesOf(() => post({}, cookie))).toEqual(['insert into "search"'])
  expect(await writesOf(() => postOnce('saved-at-once', cookie))).toEqual(['insert into "search"'])
})

test('saving a search numbers no live events', async () => {
  const { cookie } = await post()
  await waitForBackgroundWork(rig.database)
  const asked = async () => {
    await post({}, cookie)
    await waitForBackgroundWork(rig.database)
  }
  expect((await statementsOf(asked)).filter((text) => text.includes('number_live_events'))).toEqual([])
})

test('repeating the call with its key gets the first response and saves nothing, concurrently or later', async () => {
  const { cookie } = await post()
  const send = (more: object = {}) => post({ 'idempotency-key': 'saved-once' }, cookie, more)
  const [one, two] = await Promise.all([send(), send()])
  const later = await send()
  const ids = [one, two, later].map(({ body }) => body.data.search.id)
  expect(new Set(ids).size).toBe(1)
  expect((await send({ eventDate: '2027-06-13' })).body.code).toBe('idempotency_mismatch')
  const saved = await rig.database.db.selectFrom('search').select('id').where('id', '=', ids[0]).execute()
  expect(saved).toHaveLength(1)
  const kept = await rig.database.db.selectFrom('idempotency').select('key').where('key', '=', 'saved-once').execute()
  expect(kept).toHaveLength(1)
})

test('suggestions check all days of a place in one statement, and four places at a time', async () => {
  const versions = async (path: string) => {
    const all = await statementsOf(() => rig.call(path))
    return all.filter((text) => text.includes('join match_cell')).length
  }
  const { body } = await post({}, undefined, { eventDate: '2027-06-19' })
  const { id } = body.data.search
  // No artist fits: the three rings around Lerwick have sixteen places.
  expect(await versions(`/v1/quotes/${id}`)).toBeLessThanOrEqual(1 + 1 + 3 + 16 / 4)
  expect(await versions(`/v1/quotes/${id}/days`)).toBe(1)
})
