import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const port = Number(process.env['BENCH_PORT'] ?? 4180)

export type Site = {
  url: string
  cpuMs: () => Promise<number>
  memoryBytes: () => Promise<number>
  faults: () => Promise<number>
  pagesFrom: () => Promise<Record<string, number>>
  stop: () => Promise<void>
}

/** Starts the built site with this environment, or uses the running one at `BENCH_URL`. */
export async function openSite(env: Record<string, string>): Promise<Site> {
  const running = process.env['BENCH_URL']
  if (running && !env['DATABASE_URL']) return siteAt(running.replace(/\/$/, ''), async () => {})
  const own = Number(env['PORT']) || port
  const child = spawn(
    process.execPath,
    [...(process.env['BENCH_NODE'] ?? '').split(' ').filter(Boolean), 'server/main.ts'],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      // The clock starts at the date of the sample market, so that the same searches always meet the same diaries.
      env: {
        ...process.env,
        NODE_ENV: 'production',
        PORT: String(own),
        RATE_LIMITS: 'off',
        CLOCK: '2026-11-20T09:00:00Z',
        ...env,
      },
    },
  )
  const url = `http://localhost:${own}`
  await answers(`${url}/readyz`, child)
  return siteAt(url, () => stopped(child))
}

function siteAt(url: string, stop: () => Promise<void>): Site {
  const metrics = async () => (await fetch(`${url}/metrics`)).text()
  return {
    url,
    stop,
    cpuMs: async () => Number(/^process_cpu_seconds_total (\S+)/m.exec(await metrics())?.[1]) * 1000,
    memoryBytes: async () => Number(/^process_resident_memory_bytes (\S+)/m.exec(await metrics())?.[1]),
    faults: async () =>
      [...(await metrics()).matchAll(/^primp_faults_total(?:\{[^}]*\})? (\d+)/gm)].reduce(
        (sum, [, n]) => sum + Number(n),
        0,
      ),
    pagesFrom: async () =>
      Object.fromEntries(
        [...(await metrics()).matchAll(/^primp_pages_total\{from="(\w+)"\} (\d+)/gm)].map(([, from, n]) => [
          from,
          Number(n),
        ]),
      ),
  }
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  for (let i = 0; i < 1200; i++) {
    if (child.exitCode !== null) throw new Error(`The server exited with ${child.exitCode} before it was ready.`)
    if (
      await fetch(url).then(
        (response) => response.ok,
        () => false,
      )
    )
      return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('The server was not ready within two minutes.')
}

const stopped = (child: ChildProcess) =>
  new Promise<void>((done) => {
    // A process that has exited emits no event.
    if (child.exitCode !== null || child.signalCode !== null) return done()
    child.once('exit', () => done())
    child.kill('SIGTERM')
  })

/** CPU milliseconds of each connection of a local PostgreSQL, by process id; empty if it is remote. */
export function databaseCpu(url: string | undefined): Map<string, number> {
  const used = new Map<string, number>()
  const name = url ? new URL(url).pathname.slice(1) : ''
  if (!name || process.platform !== 'linux') return used
  for (const pid of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const [line, stat] = [readProcess(pid, 'cmdline'), readProcess(pid, 'stat')]
    if (!line.startsWith('postgres: ') || line.split(' ')[2] !== name) continue
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // Linux counts in hundredths of a second.
    used.set(pid, (Number(fields[11]) + Number(fields[12])) * 10)
  }
  return used
}

function readProcess(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

export function cpuBetween(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const [pid, used] of after) sum += used - (before.get(pid) ?? 0)
  return sum
}
