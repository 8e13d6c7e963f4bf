import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import { type Endpoint, listPathFields } from '#contract/endpoint.ts'
import { readInput } from '#server/platform/http/read-input.ts'
import '#server/platform/validation/messages.ts'
import { createApiClient } from '#web/platform/api/api.ts'
import { calls } from '#web/platform/api/calls.generated.ts'
import { memberCalls } from '#web/platform/api/member-calls.generated.ts'
import { openFieldsOf, sampleOf, withField } from './sample-inputs.ts'

const endpoints = Object.entries(contract).flatMap(([domain, calls]) =>
  Object.entries(calls).map(([name, endpoint]) => ({ domain, name, endpoint: endpoint as Endpoint })),
)
/** Returns the parsed value, or the paths and messages of the errors. */
function outcomeOf({ input }: Endpoint, sent: unknown) {
  const parsed = input.safeParse(sent)
  if (parsed.success) return { value: parsed.data }
  return { errors: parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) }
}

/** Sends an input through the web client and returns what the server parses. */
async function received(domain: string, name: string, endpoint: Endpoint, input: unknown) {
  let outcome: unknown
  const server = new Hono().on(endpoint.method, endpoint.path.replace(/\{(\w+)\}/g, ':$1'), async (http) => {
    outcome = outcomeOf(endpoint, await readInput(http, endpoint))
    return http.json({ data: {} })
  })
  const api = createApiClient(
    calls,
    { send: async (path, init) => server.request(path, init) },
    async () => memberCalls,
  )
  const call = (api as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>)[domain]?.[name]
  await call?.(input)
  return outcome
}

const inQuery = ({ method }: Endpoint) => method === 'GET' || method === 'DELETE'

/** The input as a query string: no null, and only text. */
const asQuery = (input: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(input).flatMap(([key, value]) => (value === null || value === undefined ? [] : [[key, `${value}`]])),
  )

const withTextInPath = (endpoint: Endpoint, input: Record<string, unknown>) => ({
  ...input,
  ...Object.fromEntries(listPathFields(endpoint.path).map((field) => [field, String(input[field])])),
})

test('the server receives each optional and nullable field as sent: absent, null and set', async () => {
  const differing: unknown[] = []
  const refusedWhole: string[] = []
  let fields = 0
  for (const { domain, name, endpoint } of endpoints) {
    const whole = sampleOf(endpoint.input) as Record<string, unknown>
    const check = async (about: string, input: Record<string, unknown>) => {
      const meant = outcomeOf(endpoint, inQuery(endpoint) ? asQuery(input) : withTextInPath(endpoint, input))
      const got = await received(domain, name, endpoint, input)
      if (JSON.stringify(got) !== JSON.stringify(meant))
        differing.push({ call: `${domain}.${name} ${about}`, meant, got })
      return meant
    }
    if ('errors' in (await check('with every field', whole))) refusedWhole.push(`${domain}.${name}`)
    for (const { path } of openFieldsOf(endpoint.input)) {
      fields += 1
      for (const value of [undefined, null])
        await check(`${path.join('.')} ${value}`, withField(whole, path, value) as Record<string, unknown>)
    }
  }
  expect(differing).toEqual([])
  // The samples are valid for almost every schema; the others break a rule between fields.
  expect(refusedWhole.length, refusedWhole.join(', ')).toBeLessThan(endpoints.length / 10)
  expect(fields).toBeGreaterThan(0)
})
