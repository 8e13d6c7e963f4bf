import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { endAll, filledDirectory, startPrimp } from './primp-process.ts'
import { keepCookie, signedIn } from '#tests/signed-in.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const NODE_COMPILE_CACHE = 'node_modules/.cache/primp/compiled'
const run = (
  args: string[],
  env: Record<string, string>,
  command = 'server/operator/command.ts',
): Promise<{ code: number; out: string; error: string }> =>
  new Promise((done) =>
    execFile(
      process.execPath,
      [command, ...args],
      {
        cwd: root,
        env: { PATH: process.env['PATH'] ?? '', CLOCK: '2026-11-20T09:00:00Z', NODE_COMPILE_CACHE, ...env },
      },
      (fault, out, error) => done({ code: fault ? Number(fault.code ?? 1) : 0, out, error }),
    ),
  )

afterAll(endAll)

test('a command creates the first operator while the site is stopped, who then signs in with the returned link', async () => {
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

test("a command without the site's configuration fails, and creates no database", async () => {
  const DATA_DIR = join(mkdtempSync(join(tmpdir(), 'primp-no-site-')), 'data')
  const commands = [
    ['server/operator/command.ts', 'add', 'first@shop.example'],
    ['server/operator/command.ts', 'new-secret'],
    ['server/operator/command.ts', 'reseal'],
    ['server/backup/command.ts', 'export', join(DATA_DIR, 'site.tar.gz')],
    ['server/payments/command.ts', 'reconcile', '--month', '2026-11'],
  ]
  for (const [command = '', ...args] of commands) {
    const { code, error } = await run(args, { DATA_DIR }, command)
    expect([command, code, error]).toEqual([command, 1, expect.stringContaining('DATABASE_URL is not set')])
    expect(existsSync(DATA_DIR)).toBe(false)
  }
}, 60_000)
