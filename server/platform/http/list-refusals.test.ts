import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { openRig } from '#server/test-rig.ts'
import { mountRoutes, createRoutes } from './serve.ts'

const calls = {
  listed: defineEndpoint({
    method: 'GET',
    path: '/v1/tests/listed',
    access: 'public',
    summary: 'Throws a refusal that the endpoint lists.',
    input: z.object({}),
    output: z.object({}),
    refuses: ['slot_taken'],
  }),
  unlisted: defineEndpoint({
    method: 'GET',
    path: '/v1/tests/unlisted',
    access: 'public',
    summary: 'Throws a refusal that the endpoint does not list.',
    input: z.object({}),
    output: z.object({}),
    refuses: ['not_found'],
  }),
  members: defineEndpoint({
    method: 'GET',
    path: '/v1/tests/members',
    access: 'member',
    summary: 'Requires a signed-in account.',
    input: z.object({}),
    output: z.object({}),
    refuses: [],
  }),
}
const refuse = async () => {
  throw new Refusal('slot_taken')
}

test('a refusal that the contract does not list is reported; listed refusals and those of the middleware are not', async () => {
  const said: string[] = []
  const rig = { ...(await openRig()), onUnlistedRefusal: (sentence: string) => void said.push(sentence) }
  const app = mountRoutes(rig, createRoutes(calls, { listed: refuse, unlisted: refuse, members: refuse })).onError(
    (fault) => Response.json({ code: (fault as Refusal).code }),
  )
  const codeOf = async (name: string) =>
    ((await (await app.request(`/v1/tests/${name}`)).json()) as { code: string }).code
  expect(await codeOf('listed')).toBe('slot_taken')
  expect(await codeOf('members')).toBe('not_signed_in')
  expect(said).toEqual([])
  await codeOf('unlisted')
  expect(said).toEqual(['GET /v1/tests/unlisted refuses slot_taken, which its contract does not list.'])
})

test('in API tests an unlisted refusal is a fault', async () => {
  const rig = await openRig()
  expect(() => rig.onUnlistedRefusal?.('An example of an unlisted refusal, made by its test.')).toThrow('An example')
})

test('the API documents list the refusals of the middleware for each endpoint', async () => {
  const { paths } = (await (await openRig()).call('/v1/openapi.json')).body
  const codesOf = (path: string, method: string): string[] =>
    Object.values(paths[path][method].responses as Record<string, { description: string }>).flatMap(({ description }) =>
      [...description.matchAll(/^(\w+): /gm)].map((m) => m[1] as string),
    )
  expect(codesOf('/v1/bookings', 'get')).toEqual(
    expect.arrayContaining(['not_signed_in', 'not_yours', 'session_ended', 'suspended', 'invalid_input']),
  )
  expect(codesOf('/v1/bookings', 'get')).not.toContain('cross_origin')
  expect(codesOf('/v1/holds', 'post')).toEqual(
    expect.arrayContaining([
      'cross_origin',
      'not_allowed_acting',
      'rate_limited',
      'challenge_required',
      'idempotency_key_missing',
      'idempotency_mismatch',
      'request_running',
      'body_too_big',
    ]),
  )
  expect(codesOf('/v1/holds', 'post')).not.toContain('not_signed_in')
})
