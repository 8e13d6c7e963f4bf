import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { createTestClient, getAccountId } from '#server/testing/clients.ts'

let rig: TestRig
let get: Awaited<ReturnType<typeof createTestClient>>
const empty = () => rig.database.db.deleteFrom('outbox').execute()
beforeAll(async () => {
  rig = await openRig()
  get = await createTestClient(rig, await getAccountId(rig, 'olu@primp.test'))
  await empty()
})
afterAll(empty)

const insert = async (row: {
  address: string
  subject?: string
  account_id?: string
  state?: string
  given_up_at?: Date
}) => {
  const id = randomUUID()
  await rig.database.db
    .insertInto('outbox')
    .values({ id, channel: 'mail', kind: 'signup.submitted', body: 'x', message_id: id, created_at: testNow, ...row })
    .execute()
  return id
}
const find = async (query: string): Promise<string[]> =>
  (await get(`/v1/operator/outbox?${query}`)).body.data.notices.map(({ id }: { id: string }) => id)

test('messages are found by the beginning of the address, by the name of their account and by their subject', async () => {
  const anaId = await getAccountId(rig, 'ana@primp.test')
  const { name } = await rig.database.db
    .selectFrom('account')
    .select('name')
    .where('id', '=', anaId)
    .executeTakeFirstOrThrow()
  const byAddress = await insert({ address: 'Zoe_1@mail.example', subject: 'We have your profile' })
  const byAccount = await insert({ address: 'other@mail.example', account_id: anaId })
  expect(await find('text=zoe_')).toEqual([byAddress])
  expect(await find('text=zoex')).toEqual([])
  expect(await find(`text=${encodeURIComponent(name.toUpperCase())}`)).toEqual([byAccount])
  expect(await find('text=your%20PROFILE')).toEqual([byAddress])
})

test('messages are filtered by state', async () => {
  await empty()
  const ids = {
    waiting: await insert({ address: 'a@mail.example' }),
    failed: await insert({ address: 'a@mail.example', state: 'failed' }),
    given_up: await insert({ address: 'a@mail.example', state: 'given_up', given_up_at: testNow }),
    held_back: await insert({ address: 'a@mail.example', state: 'held_back' }),
  }
  for (const [state, id] of Object.entries(ids)) expect([state, await find(`state=${state}`)]).toEqual([state, [id]])
})
