import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import { type Endpoint, listPathFields, getRolesFor } from '#contract/endpoint.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'

const endpoints = Object.entries(contract).flatMap(([domain, all]) =>
  Object.entries(all).map(([name, endpoint]) => [`${domain}.${name}`, endpoint as Endpoint] as const),
)
const closed = endpoints.filter(([, { access }]) => getRolesFor(access).length > 0)

let rig: TestRig
let calls = 0
const bearers: Record<string, string> = {}
const address = () => `127.5.${Math.floor(++calls / 250)}.${(calls % 250) + 1}`
const signIn = async () => {
  for (const who of ['ana', 'mia', 'olu']) {
    bearers[who] = (
      await rig.call('/v1/accounts/login', {
        method: 'POST',
        body: { email: `${who}@primp.test`, password: 'primp-sample-1' },
        address: address(),
      })
    ).body.data.token
  }
}
beforeAll(async () => {
  rig = await openRig()
  await signIn()
})

const ask = ({ method, path, key }: Endpoint, bearer?: string) => {
  const filled = listPathFields(path).reduce((p, field) => p.replace(`{${field}}`, '1'), path as string)
  return rig.call(filled, {
    method,
    ...(method === 'GET' ? {} : { body: {} }),
    ...(bearer ? { bearer } : {}),
    ...(key ? { headers: { 'idempotency-key': `rights-${calls}` } } : {}),
    address: address(),
  })
}

describe('Access rights', () => {
  test('are required for most calls', () => expect(closed).not.toEqual([]))

  test.each(closed)('%s requires a signed-in account with the declared role', async (_name, endpoint) => {
    expect((await ask(endpoint)).body.code).toBe('not_signed_in')
    expect((await ask(endpoint, 'not.a.token')).body.code).toBe('session_ended')
    const others =
      endpoint.access === 'operator'
        ? ['ana', 'mia']
        : endpoint.access === 'provider'
          ? ['ana', 'olu']
          : endpoint.access === 'partner'
            ? ['ana', 'mia', 'olu']
            : []
    for (const who of others) expect((await ask(endpoint, bearers[who])).body.code, who).toBe('not_yours')
  })

  test('are the same in the OpenAPI document', async () => {
    const documents = {
      open: (await rig.call('/v1/openapi.json')).body,
      operators: (await rig.call('/v1/openapi-operators.json')).body,
    }
    for (const [name, { method, path, access, scope }] of endpoints) {
      const { paths } = documents[access === 'operator' ? 'operators' : 'open']
      const operation = paths[path.replace(/\/$/, '')][method.toLowerCase()]
      expect(operation['x-roles'], name).toEqual(getRolesFor(access))
      expect(operation['x-scope'], name).toBe(scope)
      expect(operation.security, name).toEqual(
        access === 'partner'
          ? [{ partner: [] }]
          : getRolesFor(access).length
            ? [{ bearer: [] }, ...(scope ? [{ key: [] }] : [])]
            : access === 'visitor'
              ? [{}, { visitor: [] }, { bearer: [] }, ...(scope ? [{ partner: [] }] : [])]
              : scope
                ? [{}, { partner: [] }]
                : [],
      )
    }
  })

  test('malformed input returns a refusal, never a fault', async () => {
    for (const [name, endpoint] of endpoints) {
      const { status, body } = await ask(endpoint, endpoint.access === 'operator' ? bearers.olu : bearers.mia)
      expect(status, `${name} ${JSON.stringify(body)}`).toBeLessThan(500)
    }
    // Some of these calls end sessions.
    await signIn()
  })
})
