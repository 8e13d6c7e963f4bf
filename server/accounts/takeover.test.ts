import { afterAll, beforeAll, expect, test } from 'vitest'
import { addOperator } from '#server/operator/people.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'

const home = 'takeover.example'
const password = 'three plain words'
let rig: TestRig
let calls = 0
let people = 0
const call = (path: string, method: string, body?: object, bearer?: string) =>
  rig.call(`/v1/accounts/${path}`, {
    method,
    ...(body ? { body } : {}),
    ...(bearer ? { bearer } : {}),
    address: `127.64.${calls >> 8}.${calls++ & 255}`,
  })
async function newcomer(name = 'Kit Vale') {
  const email = `t${++people}@${home}`
  const { body } = await call('register', 'POST', {
    name,
    email,
    password,
    acceptTerms: true,
    adult: true,
    country: 'GB',
  })
  return { email, bearer: body.data?.token as string, id: body.data?.user.id as string, user: body.data?.user }
}
const linkTo = async (address: string, kind: string) =>
  (
    await rig.database.db
      .selectFrom('outbox')
      .select('body')
      .where('address', '=', address)
      .where('kind', '=', kind)
      .orderBy('created_at', 'desc')
      .executeTakeFirst()
  )?.body.match(/\/([A-Za-z0-9_-]{43})\b/)?.[1] ?? ''

beforeAll(async () => {
  rig = await openRig()
})
afterAll(async () => {
  await rig.database.db.deleteFrom('outbox').where('address', 'like', `%@${home}`).execute()
  await rig.database.db.deleteFrom('account').where('email', 'like', `%@${home}`).execute()
})

test('a new password cancels a pending change of address that an attacker requested', async () => {
  const owner = await newcomer()
  const thief = `thief@${home}`
  expect((await call('me/email', 'POST', { email: thief }, owner.bearer)).status).toBe(200)
  await call('forgot-password', 'POST', { email: owner.email })
  expect(
    (
      await call('reset-password', 'POST', {
        token: await linkTo(owner.email, 'password.reset'),
        password: 'four plain words',
      })
    ).status,
  ).toBe(200)
  expect(
    (await call('me/email/confirm', 'POST', { token: await linkTo(thief, 'verify.email') })).status,
  ).toBeGreaterThanOrEqual(400)
  expect(
    await rig.database.db
      .selectFrom('account')
      .select(['email', 'pending_email'])
      .where('id', '=', owner.id)
      .executeTakeFirst(),
  ).toEqual({ email: owner.email, pending_email: null })
})

test('a password set for an unverified address stops working when the owner signs in by email', async () => {
  for (const how of ['link', 'code']) {
    const squatter = await newcomer()
    await call('me/email', 'POST', { email: `squatter${people}@${home}` }, squatter.bearer)
    await call('magic-link', 'POST', { email: squatter.email })
    const { body } = await rig.database.db
      .selectFrom('outbox')
      .select('body')
      .where('address', '=', squatter.email)
      .where('kind', '=', 'magicLink')
      .executeTakeFirstOrThrow()
    const code = body.match(/\b\d{6}\b/)?.[0]
    const entered =
      how === 'link'
        ? await call('magic-link/spend', 'POST', { token: await linkTo(squatter.email, 'magicLink') })
        : await call('code', 'POST', { email: squatter.email, code })
    expect(entered.status).toBe(200)
    expect((await call('me', 'GET', undefined, entered.body.data.token)).status).toBe(200)
    expect((await call('me', 'GET', undefined, squatter.bearer)).body.code).toBe('session_ended')
    expect((await call('login', 'POST', { email: squatter.email, password })).body.code).toBe('wrong_credentials')
    expect(
      (await call('me/email/confirm', 'POST', { token: await linkTo(`squatter${people}@${home}`, 'verify.email') }))
        .status,
    ).toBeGreaterThanOrEqual(400)
  }
})

test('requests to change to an address do not flood its mailbox, from however many senders', async () => {
  const [one, other] = [await newcomer(), await newcomer()]
  const victim = `victim@${home}`
  for (let n = 0; n < 5; n++)
    expect((await call('me/email', 'POST', { email: victim }, n % 2 ? one.bearer : other.bearer)).status).toBe(200)
  expect((await call('me/email', 'POST', { email: victim }, one.bearer)).body.code).toBe('rate_limited')
})

test('granting the operator role on the command line ends that person’s sessions and any session acting as that person', async () => {
  const { email, bearer, id } = await newcomer()
  const { id: actor } = await rig.database.db
    .selectFrom('account')
    .select('id')
    .where('email', '=', 'olu@primp.test')
    .executeTakeFirstOrThrow()
  await rig.database.db
    .updateTable('session')
    .set({ actor_id: actor, acting_reason: 'a test' })
    .where('account_id', '=', id)
    .execute()
  await rig.database.db
    .updateTable('account')
    .set({ roles: ['customer', 'operator'], duties: ['owner'] })
    .where('id', '=', id)
    .execute()
  await new Promise((done) => setTimeout(done, 900))
  expect((await call('me', 'GET', undefined, bearer)).body.code).toBe('session_ended')
  await rig.database.db
    .updateTable('account')
    .set({ roles: ['customer'], duties: [] })
    .where('id', '=', id)
    .execute()
  const { token } = (await call('login', 'POST', { email, password })).body.data
  await addOperator(createJobContext(rig, 'test'), email, '')
  expect((await call('me', 'GET', undefined, token)).body.code).toBe('session_ended')
  await rig.database.db
    .updateTable('account')
    .set({ roles: ['customer'], duties: [] })
    .where('id', '=', id)
    .execute()
})

test('invisible and direction characters are removed from a name; an address with control characters, or a list of addresses, is refused', async () => {
  expect((await newcomer('\u202eKit\u0007 \u200bVale')).user.name).toBe('Kit Vale')
  expect((await newcomer('👩🏽‍🎨 José Ōta')).user.name).toBe('👩🏽‍🎨 José Ōta')
  for (const name of ['\u200b\u200b', '\u202e', '—']) {
    expect(
      (await call('register', 'POST', { name, email: `n@${home}`, password, acceptTerms: true, adult: true })).body,
      name,
    ).toMatchObject({ code: 'invalid_input', errors: [{ path: 'name' }] })
  }
  for (const email of [
    `a,b@${home}`,
    `"a"@${home}`,
    `a<b@${home}`,
    `a;b@${home}`,
    `a\u202eb@${home}`,
    `a\u0000b@${home}`,
  ]) {
    expect(
      (await call('register', 'POST', { name: 'Kit', email, password, acceptTerms: true, adult: true })).body,
      email,
    ).toMatchObject({ code: 'invalid_input', errors: [{ path: 'email' }] })
  }
})
