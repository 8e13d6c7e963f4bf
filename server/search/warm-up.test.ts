import { beforeAll, expect, test } from 'vitest'
import { openCopy } from '#server/test-databases.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { warmUp } from './warm-up.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})

test('a process reads the quotes of a few parties before anybody comes, and saves none of them', async () => {
  const searches = () =>
    rig.database.db
      .selectFrom('search')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  const before = await searches()
  expect(await warmUp(rig)).toBe(6)
  expect(await searches()).toEqual(before)
})

test('a site where nobody works yet starts all the same', async () => {
  const { database } = await openCopy('reference')
  await warmUp({ ...rig, database })
  await database.close()
}, 60_000)
