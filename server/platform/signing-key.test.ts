import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCopy } from '#server/test-databases.ts'
import { readEnv } from './env.ts'
import { changeKeptKey, createSecret, signJwt, getSigningKeys, verifyJwt } from './signing-key.ts'

let database: Awaited<ReturnType<typeof openCopy>>['database']
beforeAll(async () => {
  database = (await openCopy('reference')).database
})
afterAll(() => database.close())

const kept = readEnv({})
const signed = async (on: typeof database, env = kept) =>
  signJwt({ key: await getSigningKeys(on, env) }, new SignJWT({ n: 1 }).setSubject('a'))
/** Another process on the same database, which has read no key yet. */
const another = () => ({ ...database })

test('a new signing key in the database takes over, and the previous key stays valid', async () => {
  const [here, there] = [another(), another()]
  const first = await signed(here)
  await changeKeptKey(database.db)
  const second = await signed(there)
  expect(second.split('.')[0]).not.toBe(first.split('.')[0])
  for (const token of [first, second]) expect((await verifyJwt(there, kept, token))?.sub).toBe('a')
  expect((await verifyJwt(here, kept, second))?.sub).toBe('a')
  for (let n = 0; n < 3; n++) await changeKeptKey(database.db)
  expect(await verifyJwt(another(), kept, first)).toBeNull()
})

test('a configured secret is rotated by listing the old one, which is valid until it is removed', async () => {
  const [old, now] = [createSecret(), createSecret()]
  const token = await signed(another(), readEnv({ AUTH_SECRET: old }))
  const both = readEnv({ AUTH_SECRET: now, AUTH_SECRETS_BEFORE: `${old},${createSecret()}` })
  expect((await verifyJwt(another(), both, token))?.sub).toBe('a')
  expect(await verifyJwt(another(), readEnv({ AUTH_SECRET: now }), token)).toBeNull()
  expect(() => readEnv({ AUTH_SECRET: now, AUTH_SECRETS_BEFORE: 'short' })).toThrow(/AUTH_SECRETS_BEFORE/)
})

test('a token without a key id is verified with the oldest key', async () => {
  const [old, now] = [createSecret(), createSecret()]
  const unnamed = await new SignJWT({}).setProtectedHeader({ alg: 'HS256' }).setSubject('a').sign(Buffer.from(old))
  const both = readEnv({ AUTH_SECRET: now, AUTH_SECRETS_BEFORE: old })
  expect((await verifyJwt(another(), both, unnamed))?.sub).toBe('a')
})
