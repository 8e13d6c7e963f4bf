import { getTextVersion } from '#contract/terms.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

const home = 'links.example'
let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
const clear = async () => {
  rig.at(testNow)
  await rig.database.db.deleteFrom('outbox').where('address', 'like', `%@${home}`).execute()
  await rig.database.db.deleteFrom('account').where('email', 'like', `%@${home}`).execute()
  await rig.database.db.deleteFrom('outbox').where('address', 'like', '%@primp.test').execute()
  await rig.database.db.deleteFrom('one_time_token').execute()
}
beforeEach(async () => {
  await clear()
  await post('register', leila)
})
afterAll(clear)

let callers = 0
const post = (path: string, body: object, more: object = {}) =>
  rig.call(`/v1/accounts/${path}`, {
    method: 'POST',
    body,
    address: `127.2.${callers >> 8}.${callers++ & 255}`,
    ...more,
  })
const leila = {
  name: 'Leila Marsh',
  email: `leila@${home}`,
  password: 'three plain words',
  mobile: '07700 900123',
  country: 'GB',
  acceptTerms: true,
  adult: true,
}
const lastMail = (address: string) =>
  rig.database.db
    .selectFrom('outbox')
    .selectAll()
    .where('address', '=', address)
    .orderBy('created_at', 'desc')
    .orderBy('next_at', 'desc')
    .execute()
    .then((all) => all.at(-1))
async function linkIn(address: string, kind: string) {
  const mails = await rig.database.db
    .selectFrom('outbox')
    .select(['body', 'kind'])
    .where('address', '=', address)
    .where('kind', '=', kind)
    .execute()
  const body = mails.at(-1)?.body ?? ''
  return {
    token: body.match(/\/([A-Za-z0-9_-]{43})\b/)?.[1] ?? '',
    code: body.match(/\b(\d{6})\b/)?.[1] ?? '',
    mails: mails.length,
  }
}
const forget = (kind: string) => rig.database.db.deleteFrom('outbox').where('kind', '=', kind).execute()

test('registration signs in, saves the number as E.164 and the accepted terms, and sends a link that verifies the address', async () => {
  const newcomer = { ...leila, email: `newcomer@${home}` }
  const { status, body } = await post('register', newcomer)
  expect(status).toBe(200)
  expect(body.data.user).toMatchObject({
    name: 'Leila Marsh',
    email: newcomer.email,
    mobile: '+447700900123',
    roles: ['customer'],
    profileId: null,
  })
  expect((await rig.call('/v1/accounts/me', { bearer: body.data.token })).status).toBe(200)
  const row = await rig.database.db
    .selectFrom('account')
    .innerJoin('terms_acceptance', 'account_id', 'account.id')
    .select(['password_hash', 'terms', 'version', 'email_verified_at'])
    .where('email', '=', newcomer.email)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    terms: 'customer',
    version: getTextVersion('customer'),
    email_verified_at: null,
    password_hash: expect.stringContaining('$argon2id$'),
  })

  const { token } = await linkIn(newcomer.email, 'verify.email')
  const kept = await rig.database.db
    .selectFrom('one_time_token')
    .select(['token_hash', 'code_hash'])
    .where('email', '=', newcomer.email)
    .executeTakeFirstOrThrow()
  expect([Buffer.from(kept.token_hash).toString(), Buffer.from(kept.code_hash ?? []).toString()].join()).not.toContain(
    token,
  )
  const proven = { name: 'Leila Marsh', email: newcomer.email, kept: false }
  expect((await post('verify-email', { token })).body.data).toEqual({ ...proven, choose: expect.any(String) })
  expect((await post('verify-email', { token })).body.data).toEqual({ ...proven, choose: null })
  expect((await post('verify-email', { token: 'made-up' })).body.code).toBe('link_expired')
})

