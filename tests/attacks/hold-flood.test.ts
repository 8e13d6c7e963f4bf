import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { expireHolds } from '#server/checkout/release-holds.ts'
import { createRequester, createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createInstantTestProvider } from '#server/testing/providers.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'

const times = ['09:00', '10:30', '12:00', '13:30', '15:00', '16:30', '18:00']
let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
})
afterAll(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
})

const from = (network: number, of: { finishTime?: string; details?: object | null } = {}) => {
  const { details = createRequester(), ...more } = of
  return createTestVisitor(rig, more, { address: `198.51.100.${network}`, details })
}
const minutesLater = (minutes: number) => rig.at(new Date(testNow.getTime() + minutes * 60_000))
const freeTimes = async (slug: string): Promise<string[]> => {
  const free: string[] = []
  for (const finishTime of times) if (await (await from(200, { finishTime })).quote(slug)) free.push(finishTime)
  return free
}

test('nobody can create a hold without contact details', async () => {
  await createInstantTestProvider(rig, { slug: 'nameless' })
  const nobody = await from(1, { details: null })
  const answer = await nobody.hold('nameless')
  expect([answer.status, answer.body.code]).toEqual([422, 'details_needed'])
  await nobody.call(`/v1/quotes/${nobody.id}`, 'PATCH', createRequester())
  expect((await nobody.hold('nameless')).status).toBe(200)
})

test('29 throw-away visitors of one network block neither one artist nor 20 others, and a real customer can book', async () => {
  await createInstantTestProvider(rig, { slug: 'wanted' })
  for (let i = 0; i < 20; i++) await createInstantTestProvider(rig, { slug: `other-${i}` })
  const answers = []
  for (let i = 0; i < 29; i++) {
    const visitor = await from(7, { finishTime: times[i % 7] as string })
    answers.push(await visitor.hold(i < 9 ? 'wanted' : `other-${i - 9}`))
  }
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(new Set(answers.slice(9).map(({ body }) => body.code ?? 'kept'))).toEqual(new Set(['kept', 'too_many_holds']))
  expect((await freeTimes('wanted')).length).toBeGreaterThanOrEqual(5)
  const honest = await from(8, { finishTime: '15:00' })
  expect((await honest.book('wanted')).state).toBe('booked')
}, 60_000)

test('concurrent holds of a network have the same limit as holds one after another', async () => {
  for (let i = 0; i < 12; i++) await createInstantTestProvider(rig, { slug: `at-once-${i}` })
  const visitors = await Promise.all(times.concat(times.slice(0, 5)).map((finishTime) => from(9, { finishTime })))
  const quotes = await Promise.all(visitors.map((visitor, i) => visitor.quote(`at-once-${i}`)))
  const answers = await Promise.all(
    visitors.map((visitor, i) =>
      visitor.call('/v1/holds', 'POST', {
        quoteId: visitor.id,
        profileId: `at-once-${i}`,
        type: 'mobile',
        hash: quotes[i].hash,
      }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
})

test('visitors of many networks do not block a day until they reach the payment, and the first to do so gets the time', async () => {
  const artist = await createInstantTestProvider(rig, { slug: 'besieged' })
  const crowd = []
  for (const [i, finishTime] of times.entries()) {
    const visitor = await from(20 + i, { finishTime })
    const held = await visitor.hold('besieged')
    expect([finishTime, held.status]).toEqual([finishTime, 200])
    crowd.push({ visitor, holdId: held.body.data.hold.id as string })
  }
  expect(await freeTimes('besieged')).toEqual(times.slice(2))
  const honest = await from(40, { finishTime: '15:00' })
  expect((await honest.book('besieged')).state).toBe('booked')
  const late = crowd[4] as (typeof crowd)[number]
  expect((await late.visitor.pay(late.holdId)).body.code).toBe('slot_taken')
  // A customer who reaches the payment keeps the time for themselves.
  const serious = crowd[5] as (typeof crowd)[number]
  expect((await serious.visitor.pay(serious.holdId)).status).toBe(200)
  expect(await freeTimes('besieged')).toEqual(['12:00', '18:00'])
  const busy = await rig.database.db.selectFrom('busy').select('kind').where('provider_id', '=', artist.id).execute()
  expect(busy.map(({ kind }) => kind).sort()).toEqual(['appointment', 'hold', 'hold', 'hold'])
  minutesLater(16)
  await expireHolds(createJobContext(rig, 'test'))
  // Arriving for three o'clock overlaps an appointment ready by half past one plus its break.
  expect(await freeTimes('besieged')).toEqual(times.filter((time) => time !== '15:00' && time !== '13:30'))
}, 60_000)

test('the same network cannot hold an expired time again immediately, but others can', async () => {
  await createInstantTestProvider(rig, { slug: 'circled' })
  expect((await (await from(50)).hold('circled')).status).toBe(200)
  minutesLater(16)
  await expireHolds(createJobContext(rig, 'test'))
  const again = await (await from(50)).hold('circled')
  expect([again.status, again.body.code]).toEqual([409, 'too_many_holds'])
  expect((await (await from(51)).hold('circled')).status).toBe(200)
  minutesLater(32)
  await expireHolds(createJobContext(rig, 'test'))
  expect((await (await from(50)).hold('circled')).status).toBe(200)
})

test('a slow customer can renew their own hold once, but not again', async () => {
  await createInstantTestProvider(rig, { slug: 'slowly' })
  const slow = await from(60)
  const codes = []
  for (let turn = 0; turn < 3; turn++) {
    minutesLater(turn * 16)
    await expireHolds(createJobContext(rig, 'test'))
    const answer = await slow.hold('slowly')
    codes.push(answer.body.code ?? 'kept')
  }
  expect(codes).toEqual(['kept', 'kept', 'too_many_holds'])
})
