import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRequester, createTestAddress } from '#server/testing/clients.ts'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'

const password = 'seven otters wandering'
let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.at(testNow))

// From outside, because the local machine is exempt for sample accounts.
const somewhere = () => createTestAddress().replace(/^127/, '203')
const logIn = (email: string, typed: string, { cookie = '', address = somewhere() } = {}) =>
  rig.call('/v1/accounts/login', { method: 'POST', body: { email, password: typed }, cookie, address })
async function owner() {
  const { email } = createRequester()
  const made = await rig.call('/v1/accounts/register', {
    method: 'POST',
    body: { name: 'Nora Finch', email, password, acceptTerms: true, adult: true, country: 'GB' },
    address: somewhere(),
  })
  const device = made.headers.getSetCookie().find((line) => line.startsWith('primp_device='))
  expect(device).toMatch(/; HttpOnly; SameSite=Lax$/)
  return { email, device: device?.split(';')[0] ?? '' }
}
const mails = async (email: string, kind: string) =>
  (
    await rig.database.db
      .selectFrom('outbox')
      .select('body')
      .where('address', '=', email)
      .where('kind', '=', kind)
      .execute()
  ).length
const guess = async (email: string, times: number) => {
  let last = await logIn(email, 'not this one at all')
  for (let i = 1; i < times; i++) last = await logIn(email, 'not this one at all')
  return last
}

test("password guesses from many networks are delayed, longer each time, but the owner's known browser is not", async () => {
  const { email, device } = await owner()
  expect((await guess(email, 10)).body.code).toBe('wrong_credentials')
  const waits = async () => {
    const { body } = await logIn(email, password)
    expect(body.code).toBe('sign_in_throttled')
    return body.detail.seconds as number
  }
  expect(await waits()).toBe(30)
  rig.at(new Date(testNow.getTime() + 31_000))
  expect((await logIn(email, 'not this one at all')).body.code).toBe('wrong_credentials')
  expect(await waits()).toBe(60)
  expect((await logIn(email, password, { cookie: device })).status).toBe(200)
  // The owner's successful login ends the delay for their other browsers too.
  expect((await logIn(email, password)).status).toBe(200)
  rig.at(testNow)
})

test('the owner gets one email about the guesses and one about a new browser, but none about the first browser', async () => {
  const { email, device } = await owner()
  expect(await mails(email, 'signIn.newDevice')).toBe(0)
  await logIn(email, password, { cookie: device })
  expect(await mails(email, 'signIn.newDevice')).toBe(0)
  await logIn(email, password)
  expect(await mails(email, 'signIn.newDevice')).toBe(1)
  await guess(email, 12)
  expect(await mails(email, 'signIn.failures')).toBe(1)
})

test('an unknown address has the same delay and the same messages', async () => {
  const nobody = createRequester().email
  const { email } = await owner()
  for (const address of [nobody, email]) await guess(address, 10)
  const [unknown, known] = [await logIn(nobody, password), await logIn(email, password)]
  const { requestId: _a, ...saidOfNobody } = unknown.body
  const { requestId: _b, ...saidOfOwner } = known.body
  expect(saidOfNobody).toEqual(saidOfOwner)
  expect(unknown.status).toBe(429)
})

test("wrong passwords raise the difficulty of a network's challenges, also in the next minute", async () => {
  const address = '198.51.100.77'
  const findCost = async (minute: number) => {
    rig.at(new Date(testNow.getTime() + minute * 60_000))
    for (let i = 0; ; i++) {
      const { body } = await logIn(`guess${minute}-${i}@mail.example`, 'not this one at all', { address })
      if (body.code === 'challenge_required') return body.detail.parameters.cost as number
    }
  }
  const first = await findCost(0)
  const later = [await findCost(1), await findCost(2), await findCost(3)]
  expect(later).toEqual([first * 2, first * 4, first * 8])
  rig.at(testNow)
})
