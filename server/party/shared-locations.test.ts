import { beforeAll, expect, test } from 'vitest'
import { measureMetres } from '#server/places/index.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
const signIn = async (email: string): Promise<string> =>
  (
    await rig.call('/v1/accounts/login', {
      method: 'POST',
      body: { email, password: 'primp-sample-1' },
      address: '127.9.6.5',
    })
  ).body.data.token
beforeAll(async () => {
  rig = await openRig()
})

test('travel to a job begins at the previous job of the day or at the base, and only its artist sees this', async () => {
  const mia = await signIn('mia@primp.test')
  const { appointments } = (await rig.call('/v1/providers/appointments', { bearer: mia })).body.data
  const days = Map.groupBy(appointments as { id: string; eventDate: string }[], ({ eventDate }) => eventDate)
  const [first, second] = [...days.values()].find((jobs) => jobs.length > 1) ?? []
  const way = async (id = '') => (await rig.call(`/v1/providers/appointments/${id}/way`, { bearer: mia })).body.data.way
  const [one, two] = [await way(first?.id), await way(second?.id)]
  const base = await rig.database.db
    .selectFrom('provider')
    .select(['lng', 'lat'])
    .where('slug', '=', 'mia-hollis')
    .executeTakeFirstOrThrow()
  expect(one).toMatchObject({ after: 'base', from: [base.lng, base.lat] })
  expect(two).toMatchObject({ after: 'job', from: one.to })
  expect(two.metres).toBe(Math.round(measureMetres(one.to[1], one.to[0], two.to[1], two.to[0])))
  expect(two.minutes).toBeGreaterThanOrEqual(Math.floor((two.metres / 1000) * 1.35 * (60 / 45)))
  const path = `/v1/providers/appointments/${first?.id}/way`
  expect((await rig.call(path, { bearer: await signIn('ana@primp.test') })).status).toBeGreaterThanOrEqual(403)
  expect((await rig.call(path)).status).toBe(401)
})
