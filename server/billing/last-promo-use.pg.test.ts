import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openPostgres } from '#db/database.ts'
import { createApi } from '#server/api.ts'
import { createTestAddress, createTestKey } from '#server/testing/clients.ts'
import { createExpensiveTestProvider, createTestHold, createTestPromo } from '#server/testing/payments.ts'
import { clearTestTown } from '#server/testing/providers.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
let other: Database
beforeAll(async () => {
  rig = await openRig()
  other = await openPostgres(rig.databaseUrl ?? '')
})
afterAll(async () => {
  await other.close()
  rig.at(testNow)
  await clearTestTown(rig)
})

test('two processes never accept more uses of a code than its limit', async () => {
  const [one, two] = [rig.api, createApi({ ...rig, database: other })]
  const code = await createTestPromo(rig, { most_uses: 2 })
  const all = []
  for (const i of Array.from({ length: 6 }).keys()) {
    await createExpensiveTestProvider(rig, `last-use-${i}`)
    all.push(await createTestHold(rig, `last-use-${i}`))
  }
  const answers = await Promise.all(
    all.map(async ({ hold, leila }, i) => {
      const answer = await (i % 2 ? one : two).request(
        `/v1/holds/${hold.id}/promo`,
        {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'idempotency-key': createTestKey(),
            origin: 'http://localhost:3000',
            cookie: leila.cookie,
          },
          body: JSON.stringify({ code: code.code }),
        },
        { address: createTestAddress() },
      )
      return answer.status === 200 ? 'used' : ((await answer.json()) as { code: string }).code
    }),
  )
  expect(answers.sort()).toEqual([...Array(4).fill('promo_used_up'), 'used', 'used'])
  const { uses } = await rig.database.db
    .selectFrom('promo_code')
    .select('uses')
    .where('id', '=', code.id)
    .executeTakeFirstOrThrow()
  expect(uses).toBe(2)
  // The database also refuses an increment that skips the check.
  await expect(sql`update promo_code set uses = uses + 1 where id = ${code.id}`.execute(other.db)).rejects.toThrow(
    /promo_code_used_up/,
  )
})
