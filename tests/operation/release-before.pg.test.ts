import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { listMigrationNames } from '#db/migrate.ts'
import { createCopy, deleteCopy } from '#server/test-databases.ts'
import { book } from './book.ts'
import { endAll, freePort, startPrimp } from './primp-process.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const name = `${process.pid}_release_before`
const made: (() => void)[] = []
afterAll(async () => {
  await endAll()
  for (const undo of made.toReversed()) undo()
  await deleteCopy(name)
})

/** The newest release with fewer migrations than this version, or the commit in `RELEASE`. */
function commitBefore(): string {
  const named = process.env['RELEASE']
  if (named) return named
  const last = listMigrationNames().at(-1)?.slice(0, 4) ?? ''
  const before = readdirSync(join(root, 'db/releases'))
    .filter((release) => release < last)
    .sort()
    .at(-1)
  const [, commit] = /^\d{4}-([0-9a-f]{7,40})\.sql\.gz$/.exec(before ?? '') ?? []
  if (!commit) throw new Error('There is no release before this version.')
  return commit
}

function checkedOut(commit: string): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] })
  const tree = join(mkdtempSync(join(tmpdir(), 'primp-release-')), 'tree')
  git('worktree', 'add', '--detach', tree, commit)
  made.push(() => {
    git('worktree', 'remove', '--force', tree)
    rmSync(join(tree, '..'), { recursive: true, force: true })
  })
  const lock = (directory: string) => readFileSync(join(directory, 'package-lock.json'), 'utf8')
  if (lock(tree) === lock(root)) symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  else
    execFileSync('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: tree,
      stdio: 'pipe',
    })
  const env = { ...process.env, NODE_ENV: 'production' }
  const build = (...args: string[]) => execFileSync(process.execPath, args, { cwd: tree, env, stdio: 'pipe' })
  build('node_modules/.bin/react-router', 'build')
  build('scripts/compress-build.ts')
  return tree
}

async function startOld(tree: string, env: Record<string, string>): Promise<{ url: string; said: () => string }> {
  const port = await freePort()
  let said = ''
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: tree,
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', RATE_LIMITS: 'off', PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  made.push(() => child.kill('SIGKILL'))
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += text
    })
  const url = `http://127.0.0.1:${port}`
  const ready = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (let i = 0; !(await ready()); i++) {
    if (child.exitCode !== null || i > 600) throw new Error(`The previous release did not start: ${said}`)
    await setTimeout(100)
  }
  return { url, said: () => said }
}

const faultsIn = (said: string): string[] => said.split('\n').filter((line) => /"level":"(error|fatal)"/.test(line))

test('the previous release keeps serving beside the current one, with the current tables', async () => {
  const commit = commitBefore()
  const tree = checkedOut(commit)
  const database = await createCopy(name)
  const env = {
    DATABASE_URL: database,
    DATA_DIR: join(tree, '../data'),
    SAMPLE_MARKET: 'on',
    CLOCK: '2026-11-20T09:00:00Z',
    LOG_LEVEL: 'warn',
  }
  // As deployed: migrations first, then one process after the other.
  const old = await startOld(tree, env)
  const now = await startPrimp(env.DATA_DIR, env)
  const { book: bookAsBefore } = (await import(join(tree, 'tests/operation/book.ts'))) as { book: typeof book }
  const booked = []
  try {
    for (let i = 0; i < 6; i++) booked.push(await bookAsBefore(old.url), await book(now.url))
  } catch (fault) {
    throw new Error(`${(fault as Error).message}\n${faultsIn(old.said()).join('\n')}`)
  }
  const ids = booked.flatMap((one) => one?.appointmentId ?? [])
  expect(ids.length).toBe(12)
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from appointment where id = any($1)', [
    ids,
  ])
  await client.end()
  expect(rows[0]?.n).toBe(12)
  for (const { url } of [old, now])
    for (const path of ['/', '/@/mia-hollis', '/v1/@/mia-hollis', '/gb/makeup-hair-styling/london', '/readyz'])
      expect((await fetch(url + path)).status, `${url === old.url ? commit : 'now'} ${path}`).toBe(200)
  // Each version's jobs read the other's rows.
  await setTimeout(5_000)
  expect(faultsIn(old.said())).toEqual([])
  expect(faultsIn(now.lines().join('\n'))).toEqual([])
}, 600_000)
