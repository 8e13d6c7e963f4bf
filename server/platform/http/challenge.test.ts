import { type Challenge, type Solution, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { beforeAll, expect, test } from 'vitest'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})

const solve = async (challenge: Challenge) => (await solveChallenge({ challenge, deriveKey })) as Solution
const encode = (proof: unknown) => ({ 'x-primp-challenge': btoa(JSON.stringify(proof)) })
const knock = (address: string, headers: Record<string, string> = {}) =>
  rig.call('/v1/accounts/magic-link', { method: 'POST', body: { email: 'nobody@mail.example' }, address, headers })
async function reachLimit(address: string) {
  for (let i = 0; i < 10; i++) expect((await knock(address)).status).toBe(200)
  const answer = await knock(address)
  expect(answer).toMatchObject({
    status: 429,
    body: { code: 'challenge_required', message: 'Checking that you are a person.' },
  })
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  return answer.body.detail as Challenge
}

test('a rate limit asks for a proof of work, which opens one more window, works once and gets harder each time', async () => {
  const challenge = await reachLimit('198.51.100.31')
  expect(challenge.parameters.cost).toBe(128)
  const proof = encode({ challenge, solution: await solve(challenge) })
  expect((await knock('198.51.100.31', proof)).status).toBe(200)
  for (let i = 0; i < 9; i++) expect((await knock('198.51.100.31')).status).toBe(200)
  const again = await knock('198.51.100.31', proof)
  expect(again.status).toBe(429)
  expect(again.body.detail.parameters.cost).toBe(256)
})

test('a proof that is wrong, forged, expired or made for another caller is refused', async () => {
  const address = '198.51.100.32'
  const challenge = await reachLimit(address)
  const solution = await solve(challenge)
  const change = (fields: object) => ({ ...challenge, parameters: { ...challenge.parameters, ...fields } })
  for (const proof of [
    encode({ challenge, solution: { ...solution, counter: solution.counter + 1 } }),
    encode({ challenge, solution: { ...solution, derivedKey: '00'.repeat(32) } }),
    encode({ challenge: change({ keyPrefix: '0' }), solution }),
    encode({ challenge: change({ cost: 1 }), solution: await solve(change({ cost: 1 })) }),
    encode({ challenge: change({ data: { ...challenge.parameters.data, expiresAt: 4e9 } }), solution }),
    encode({ challenge: change({ data: { ...challenge.parameters.data, kid: 'unknown' } }), solution }),
    encode({ challenge: { parameters: challenge.parameters }, solution }),
    encode({ challenge }),
    encode(null),
    { 'x-primp-challenge': '{' },
    { 'x-primp-challenge': 'A'.repeat(5_000) },
  ])
    expect((await knock(address, proof)).status).toBe(429)
  const proof = encode({ challenge, solution })
  await reachLimit('198.51.100.33')
  expect((await knock('198.51.100.33', proof)).status).toBe(429)
  rig.at(new Date(testNow.getTime() + 301_000))
  await reachLimit(address)
  expect((await knock(address, proof)).status).toBe(429)
  rig.at(testNow)
  expect((await knock(address, proof)).status).toBe(200)
})

test('a plain form gets no challenge, and its sender must wait', async () => {
  await reachLimit('198.51.100.34')
  const answer = await knock('198.51.100.34', { 'x-primp-plain': '1' })
  expect(answer).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
})
