import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fillDirectory } from '#server/test-databases.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

export type Running = {
  url: string
  port: number
  firstPageMs: number
  lines: () => string[]
  signal: (signal: NodeJS.Signals) => void
  end: (signal: NodeJS.Signals) => Promise<{ code: number | null; ms: number }>
}

export type Ended = { code: number | null; out: string; error: string }

const plainEnv = (env: Record<string, string>) => ({
  PATH: process.env['PATH'] ?? '',
  NODE_ENV: 'production',
  CLOCK: '2026-11-20T09:00:00Z',
  ...env,
})

const alive = new Set<ChildProcess>()

const server = [process.execPath, 'server/main.ts'] as const

function spawnPrimp(env: Record<string, string>, [program, ...args]: readonly [string, ...string[]] = server) {
  const child = spawn(program, args, { cwd: root, env: plainEnv(env), stdio: ['ignore', 'pipe', 'pipe'] })
  alive.add(child)
  let [out, error] = ['', '']
  child.stdout?.on('data', (text) => {
    out += text
  })
  child.stderr?.on('data', (text) => {
    error += text
  })
  const ended = new Promise<number | null>((resolve) =>
    child.once('close', (code) => {
      alive.delete(child)
      resolve(code)
    }),
  )
  return { child, ended, output: () => ({ out, error }) }
}

/** Starts Primp, by `command` if given, and waits until the URL `first` responds. */
export async function startPrimp(
  dataDir: string,
  env: Record<string, string> = {},
  first = '/',
  command?: readonly [string, ...string[]],
): Promise<Running> {
  const port = Number(env['PORT']) || (await freePort())
  const url = `http://127.0.0.1:${port}`
  const started = performance.now()
  const { child, ended, output } = spawnPrimp(
    { PORT: String(port), DATA_DIR: dataDir, RATE_LIMITS: 'off', ...env },
    command,
  )
  while (
    !(await fetch(url + first).then(
      (page) => page.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || performance.now() - started > 100_000)
      throw new Error(`Primp did not start: ${output().error}`)
    await new Promise((done) => setTimeout(done, 10))
  }
  return {
    url,
    port,
    firstPageMs: performance.now() - started,
    lines: () => Object.values(output()).join('').split('\n').filter(Boolean),
    signal: (signal) => {
      child.kill(signal)
    },
    end: async (signal) => {
      const from = performance.now()
      child.kill(signal)
      return { code: await ended, ms: performance.now() - from }
    },
  }
}

/** Starts Primp with an invalid configuration and returns its output. */
export async function refusedStart(env: Record<string, string>): Promise<Ended> {
  const { ended, output } = spawnPrimp(env)
  return { code: await ended, ...output() }
}

export async function endAll(): Promise<void> {
  await Promise.all(
    [...alive].map(
      (child) =>
        new Promise((done) => {
          child.once('close', done)
          child.kill('SIGKILL')
        }),
    ),
  )
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true })
}

const made: string[] = []

export async function filledDirectory(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'primp-operation-'))
  made.push(directory)
  await fillDirectory(directory)
  return directory
}

/** A free port outside the ephemeral range. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST_PORT, LOWEST_EPHEMERAL)
    if (await listens(port)) return port
  }
}
// Linux assigns outgoing connections ports from 32768, which would collide.
const LOWEST_PORT = 20_000
const LOWEST_EPHEMERAL = 32_768

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, () => server.close(() => resolve(true)))
  })

/** Creates a search in Hackney for two people and returns its ID. */
export async function createSearch({ url }: Running): Promise<string> {
  const answer = await fetch(`${url}/v1/quotes/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      storeSlug: 'beauty',
      categorySlug: 'makeup-hair-styling',
      eventDate: '2027-07-03',
      finishTime: '13:30',
      services: ['makeup', 'makeup'],
      location: {
        type: 'Point',
        coordinates: [-0.055, 51.545],
        address: { placeName: 'Hackney, London', countryCode: 'GB', locality: 'Hackney', country: 'United Kingdom' },
      },
    }),
  })
  return ((await answer.json()) as { data: { search: { id: string } } }).data.search.id
}
