import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOwnRig, type TestRig } from '#server/test-rig.ts'
import { addMovedMoney } from './moved-money.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openOwnRig()
})
afterAll(() => rig.database.close())

test('the payout in the pictures adds up, names its client and is in the statement of its month', async () => {
  const { payout: id } = await addMovedMoney(rig.database)
  const mia = await rig.database.db
    .selectFrom('account')
    .select('id')
    .where('email', '=', 'mia@primp.test')
    .executeTakeFirstOrThrow()
  const bearer = await rig.sessionOf(mia.id)
  const read = async (path: string) => (await rig.call(`/v1/providers/me/${path}`, { bearer })).body.data
  const { payout } = await read(`payouts/${id}`)
  expect(payout.parts).toMatchObject([{ customer: 'Ana Duarte', paid: 224, fee: 34, part: 190 }])
  const { rows } = await read('earnings/statement?month=2026-11')
  expect(rows.filter((row: { payoutNumber: string }) => row.payoutNumber === payout.number)).toMatchObject([
    { type: 'payout', day: '2026-11-18', paidOut: 190 },
  ])
  const { payouts, months } = await read('payouts')
  expect(payouts[0]).toMatchObject({ id, day: '2026-11-18', jobs: [{ customer: 'Ana Duarte' }] })
  // With the payout of £12.50 on 14 November.
  expect(months[0]).toEqual({ month: '2026-11', amount: 202.5 })
})
