import { beforeAll, expect, test } from 'vitest'
import { nobody, openContext } from '#server/platform/context.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { isStopped, setSwitch } from './switches.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})

test('a kill switch takes effect at once in the process that set it, even if another request read the old value during the commit', async () => {
  const [{ id }] = (await rig.database.db
    .selectFrom('account')
    .select('id')
    .where('email', '=', 'olu@primp.test')
    .execute()) as [{ id: string }]
  const ctx = openContext(rig, { viewer: { ...nobody, accountId: id }, requestId: 'test', address: '' })
  const sets = (on: boolean) =>
    ctx.transaction(async (inner) => {
      await setSwitch(inner, { kind: 'sign_ups', value: '', on, reason: 'a flood' })
      // Another request before the commit reads the old value.
      expect(await isStopped(rig.database, 'sign_ups')).toBe(on)
    })
  await sets(false)
  expect(await isStopped(rig.database, 'sign_ups')).toBe(true)
  await sets(true)
  expect(await isStopped(rig.database, 'sign_ups')).toBe(false)
})
