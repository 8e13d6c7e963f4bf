import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { idOf, makeOperator, restoreOperators, signInAs } from './operators.ts'

const reason = 'for a storm of roles'
const rounds = process.env['PROVE'] ? 40 : 4
let rig: TestRig
const send = (bearer: string, method: string, path: string, body: object) =>
  rig.call(`/v1/operator/${path}`, { method, body: { reason, ...body }, bearer })
const owners = async () =>
  (await rig.database.db.selectFrom('account').select(['email', 'duties']).execute()).filter(({ duties }) =>
    duties.includes('owner'),
  ).length
const some = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)] as T

beforeAll(async () => {
  rig = await openRig()
})
afterEach(() => restoreOperators(rig))
afterAll(() => rig.database.db.deleteFrom('outbox').execute())

test('of many concurrent role requests one is accepted, and of many decisions one counts', async () => {
  await makeOperator(rig, 'ana', ['owner'])
  const people = [await signInAs(rig, 'olu'), await signInAs(rig, 'ana')]
  const mia = await idOf(rig, 'mia')
  for (let round = 0; round < rounds; round++) {
    const asked = await Promise.all(
      [...people, ...people].map((who) => send(who, 'PUT', `people/${mia}/roles`, { duties: ['support'] })),
    )
    expect(asked.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const open = await rig.database.db
      .selectFrom('approval')
      .select(['id', 'asked_by'])
      .where('decided_at', 'is', null)
      .execute()
    expect(open).toHaveLength(1)
    const [wish] = open
    const other = people[wish?.asked_by === (await idOf(rig, 'olu')) ? 1 : 0] as string
    const said = Array.from({ length: 6 }, () => ({ who: some(people), approve: Math.random() < 0.5 }))
    const decided = await Promise.all(
      [{ who: other, approve: true }, ...said].map(({ who, approve }) =>
        send(who, 'POST', `approvals/${wish?.id}/decide`, { approve }),
      ),
    )
    expect(decided.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(decided.filter(({ status }) => status >= 500)).toEqual([])
    const kept = await rig.database.db
      .selectFrom('approval')
      .select(['approved', 'asked_by', 'decided_by'])
      .where('id', '=', wish?.id ?? '')
      .executeTakeFirstOrThrow()
    const { duties } = await rig.database.db
      .selectFrom('account')
      .select('duties')
      .where('id', '=', mia)
      .executeTakeFirstOrThrow()
    expect(duties).toEqual(kept.approved ? ['support'] : [])
    if (kept.approved) expect(kept.decided_by).not.toBe(kept.asked_by)
    await send(people[0] as string, 'PUT', `people/${mia}/roles`, { duties: [] })
  }
})

test('if owners remove each other concurrently, one owner is left', async () => {
  for (let round = 0; round < rounds; round++) {
    for (const who of ['olu', 'ana', 'mia']) await makeOperator(rig, who, ['owner'])
    const ids = await Promise.all(['olu', 'ana', 'mia'].map((who) => idOf(rig, who)))
    const bearers = await Promise.all(['olu', 'ana', 'mia'].map((who) => signInAs(rig, who)))
    const done = await Promise.all(
      bearers.flatMap((who, i) =>
        ids.filter((_, n) => n !== i).map((id) => send(who, 'PUT', `people/${id}/roles`, { duties: [] })),
      ),
    )
    expect(done.filter(({ status }) => status >= 500)).toEqual([])
    expect(await owners()).toBeGreaterThanOrEqual(1)
  }
})
