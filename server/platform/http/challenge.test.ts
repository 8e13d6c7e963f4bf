import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { openRig, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})

const zeroBits = (hash: Buffer) => {
  const byte = hash.findIndex((b) => b !== 0)
  return byte * 8 + Math.clz32(hash[byte] as number) - 24
}
const solve = ({ seed, bits }: { seed: string; bits: number }): number => {
  for (let n = 0; ; n++) if (zeroBits(createHash('sha256').update(`${seed}${n}`).digest()) >= bits) return n
}
const knock = (address: string, headers: Record<string, string> = {}) =>
  rig.call('/v1/accounts/magic-link', { method: 'POST', body: { email: 'nobody@mail.example' }, address, headers })
async function heldBack(address: string) {
  for (let i = 0; i < 10; i++) expect((await knock(address)).status).toBe(200)
  const answer = await knock(address)
  expect(answer).toMatchObject({
    status: 429,
    body: { code: 'challenge_required', message: 'One moment while we check that you are a person.' },
  })
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  return answer.body.detail as { challenge: string; seed: string; bits: number }
}

test('a limit that is hit asks for work; the proof opens one more window, counts once, and the next costs more', async () => {
  const puzzle = await heldBack('198.51.100.31')
  expect(puzzle.bits).toBe(18)
  const proof = { 'x-primp-challenge': `${puzzle.challenge}~${solve(puzzle)}` }
  expect((await knock('198.51.100.31', proof)).status).toBe(200)
  for (let i = 0; i < 9; i++) expect((await knock('198.51.100.31')).status).toBe(200)
  const again = await knock('198.51.100.31', proof)
  expect(again.status).toBe(429)
  expect(again.body.detail.bits).toBe(19)
})

test('a wrong, forged or borrowed proof opens nothing', async () => {
  const puzzle = await heldBack('198.51.100.32')
  const answer = solve(puzzle)
  let wrong = answer + 1
  while (zeroBits(createHash('sha256').update(`${puzzle.seed}${wrong}`).digest()) >= puzzle.bits) wrong++
  const [head, , mark] = puzzle.challenge.split('.')
  const cheap = Buffer.from(JSON.stringify({ bits: 0, jti: puzzle.seed, exp: 4e9 })).toString('base64url')
  for (const proof of [
    `${puzzle.challenge}~${wrong}`,
    `${puzzle.challenge}~`,
    `${puzzle.challenge}~-1`,
    `${head}.${cheap}.${mark}~0`,
    'x~1',
    '~',
    'can',
  ]) {
    expect((await knock('198.51.100.32', { 'x-primp-challenge': proof })).status).toBe(429)
  }
  await heldBack('198.51.100.33')
  expect((await knock('198.51.100.33', { 'x-primp-challenge': `${puzzle.challenge}~${answer}` })).status).toBe(429)
  expect((await knock('198.51.100.32', { 'x-primp-challenge': `${puzzle.challenge}~${answer}` })).status).toBe(200)
})

test('a plain form is told to wait', async () => {
  await heldBack('198.51.100.34')
  const answer = await knock('198.51.100.34', { 'x-primp-plain': '1' })
  expect(answer).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
})
