import { execFile } from 'node:child_process'
import { afterAll, expect, test } from 'vitest'
import { endAll, filledDirectory, startPrimp } from './primp-process.ts'
import { keepCookie, signedIn } from '#tests/signed-in.ts'

const root = new URL('../../', import.meta.url).pathname
const NODE_COMPILE_CACHE = 'node_modules/.cache/primp/compiled'
const run = (args: string[], env: Record<string, string>): Promise<{ code: number; out: string; error: string }> =>
  new Promise((done) =>
    execFile(
      process.execPath,
      ['server/operator/command.ts', ...args],
      {
        cwd: root,
        env: { PATH: process.env['PATH'] ?? '', CLOCK: '2026-11-20T09:00:00Z', NODE_COMPILE_CACHE, ...env },
      },
      (fault, out, error) => done({ code: fault ? Number(fault.code ?? 1) : 0, out, error }),
    ),
  )

afterAll(endAll)

test('the first operator is made by a command, while the site is stopped, and logs in by the link that it answers', async () => {
  const DATA_DIR = await filledDirectory()
  expect(await run(['remove', 'somebody'], { DATA_DIR })).toMatchObject({
    code: 1,
    error: expect.stringContaining('npm run operator -- add EMAIL'),
  })
  const made = await run(['add', 'first@shop.example', 'First', 'Operator'], { DATA_DIR })
  expect(made).toMatchObject({ code: 0, error: '' })
  const primp = await startPrimp(DATA_DIR)
  expect(await run(['add', 'second@shop.example'], { DATA_DIR })).toMatchObject({
    code: 1,
    error: expect.stringContaining('in use by another Primp'),
  })
  const token = /\/login\/magic-link\/(\S+)/.exec(made.out)?.[1]
  const answer = await fetch(`${primp.url}/v1/accounts/magic-link/spend`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: primp.url },
    body: JSON.stringify({ token }),
  })
  const { data, ...refused } = await answer.json()
  expect(refused).toEqual({})
  keepCookie(data.token, answer.headers.getSetCookie())
  expect(data.user).toMatchObject({ name: 'First Operator', roles: expect.arrayContaining(['operator']) })
  expect((await fetch(`${primp.url}/v1/operator/overview`, { headers: signedIn(data.token) })).status).toBe(200)
  await primp.end('SIGTERM')
}, 180_000)
