import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { createCopy, deleteCopy } from '#server/test-databases.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const name = `${process.pid}_bench`

afterAll(() => deleteCopy(name))

test('the bench of the console fills and measures its tables, at a small size', async () => {
  const ran = spawnSync(process.execPath, ['bench/run.ts', 'tables', '--rows', '2000'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, BENCH_DATABASES: await createCopy(name, 'reference'), BENCH_PORT: '4187' },
  })
  expect([ran.status, ran.stderr]).toEqual([0, expect.not.stringContaining('Error')])
  for (const table of ['people', 'providers', 'outbox', 'audit', 'reviews'])
    expect(ran.stdout).toMatch(new RegExp(`${table} +found by words +[0-9.]+ /`))
}, 300_000)
