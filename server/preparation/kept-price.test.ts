import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { createTestBookingWithTrial, createTestProviderWithTrial } from '#server/testing/linked-appointments.ts'

const dayMs = 86_400_000
const pence = (amount: number) => Math.round(amount * 100)
let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.at(testNow))

test('the kept part of a trial that was cancelled late stays paid when the day is cancelled', async () => {
  const { slug } = await createTestProviderWithTrial(rig, 'kept-then-cancelled', { tested: false })
  const { appointment, cancelTrial, cancel, read } = await createTestBookingWithTrial(rig, slug, {
    papers: { inFull: true },
  })
  rig.at(new Date(Date.parse(appointment.trial.startsAt) - 3 * dayMs))
  const { kept } = (await cancelTrial((await read()).trial.back)).body.data.appointment.trial
  expect(kept).toBeGreaterThan(0)
  const { refund, total } = await read()
  expect(refund.steps[0].share).toBe(100)
  expect(pence(refund.now)).toBe(pence(total) - pence(kept))
  const gone = (await cancel(refund.now)).body.data.appointment
  expect(gone.refund.paid).toBe(kept)
  const { body } = await rig.database.db
    .selectFrom('outbox')
    .select('body')
    .where('kind', '=', 'cancelled.byCustomer.customer')
    .where('channel', '=', 'mail')
    .where('fact', 'like', `%${appointment.id}%`)
    .executeTakeFirstOrThrow()
  expect(body.replaceAll(/\s+/g, ' ')).toContain('The price of the trial is not refunded.')
})
