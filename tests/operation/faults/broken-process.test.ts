import { execFile } from 'node:child_process'
import { chmodSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { openDisk } from '#server/gateways/files/disk.ts'
import { endAll, filledDirectory, startPrimp } from '#tests/operation/primp-process.ts'

afterAll(endAll)

const breakOnSignal = { NODE_OPTIONS: `--import ${fileURLToPath(new URL('break-on-signal.ts', import.meta.url))}` }
const search = {
  storeSlug: 'beauty',
  categorySlug: 'makeup-hair-styling',
  eventDate: '2027-06-12',
  finishTime: '13:30',
  location: {
    type: 'Point',
    coordinates: [-0.055, 51.545],
    address: { placeName: 'Hackney, London', countryCode: 'GB' },
  },
  services: ['makeup'],
  people: [{ count: 1, services: ['makeup'] }],
}
const saveSearch = (url: string) =>
  fetch(`${url}/v1/quotes/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(search),
    signal: AbortSignal.timeout(5_000),
  })
const fatalLines = (lines: readonly string[]) =>
  lines.filter((line) => line.startsWith('{"level":"fatal"')).map((line) => JSON.parse(line))

test('a full disk under the embedded database ends the process with the reason, and no data is lost', async () => {
  const directory = await filledDirectory()
  const primp = await startPrimp(directory, { ...breakOnSignal, BREAK: 'disk-full' })
  const saved = await (await saveSearch(primp.url)).json()
  const ending = primp.end('SIGUSR2')
  await saveSearch(primp.url).catch(() => {})
  const { code, ms } = await ending
  expect(code).toBe(70)
  expect(ms).toBeLessThan(10_000)
  const [line, ...more] = fatalLines(primp.lines())
  expect(more).toEqual([])
  expect(line.reason).toMatch(/^The embedded database has stopped working: .*No space left on device/)
  expect(line.reason).toContain(`The disk of the data directory ${directory} is full.`)
  const again = await startPrimp(directory)
  expect((await fetch(`${again.url}/v1/quotes/formSettings/${saved.data.search.id}`)).status).toBe(200)
  expect((await again.end('SIGTERM')).code).toBe(0)
}, 120_000)

test('the watchdog ends a process with a blocked event loop, and logs the blocking stack', async () => {
  const primp = await startPrimp(await filledDirectory(), {
    ...breakOnSignal,
    BREAK: 'blocked-loop',
    WATCHDOG_SECONDS: '2',
  })
  const { code, ms } = await primp.end('SIGUSR2')
  expect(code).toBe(70)
  expect(ms).toBeGreaterThan(1_500)
  expect(ms).toBeLessThan(15_000)
  const [line, ...more] = fatalLines(primp.lines())
  expect(more).toEqual([])
  expect(line.msg).toBe('event loop blocked: the watchdog ends the process')
  expect(line.stack).toMatch(/at blockLoopForEver \(file:.*break-on-signal\.ts:\d+:\d+\)\n/)
}, 120_000)

test('the watchdog does not end a process that was only suspended', async () => {
  // Long enough for a start on a busy machine.
  const primp = await startPrimp(await filledDirectory(), { WATCHDOG_SECONDS: '5' })
  primp.signal('SIGSTOP')
  await new Promise((done) => setTimeout(done, 7_000))
  primp.signal('SIGCONT')
  await new Promise((done) => setTimeout(done, 2_000))
  expect((await fetch(`${primp.url}/healthz`)).status).toBe(200)
  expect((await primp.end('SIGTERM')).code).toBe(0)
}, 120_000)

test('other users cannot read files that a process writes, nor readable files of an older version', async () => {
  const directory = await filledDirectory()
  const backups = join(directory, '..', `${directory.split('/').at(-1)}-backups`)
  chmodSync(directory, 0o755)
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o666)
  const primp = await startPrimp(directory)
  await saveSearch(primp.url)
  const command = fileURLToPath(new URL('../../../server/backup/command.ts', import.meta.url))
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: directory }
  const backUp = () => promisify(execFile)(process.execPath, [command, 'backup', `${backups}/`], { env })
  await backUp()
  await openDisk(directory).put('pictures/one/large.webp', Buffer.from('x'), 'image/webp')
  // A snapshot is removed after the response.
  await expect.poll(() => readdirSync(directory).filter((name) => name.startsWith('snapshot-'))).toEqual([])
  const open = openPaths(directory).concat(openPaths(backups))
  await primp.end('SIGTERM')
  rmSync(backups, { recursive: true })
  expect(open).toEqual([])
}, 120_000)

/** Returns the paths that other users can read, write or enter. */
function openPaths(directory: string): string[] {
  const below = readdirSync(directory, { recursive: true, withFileTypes: true }).map((entry) =>
    join(entry.parentPath, entry.name),
  )
  return [directory, ...below].filter((path) => {
    const found = statSync(path, { throwIfNoEntry: false })
    return found && found.mode & 0o077
  })
}
