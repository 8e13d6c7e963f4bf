import { beforeAll, expect, test } from 'vitest'
import { openCopy } from '#server/test-databases.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { warmUp } from './warm-up.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})

test('when a process starts, it computes the quotes of a few parties and saves none of them', async () => {
  const searches = () =>
    rig.database.db
      .selectFrom('search')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  const before = await searches()
  expect(await warmUp(rig)).toBe(6)
  expect(await searches()).toEqual(before)
})

test('a site without artists starts too', async () => {
  const { database } = await openCopy('reference')
  await warmUp({ ...rig, database })
  await database.close()
}, 60_000)
