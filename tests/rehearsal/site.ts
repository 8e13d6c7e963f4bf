import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type Line, openLine } from '#server/test-line.ts'
import { openPooler, pgbouncer, roleSettings } from '#tests/operation/open-pooler.ts'
import { nginx, openProxy } from '#tests/operation/open-proxy.ts'
import { freePort } from '#tests/operation/primp-process.ts'
import { type Bucket, openBucket } from './bucket.ts'
import { type Cluster, until } from './cluster.ts'

/** A process restarted one second after its exit, as by systemd. */
type Kept = {
  name: string
  readonly again: number
  signal: (signal: NodeJS.Signals) => void
  exchange: (env: Record<string, string>) => Promise<void>
  stop: () => Promise<void>
}

export type Site = {
  url: string
  web: [Kept, Kept]
  /** In the small form one of the web processes. */
  worker: Kept
  listening: Line
  /** The file store; a small site uses its disk. */
  bucket: Bucket | undefined
  restartPooler: () => Promise<void>
  close: () => Promise<void>
}

const root = fileURLToPath(new URL('../../', import.meta.url))

function keep(name: string, port: number, env: Record<string, string>, log: number): Kept {
  let [again, stopped, child, more] = [0, false, null as ChildProcess | null, {} as Record<string, string>]
  const start = () => {
    child = spawn(process.execPath, ['server/main.ts'], {
      cwd: root,
      env: { PATH: process.env['PATH'] ?? '', ...env, PORT: String(port), ...more },
      stdio: ['ignore', log, log],
    })
    child.once('close', async () => {
      if (stopped) return
      again++
      await setTimeout(1_000)
      if (!stopped) start()
    })
  }
  start()
  const ended = () => new Promise((done) => (child?.exitCode === null ? child.once('close', done) : done(null)))
  return {
    name,
    get again() {
      return again
    },
    signal: (signal) => child?.kill(signal),
    exchange: async (changed) => {
      more = changed
      const gone = ended()
      child?.kill('SIGTERM')
      await gone
      again--
      await until(name, () => fetch(`http://127.0.0.1:${port}/readyz`).then(({ ok }) => ok))
    },
    stop: async () => {
      stopped = true
      const gone = ended()
      child?.kill('SIGTERM')
      await gone
    },
  }
}

/**
 * The site as deployed: two web processes and a worker on a cluster, with PgBouncer and the shipped proxy; in the
 * `small` form one of the two is the worker.
 */
export async function openSite(cluster: Cluster, { small = false } = {}): Promise<Site> {
  if (!nginx || !pgbouncer) throw new Error('nginx and PgBouncer are missing: apt-get install nginx-light pgbouncer')
  const admin = new pg.Client({ connectionString: cluster.primaryUrl })
  await admin.connect()
  // Session settings of the role, because a pooler keeps no sessions (decision 26).
  for (const setting of roleSettings) await admin.query(`alter role primp in database primp set ${setting}`)
  await admin.end()

  let pooler = await openPooler(pgbouncer, cluster.primaryUrl, 20)
  const poolerPort = Number(new URL(pooler.url).port)
  const listening = await openLine(cluster.primaryUrl)
  const bucket = small ? undefined : await openBucket()
  const home = mkdtempSync(join(tmpdir(), 'primp-site-'))
  const log = openSync(process.env['REHEARSAL_LOG'] ?? '/dev/null', 'a')
  const outside = await freePort()
  const env = {
    PUBLIC_URL: `http://127.0.0.1:${outside}`,
    NODE_ENV: 'production',
    CLOCK: '2026-11-20T09:00:00Z',
    DATA_DIR: home,
    RATE_LIMITS: 'off',
    SAMPLE_MARKET: 'on',
    LOG_LEVEL: 'error',
    ...bucket?.env,
    DATABASE_URL: pooler.url,
    DATABASE_POOLER: 'on',
    DATABASE_DIRECT_URL: listening.url,
    ...(cluster.replicaUrl ? { DATABASE_READ_URLS: cluster.replicaUrl } : {}),
  }
  const ports = [await freePort(), await freePort()] as const
  const kept: Kept[] = []
  const started = async (name: string, port: number, roles: string) => {
    const one = keep(name, port, { ...env, ROLES: roles }, log)
    kept.push(one)
    await until(name, () => fetch(`http://127.0.0.1:${port}/readyz`).then(({ ok }) => ok), 180_000)
    return one
  }
  // The first fills the database.
  const first = await started('web 1', ports[0], 'web')
  const [second, worker] = await Promise.all([
    started('web 2', ports[1], small ? 'web,worker' : 'web'),
    small ? null : started('worker', await freePort(), 'worker'),
  ])
  const proxy = await openProxy(nginx, ports, { port: outside })
  return {
    url: proxy.url,
    web: [first, second],
    worker: worker ?? second,
    listening,
    bucket,
    restartPooler: async () => {
      await pooler.close()
      await setTimeout(1_000)
      pooler = await openPooler(pgbouncer ?? '', cluster.primaryUrl, 20, poolerPort)
    },
    close: async () => {
      await Promise.all(kept.map((one) => one.stop()))
      await proxy.close()
      await pooler.close()
      await listening.close()
      await bucket?.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
