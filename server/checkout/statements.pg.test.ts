import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createRequester, createTestKey, createTestVisitor, testDayDetails } from '#server/testing/clients.ts'
import { clearTestTown, createInstantTestProvider } from '#server/testing/providers.ts'
import { type Answer, openRig, type TestRig } from '#server/test-rig.ts'
import { waitForBackgroundWork } from '#server/platform/work/background-work.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
  await clearTestTown(rig)
})
afterAll(() => clearTestTown(rig))

type Asked = { lane: string; text: string }

/** Records the PostgreSQL statements during `work`, with the purpose of each connection. */
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

/** Calls once, without the rig's repeated call that checks idempotency. */
async function post(path: string, body: object, cookie: string): Promise<{ data: unknown }> {
  const answer = await rig.api.request(
    path,
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: 'http://localhost:3000',
        'idempotency-key': createTestKey(),
        cookie,
      },
      body: JSON.stringify(body),
    },
    { address: '127.0.0.1' },
  )
  expect(answer.status).toBe(200)
  return answer.json() as Promise<{ data: unknown }>
}

// Each process reads settings, kill switches and the catalogue version once a second.
const keptForASecond = /from "(setting|kill_switch)"|^select concat_ws\(/

test('a booking runs few statements and transactions, and its follow-up work uses no request connection', async () => {
  const book = async (slug: string) => {
    await createInstantTestProvider(rig, { slug })
    const one = await createTestVisitor(rig)
    const { hash } = await one.quote(slug)
    return askedBy(async () => {
      const { hold } = (await post('/v1/holds', { quoteId: one.id, profileId: slug, type: 'mobile', hash }, one.cookie))
        .data as { hold: { id: string } }
      const { payment } = (
        await post(
          `/v1/holds/${hold.id}/payment`,
          { requester: createRequester(), day: testDayDetails, names: ['Leila'], terms: true },
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
  await book('counted-first')
  const asked = (await book('counted')).filter(
    ({ lane, text }) => (lane === 'acts' || lane === 'reads') && !keptForASecond.test(text),
  )
  const ofTransactions = asked.filter(({ text }) => text === 'begin' || text === 'commit')
  // Hold, payment and confirmation are one statement each, plus two of the test gateway.
  expect(ofTransactions).toEqual([])
  const statements = asked.filter((one) => !ofTransactions.includes(one)).map(({ text }) => text.slice(0, 60))
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(12)
  // No transaction sends notifications or takes a lock that another artist's booking takes.
  expect(asked.filter(({ text }) => /pg_notify|hashtext\(|hashtextextended\('(?!diary|holds)/.test(text))).toEqual([])
})

/** Returns all rows of an artist's only booking, without ids and times. */
async function rowsOf(providerId: string): Promise<unknown> {
  const { rows } = await sql<{ rows: object }>`
    with held as (select * from hold where provider_id = ${providerId}::uuid),
    paid as (select * from payment where ref in (select id from held)) select json_build_object(
      'hold', (select json_agg(held) from held),
      'search', (select json_agg(s) from search s where s.id in (select search_id from held)),
      'appointment', (select json_agg(a) from appointment a where provider_id = ${providerId}::uuid),
      'busy', (select json_agg(b) from busy b where provider_id = ${providerId}::uuid),
      'payment', (select json_agg(paid) from paid),
      'event', (select json_agg(e order by at) from payment_event e where payment_id in (select id from paid)),
      'terms', (select json_agg(t) from terms_acceptance t where account_id in (select account_id from held)),
      'account', (select json_agg(a) from account a where id in (select account_id from held)),
      'answers', (select json_agg(i order by created_at, body::text) from idempotency i
        where owner in (select rtrim(translate(encode(visitor_hash, 'base64'), '+/', '-_'), '=') from search where id in (select search_id from held)))
    ) as rows`.execute(rig.database.db)
  const other =
    /^(id|ref|.*_id|.*Id|number|raw|hash|owner|key|fingerprint|made_by|clientSecret|client_secret|visitor_hash|slug|name|description|provider_no)$/
  return JSON.parse(JSON.stringify(rows[0]?.rows), (name, value) =>
    other.test(name) && value !== null
      ? '…'
      : typeof value === 'string'
        ? value.replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, 'a time').replace(/[^ "]+@mail\.example/g, 'an address')
        : value,
  )
}

test('the fallback transaction writes the same rows as the single statement', async () => {
  const book = async (slug: string) => {
    const { id } = await createInstantTestProvider(rig, { slug })
    const one = await createTestVisitor(rig)
    await one.book(slug)
    await waitForBackgroundWork(rig.database)
    return rowsOf(id)
  }
  const atOnce = await book('alike-first')
  const known = await sql<{ text: string }>`select pg_get_functiondef('assert_unchanged'::regproc) as text`.execute(
    rig.database.db,
  )
  await rig.database.exec(`create or replace function assert_unchanged(stands boolean) returns boolean language plpgsql as $$
    begin raise exception 'gives way' using errcode = 'PR001'; end $$`)
  try {
    expect(await book('alike-second')).toEqual(atOnce)
  } finally {
    await rig.database.exec(known.rows[0]?.text ?? '')
  }
})

/** Runs `meanwhile` after a mutation has read its data and before its single statement. */
async function before(part: string, meanwhile: () => Promise<unknown>, act: () => Promise<Answer>): Promise<Answer> {
  const query = pg.Client.prototype.query
  let done: Promise<unknown> | undefined
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const go = () => (query as (...given: unknown[]) => unknown).apply(this, given)
    const [asked] = given
    const text = typeof asked === 'string' ? asked : (asked as { text: string }).text
    if (done || !text.includes(part)) return go()
    done = meanwhile()
    return done.then(go)
  } as never)
  const answer = await act().finally(() => spy.mockRestore())
  expect(done).toBeDefined()
  return answer
}

test('the single statement detects changes made after its input was read', async () => {
  const { id: providerId } = await createInstantTestProvider(rig, { slug: 'meanwhile' })
  const [first, second] = [await createTestVisitor(rig), await createTestVisitor(rig)]
  const lost = await before(
    'assert_time_facts(',
    () => first.hold('meanwhile'),
    () => second.hold('meanwhile'),
  )
  expect([lost.status, lost.body.code]).toEqual([409, 'slot_taken'])
  const { rows } = await sql<{ id: string }>`
    select id from hold where provider_id = ${providerId}::uuid and state = 'held'`.execute(rig.database.db)
  expect(rows).toHaveLength(1)
  const holdId = rows[0]?.id ?? ''
  // The hold is released while it is paid for, so nothing is saved with it.
  const paid = await before(
    'with "papers"',
    () => first.call(`/v1/holds/${holdId}/release`, 'POST', {}),
    () => first.pay(holdId),
  )
  expect([paid.status, paid.body.code]).toEqual([409, 'hold_lapsed'])
  const kept = await sql`select from payment where ref = ${holdId}::uuid`.execute(rig.database.db)
  expect(kept.rows).toHaveLength(0)
  // Details change while the payment is authorised: the booking has the latest ones.
  const { hold } = (await second.hold('meanwhile')).body.data
  const { payment } = (await second.pay(hold.id)).body.data
  await before(
    'with "hold_booked"',
    () =>
      sql`update hold set day = jsonb_set(day, '{notes}', '"Ring twice"') where id = ${hold.id}::uuid`.execute(
        rig.database.db,
      ),
    () => second.card(payment.clientSecret),
  )
  const booked = await sql<{
    day: { notes: string }
  }>`select day from appointment where hold_id = ${hold.id}::uuid`.execute(rig.database.db)
  expect(booked.rows.map(({ day }) => day.notes)).toEqual(['Ring twice'])
})