test('the account keeps when its owner confirmed to be 18 or over', async () => {
  const email = `adult@${home}`
  await post('register', { ...leila, email })
  const { adult_confirmed_at, created_at } = await rig.database.db
    .selectFrom('account')
    .select(['adult_confirmed_at', 'created_at'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  expect(adult_confirmed_at).toEqual(created_at)
})

test('registration refuses a taken address, a weak password, an invalid number, unaccepted terms and an unconfirmed age, per field', async () => {
  const refused = async (change: object) => {
    const { status, body } = await post('register', { ...leila, ...change })
    return [status, body.code, body.errors?.[0]?.path]
  }
  expect(await refused({ email: leila.email.toUpperCase() })).toEqual([409, 'email_taken', 'email'])
  for (const password of [
    'too short',
    'password123',
    'Password123',
    '1234567890',
    'aaaaaaaaaaaa',
    'qwertyuiop',
    'leila marsh',
    'Leilamarsh12',
  ]) {
    expect([password, ...(await refused({ email: `new@${home}`, password }))]).toEqual([
      password,
      422,
      'password_weak',
      'password',
    ])
  }
  expect(await refused({ email: `new@${home}`, mobile: '12' })).toEqual([422, 'mobile_invalid', 'mobile'])
  expect(await refused({ email: `new@${home}`, acceptTerms: false })).toEqual([400, 'invalid_input', 'acceptTerms'])
  for (const adult of [false, undefined])
    expect(await refused({ email: `new@${home}`, adult })).toEqual([400, 'invalid_input', 'adult'])
  expect(await refused({ email: 'nobody', name: '' })).toEqual([400, 'invalid_input', 'name'])
})

test('registration takes the same time for a taken and for a free address', async () => {
  // Password hashing costs CPU time, which other processes do not affect.
  const timed = async (email: string) => {
    const from = process.cpuUsage()
    await post('register', { ...leila, email })
    const { user, system } = process.cpuUsage(from)
    return user + system
  }
  const [taken, free]: [number[], number[]] = [[], []]
  // Takes the minimum of several runs, because other work of this process affects both.
  for (let n = 0; n < 6; n++) {
    taken.push(await timed(leila.email))
    free.push(await timed(`free${n}@${home}`))
  }
  expect(Math.min(...taken)).toBeGreaterThan(Math.min(...free) / 3)
})

test('an emailed link or the code in the same email signs in within 30 minutes; after one is used, neither works again', async () => {
  expect((await post('magic-link', { email: leila.email })).body.data).toEqual({ sent: true })
  const { token } = await linkIn(leila.email, 'magicLink')
  const { body } = await post('magic-link/spend', { token })
  expect(body.data.user.email).toBe(leila.email)
  expect((await post('magic-link/spend', { token })).body.code).toBe('link_used')
  expect((await post('provider-link/spend', { token })).body.code).toBe('link_expired')

  await forget('magicLink')
  rig.at(new Date(testNow.getTime() + 1000))
  await post('magic-link', { email: leila.email })
  const second = await linkIn(leila.email, 'magicLink')
  expect(
    (await post('code', { email: leila.email, code: `${second.code.slice(0, 3)} ${second.code.slice(3)}` })).body.data
      .user.email,
  ).toBe(leila.email)
  expect((await post('code', { email: leila.email, code: second.code })).body.code).toBe('code_wrong')
  expect((await post('magic-link/spend', { token: second.token })).body.code).toBe('link_used')

  await forget('magicLink')
  rig.at(new Date(testNow.getTime() + 2000))
  await post('magic-link', { email: leila.email })
  const third = await linkIn(leila.email, 'magicLink')
  rig.at(new Date(testNow.getTime() + 31 * 60_000))
  expect((await post('magic-link/spend', { token: third.token })).body.code).toBe('link_expired')
  expect((await post('code', { email: leila.email, code: third.code })).body.code).toBe('code_wrong')
  rig.at(testNow)
})

test('of many simultaneous uses of one link, exactly one signs in', async () => {
  await post('magic-link', { email: leila.email })
  const { token } = await linkIn(leila.email, 'magicLink')
  const answers = await Promise.all(Array.from({ length: 8 }, () => post('magic-link/spend', { token })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.code === 'link_used')).toHaveLength(7)
})

test('five wrong codes invalidate the code but not the link', async () => {
  await post('magic-link', { email: leila.email })
  const { token, code } = await linkIn(leila.email, 'magicLink')
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  for (let i = 0; i < 5; i++)
    expect((await post('code', { email: leila.email, code: wrong })).body.code).toBe('code_wrong')
  expect((await post('code', { email: leila.email, code })).body.code).toBe('code_wrong')
  expect((await post('magic-link/spend', { token })).status).toBe(200)
})

test('an unknown address gets the same answer in the same time, and no email', async () => {
  for (const path of ['magic-link', 'forgot-password']) {
    const times: number[] = []
    const answers = []
    for (const email of [leila.email, `nobody@${home}`]) {
      const from = performance.now()
      const { status, body } = await post(path, { email })
      times.push(performance.now() - from)
      answers.push({ status, body })
    }
    expect(answers[0]).toEqual(answers[1])
    expect(Math.min(...times)).toBeGreaterThan(55)
  }
  expect(await lastMail(`nobody@${home}`)).toBeUndefined()
})

test('after ten links in an hour no more links are sent, and the response stays the same', async () => {
  const { email } = leila
  for (let i = 0; i < 12; i++) expect((await post('magic-link', { email })).body.data).toEqual({ sent: true })
  expect((await linkIn(email, 'magicLink')).mails).toBe(10)
})

test('resetting a password by link ends every other session and link, and the owner gets an email about it', async () => {
  const before = (await post('login', { email: leila.email, password: leila.password })).body.data.token
  await post('forgot-password', { email: leila.email })
  const { token } = await linkIn(leila.email, 'password.reset')
  expect((await post('reset-password', { token, password: 'password123' })).body.code).toBe('password_weak')
  const { body } = await post('reset-password', { token, password: 'four plain words now' })
  expect((await rig.call('/v1/accounts/me', { bearer: body.data.token })).status).toBe(200)
  expect((await rig.call('/v1/accounts/me', { bearer: before })).body.code).toBe('session_ended')
  expect((await post('reset-password', { token, password: 'five plain words now' })).body.code).toBe('link_used')
  expect((await post('login', { email: leila.email, password: leila.password })).status).toBe(401)
  expect((await post('login', { email: leila.email, password: 'four plain words now' })).status).toBe(200)
  expect((await linkIn(leila.email, 'password.changed')).mails).toBe(1)
})

test('opening an expired link sends a new link to its own address', async () => {
  const email = `late@${home}`
  await post('register', { ...leila, email })
  const { token } = await linkIn(email, 'verify.email')
  rig.at(new Date(testNow.getTime() + 31 * 60_000))
  expect((await post('verify-email', { token })).body).toMatchObject({ code: 'link_expired', detail: { email } })
  expect((await post('verify-email/resend', { token })).body.data).toEqual({ sent: true })
  expect((await post('verify-email/resend', { token: 'made-up' })).body.code).toBe('link_expired')
  const second = await linkIn(email, 'verify.email')
  expect(second.token).not.toBe(token)
  expect((await post('verify-email', { token: second.token })).status).toBe(200)
  rig.at(testNow)
})

test('the owner of a suspended account reads about the suspension at every way to sign in', async () => {
  await rig.database.db
    .updateTable('account')
    .set({ suspended_at: testNow, suspended_reason: 'Fake reviews' })
    .where('email', '=', leila.email)
    .execute()
  expect((await post('login', { email: leila.email, password: leila.password })).body.code).toBe('suspended')
  const { mails } = await linkIn(leila.email, 'magicLink')
  expect((await post('magic-link', { email: leila.email })).body.data).toEqual({ sent: true })
  expect((await linkIn(leila.email, 'magicLink')).mails).toBe(mails)
})
