import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { holdTimers } from '#contract/checkout/lifecycle-hold.ts'
import { createTestVisitor } from '#server/testing/clients.ts'
import { createTestVoucher } from '#server/testing/payments.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { releaseExpiredCredits } from './hold-credits.ts'
import { expireHolds } from './release-holds.ts'

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

const after = (minutes: number) => new Date(testNow.getTime() + minutes * 60_000)

async function held(slug: string) {
  await createTestProviderWithAccount(rig, { slug, costs: { makeup: 30_000 }, notice: 0 })
  const leila = await createTestVisitor(rig)
  const { hold } = (await leila.hold(slug)).body.data
  const extend = (extension: number, by = leila) => by.call(`/v1/holds/${hold.id}/extend`, 'POST', { extension })
  const read = async () => (await leila.call(`/v1/holds/${hold.id}`)).body.data.hold
  return { leila, hold, extend, read }
}

test('a hold can be extended twice, and a repeated call extends once', async () => {
  const { hold, extend, read } = await held('more-time')
  expect([hold.secondsLeft, hold.extensionsLeft]).toEqual([holdTimers.minutes * 60, holdTimers.extensions])
  rig.at(after(13))
  for (let twice = 0; twice < 2; twice++)
    expect((await extend(1)).body.data.hold).toMatchObject({ state: 'held', secondsLeft: 17 * 60, extensionsLeft: 1 })
  rig.at(after(20))
  await expireHolds(createJobContext(rig, 'test'))
  expect((await read()).state).toBe('held')
  expect((await extend(2)).body.data.hold).toMatchObject({ secondsLeft: 25 * 60, extensionsLeft: 0 })
  expect((await extend(3)).status).toBe(400)
  rig.at(after(45))
  await expireHolds(createJobContext(rig, 'test'))
  expect(await read()).toMatchObject({ state: 'lapsed', extensionsLeft: 0 })
})

test('a hold whose time has run out cannot be extended', async () => {
  const { extend } = await held('too-late')
  rig.at(after(holdTimers.minutes))
  expect((await extend(1)).body.code).toBe('hold_lapsed')
})

test('nobody else can extend a hold', async () => {
  const { extend } = await held('not-yours')
  expect((await extend(1, await createTestVisitor(rig))).body.code).toBe('not_found')
})

test('a hold of the waiting list cannot be extended, because others wait for the time', async () => {
  const { hold, extend, read } = await held('others-wait')
  await rig.database.db.updateTable('hold').set({ freed: true }).where('id', '=', hold.id).execute()
  expect((await read()).extensionsLeft).toBe(0)
  expect((await extend(1)).body.code).toBe('hold_extension_limit')
})

test('an extended hold keeps the gift voucher that was applied to it', async () => {
  const { leila, hold, extend, read } = await held('with-voucher')
  const voucher = await createTestVoucher(rig, { amount: 20 })
  await leila.call(`/v1/holds/${hold.id}/credits`, 'POST', { code: voucher.code })
  const { credits } = await read()
  expect(credits).toHaveLength(1)
  rig.at(after(14))
  await extend(1)
  rig.at(after(28))
  await releaseExpiredCredits(createJobContext(rig, 'test'))
  expect((await read()).credits).toEqual(credits)
})
