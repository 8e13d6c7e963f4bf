import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { runBackupIfDue } from '#server/backup/back-up-when-due.ts'
import type { Context } from '#server/platform/context.ts'
import { readEnv } from '#server/platform/env.ts'
import { openLog } from '#server/platform/log.ts'
import { endAll, filledDirectory, refusedStart, startPrimp } from './primp-process.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const backups = mkdtempSync(join(tmpdir(), 'primp-backups-'))
afterAll(async () => {
  await endAll()
  rmSync(backups, { recursive: true, force: true })
})

const primpCommand = (
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number; out: string; error: string }> =>
  new Promise((done) =>
    execFile(
      process.execPath,
      ['server/backup/command.ts', ...args],
      { cwd: root, env: { PATH: process.env['PATH'] ?? '', ...env } },
      (fault, out, error) => done({ code: fault ? Number(fault.code ?? 1) : 0, out, error }),
    ),
  )
const rowsIn = (said: string, table: string): number =>
  Number(new RegExp(`^ +${table} +(\\d+) rows`, 'm').exec(said)?.[1])

test('the embedded database is backed up while the site runs, and the backup lists its contents', async () => {
  const DATA_DIR = await filledDirectory()
  const primp = await startPrimp(DATA_DIR)
  const saved = await fetch(`${primp.url}/v1/quotes/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: primp.url },
    body: JSON.stringify({
      storeSlug: 'beauty',
      categorySlug: 'makeup-hair-styling',
      eventDate: '2027-06-12',
      finishTime: '13:30',
      services: ['makeup'],
      location: {
        type: 'Point',
        coordinates: [-0.055, 51.545],
        address: { placeName: 'Hackney, London', countryCode: 'GB' },
      },
    }),
  })
  expect(saved.status).toBe(200)
  let asked = 0
  let answered = 0
  const asking = setInterval(async () => {
    asked++
    if ((await fetch(`${primp.url}/readyz`)).status === 200) answered++
  }, 100)
  const made = await primpCommand(['backup', backups, '--keep', '1'], { DATA_DIR })
  clearInterval(asking)
  expect(made).toMatchObject({ code: 0 })
  expect((await fetch(`${primp.url}/readyz`)).status).toBe(200)
  expect(answered).toBeGreaterThan(0)
  expect(asked - answered).toBeLessThan(asked / 2)
  await expect.poll(() => readdirSync(DATA_DIR).filter((name) => name.startsWith('snapshot-'))).toEqual([])
  const [file = ''] = readdirSync(backups)
  const verified = await primpCommand(['verify', join(backups, file)], {})
  expect(verified).toMatchObject({ code: 0, out: expect.stringContaining('is valid') })
  for (const table of ['appointment', 'payment', 'provider'])
    expect(rowsIn(verified.out, table), table).toBeGreaterThan(0)
  // Ana's search of the sample market, and the new one.
  expect(rowsIn(verified.out, 'search')).toBeGreaterThan(1)
  expect(await primpCommand(['restore', join(backups, file)], { DATA_DIR })).toMatchObject({
    code: 1,
    error: expect.stringContaining('in use by another Primp'),
  })
  await primp.end('SIGTERM')
  expect(existsSync(join(DATA_DIR, 'snapshots.sock'))).toBe(false)
  expect(await primpCommand(['restore', join(backups, file)], { DATA_DIR })).toMatchObject({
    code: 1,
    error: expect.stringContaining('not empty'),
  })
  // By schedule: a backup if there is none, and no other before its time.
  vi.stubEnv('DATA_DIR', DATA_DIR)
  const kept = join(backups, 'kept')
  const ctx = { env: readEnv({ DATA_DIR, BACKUP_DIR: kept, BACKUP_HOURS: '1' }), log: openLog('silent') } as Context
  await runBackupIfDue(ctx)
  const first = readdirSync(kept)
  expect(first).toEqual([expect.stringMatching(/^primp-.*\.tar\.gz$/)])
  await runBackupIfDue(ctx)
  expect(readdirSync(kept)).toEqual(first)
  vi.unstubAllEnvs()
  if (!process.env['PROVE']) return
  const restored = join(backups, 'restored')
  const done = await primpCommand(['restore', join(backups, file)], { DATA_DIR: restored })
  expect(done).toMatchObject({ code: 0, out: expect.stringContaining('verified: rows, files and sequences') })
  expect(rowsIn(done.out, 'search')).toBe(rowsIn(verified.out, 'search'))
  const again = await startPrimp(restored)
  expect((await fetch(`${again.url}/gb/makeup-hair-styling/london`)).status).toBe(200)
  await again.end('SIGTERM')
}, 300_000)

test('a damaged data directory is reported in one line with a remedy', async () => {
  const DATA_DIR = mkdtempSync(join(backups, 'damaged-'))
  mkdirSync(join(DATA_DIR, 'pg', 'global'), { recursive: true })
  writeFileSync(join(DATA_DIR, 'pg', 'PG_VERSION'), '18\n')
  const refused = await refusedStart({ DATA_DIR, PORT: '0' })
  expect(refused.code).toBe(1)
  expect(refused.error.trim().split('\n')).toEqual([
    expect.stringMatching(/^Primp did not start\. The database in .* is damaged: .*npm run primp -- restore FILE/),
  ])
})
