import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { abandon } from '#server/search/matching/small-town.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { dayDetails, newKey, requester, settleInstant, visitorIn } from '#server/bookings/small-bookings.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
  await abandon(rig)
})
afterAll(() => abandon(rig))

type Asked = { lane: string; text: string }

/** What is asked of PostgreSQL while something is done, with what the connection is for. */
async function askedBy(work: () => Promise<void>): Promise<Asked[]> {
  const all: Asked[] = []
  const query = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [asked] = given
    const { connectionParameters } = this as unknown as { connectionParameters: { application_name: string } }
    all.push({
      lane: connectionParameters.application_name.replace('primp ', ''),
      text: (typeof asked === 'string' ? asked : (asked as { text: string }).text).trim(),
    })
    return (query as (...given: unknown[]) => unknown).apply(this, given) as never
  } as never)
  await work().finally(() => spy.mockRestore())
  return all
}

/** One call as a browser makes it: without the second that proves it is done once. */
async function post(path: string, body: object, cookie: string): Promise<{ data: unknown }> {
  const answer = await rig.api.request(
    path,
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: 'http://localhost:3000',
        'idempotency-key': newKey(),
        cookie,
      },
      body: JSON.stringify(body),
    },
    { address: '127.0.0.1' },
  )
  expect(answer.status).toBe(200)
  return answer.json() as Promise<{ data: unknown }>
}

// Settings and what an operator has stopped are read once a second by each process, whoever calls.
const keptForASecond = /from "(setting|kill_switch)"/

test('a booking waits for few statements and transactions, and what follows from it for none of the caller’s connections', async () => {
  const book = async (slug: string) => {
    await settleInstant(rig, { slug })
    const one = await visitorIn(rig)
    const { hash } = await one.quote(slug)
    return askedBy(async () => {
      const { hold } = (await post('/v1/holds', { quoteId: one.id, profileId: slug, type: 'mobile', hash }, one.cookie))
        .data as { hold: { id: string } }
      const { payment } = (
        await post(
          `/v1/holds/${hold.id}/payment`,
          { requester: requester(), day: dayDetails, names: ['Leila'], terms: true },
          one.cookie,
        )
      ).data as { payment: { clientSecret: string } }
      await post(
        `/v1/test-bank/intents/${payment.clientSecret}/confirm`,
        { number: '4242424242424242', expiry: '12/30', code: '123' },
        one.cookie,
      )
    })
  }
  // The first reads what is kept for a second or for good.
  await book('counted-first')
  const asked = (await book('counted')).filter(
    ({ lane, text }) => (lane === 'acts' || lane === 'reads') && !keptForASecond.test(text),
  )
  const ofTransactions = asked.filter(({ text }) => text === 'begin' || text === 'commit')
  // Of the four, one is the test bank's own; so is one statement more.
  expect(ofTransactions).toHaveLength(8)
  const statements = asked.filter((one) => !ofTransactions.includes(one)).map(({ text }) => text.slice(0, 60))
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(35)
  // Nobody's transaction tells, or takes a lock that another artist's booking takes.
  expect(asked.filter(({ text }) => /pg_notify|hashtext\(|hashtextextended\('(?!diary|holds)/.test(text))).toEqual([])
})
