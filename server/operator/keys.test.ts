import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestClient, getAccountId } from '#server/testing/clients.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
let olu: Awaited<ReturnType<typeof createTestClient>>
const reason = 'A laptop with a backup was stolen.'
beforeAll(async () => {
  rig = await openRig()
  olu = await createTestClient(rig, await getAccountId(rig, 'olu@primp.test'))
})
afterAll(() =>
  rig.database.db
    .updateTable('account')
    .set({ roles: ['customer'], duties: [] })
    .where('email', '=', 'ana@primp.test')
    .execute(),
)

const keys = async () => (await olu('/v1/operator/keys')).body.data.keys as { kind: string; former: number }[]
const former = async (kind: string) => (await keys()).find((key) => key.kind === kind)?.former ?? -1

test('an owner rotates each key, sessions stay valid, and no key is shown', async () => {
  for (const kind of ['signing', 'identity', 'forms']) {
    const before = await former(kind)
    const setting = { signing: 'auth_secret', identity: 'identity_key', forms: 'form_key' }[kind] ?? ''
    const read = async () =>
      (await rig.database.db.selectFrom('setting').select('value').where('key', '=', setting).executeTakeFirst())?.value
    const old = await read()
    const answer = await olu(`/v1/operator/keys/${kind}/rotate`, 'POST', { reason })
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({ lost: 0 })
    const now = await read()
    expect(now).not.toEqual(old)
    expect(JSON.stringify(answer.body)).not.toContain(String(now))
    expect(await former(kind)).toBe(old === undefined ? before : Math.min(before + 1, 3))
    const audit = await rig.database.db
      .selectFrom('audit')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(audit).toMatchObject({ act: 'key.rotate', subject_id: kind, reason, after: null })
  }
  expect((await olu('/v1/operator/overview')).status).toBe(200)
})

test('a configured key is not rotated in the console', async () => {
  const env = rig.env as { AUTH_SECRET?: string | undefined; FORM_KEY?: string | undefined }
  env.FORM_KEY = 'k'.repeat(43)
  try {
    expect((await keys()).find(({ kind }) => kind === 'forms')).toMatchObject({ place: 'configuration', since: null })
    expect((await olu('/v1/operator/keys/forms/rotate', 'POST', { reason })).body.code).toBe('key_configured')
  } finally {
    env.FORM_KEY = undefined
  }
})

test('only an owner sees or rotates keys, and gives a reason', async () => {
  const id = await getAccountId(rig, 'ana@primp.test')
  const duties = ['support', 'money', 'content', 'verification']
  await rig.database.db
    .updateTable('account')
    .set({ roles: ['customer', 'operator'], duties })
    .where('id', '=', id)
    .execute()
  const other = await createTestClient(rig, id)
  expect((await other('/v1/operator/keys')).body.code).toBe('duty_required')
  expect((await other('/v1/operator/keys/signing/rotate', 'POST', { reason })).body.code).toBe('duty_required')
  expect((await olu('/v1/operator/keys/signing/rotate', 'POST', { reason: '' })).status).toBe(400)
  expect((await olu('/v1/operator/keys/other/rotate', 'POST', { reason })).status).toBe(400)
})
