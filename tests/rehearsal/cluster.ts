import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '#tests/operation/primp-process.ts'
import { type Line, openLine } from '#server/test-line.ts'
import { type Disk, openDisk } from './disk.ts'

const programs = {
  patroni: 'patroni python3-etcd',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  nginx: 'nginx-light',
}

export const missingPackages = (): string[] =>
  Object.entries(programs)
    .filter(([program]) => !['/usr/bin', '/usr/sbin'].some((folder) => existsSync(join(folder, program))))
    .map(([, name]) => name)

type Member = {
  name: string
  port: number
  /** The connection used by the other members, which can be cut. */
  line: Line
  /** The separate disk of its data, if any. */
  disk: Disk | undefined
  signal: (signal: NodeJS.Signals, whom: 'postmaster' | 'all') => void
  die: () => void
  boot: () => void
  restart: () => Promise<void>
}

export type Cluster = {
  members: Member[]
  primary: () => Promise<Member>
  /** Resolves once one member leads, another is its synchronous standby and the third follows. */
  stands: (withinMs?: number) => Promise<void>
  primaryUrl: string
  replicaUrl: string | undefined
  close: () => Promise<void>
}

const DISK_MB = 1_500
const bin = join('/usr/lib/postgresql', readdirSync('/usr/lib/postgresql').sort().at(-1) ?? '', 'bin')
const idOf = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))

/**
 * A Patroni cluster on loopback: three servers, one of them a synchronous standby and one a replica that never leads,
 * etcd, and HAProxy in front; `small` has no replica. The database may be filled while the first server is alone.
 */
export async function openPatroni({
  small = false,
  fill,
}: {
  small?: boolean
  fill?: (url: string) => void
} = {}): Promise<Cluster> {
  const home = mkdtempSync(join(tmpdir(), 'primp-rehearsal-'))
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  if (user.uid !== undefined) execFileSync('chown', ['postgres', home])
  const running = new Set<ChildProcess>()
  const run = (name: string, command: string, args: string[]): ChildProcess => {
    const log = openSync(join(home, `${name}.log`), 'a')
    const child = spawn(command, args, { ...user, cwd: home, stdio: ['ignore', log, log] })
    running.add(child)
    child.once('close', () => running.delete(child))
    return child
  }

  const url = (port: number) => `postgres://primp@127.0.0.1:${port}/primp`
  const [store, peers] = [await freePort(), await freePort()]
  const storeUrl = `http://127.0.0.1:${store}`
  run('etcd', 'etcd', [
    '--data-dir',
    join(home, 'etcd'),
    '--listen-client-urls',
    storeUrl,
    '--advertise-client-urls',
    storeUrl,
    '--listen-peer-urls',
    `http://127.0.0.1:${peers}`,
    '--initial-advertise-peer-urls',
    `http://127.0.0.1:${peers}`,
    '--initial-cluster',
    `default=http://127.0.0.1:${peers}`,
  ])
  await until('etcd', () => fetch(`${storeUrl}/health`).then(({ ok }) => ok))

  const openMember = async (name: string, tags: Record<string, boolean>): Promise<Member & { rest: number }> => {
    const [port, rest] = [await freePort(), await freePort()]
    const line = await openLine(`postgres://primp@127.0.0.1:${port}/postgres`)
    const folder = join(home, name)
    const disk = small || user.uid === undefined ? undefined : openDisk(folder, DISK_MB, user.uid)
    const directory = join(folder, 'pg')
    const file = join(home, `${name}.yml`)
    // JSON is valid YAML.
    writeFileSync(
      file,
      JSON.stringify({
        scope: 'primp',
        name,
        restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
        etcd3: { host: `127.0.0.1:${store}` },
        bootstrap: {
          dcs: {
            ttl: 20,
            loop_wait: 2,
            retry_timeout: 5,
            synchronous_mode: true,
            maximum_lag_on_failover: 1_048_576,
            // Fails over immediately after a kill of the primary.
            primary_start_timeout: 0,
            postgresql: {
              use_pg_rewind: true,
              use_slots: true,
              parameters: {
                max_connections: 200,
                max_wal_size: '256MB',
                wal_keep_size: '256MB',
                wal_log_hints: 'on',
                hot_standby: 'on',
              },
            },
          },
          initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
        },
        postgresql: {
          listen: `127.0.0.1:${port}`,
          connect_address: `127.0.0.1:${new URL(line.url).port}`,
          data_dir: directory,
          bin_dir: bin,
          pgpass: join(home, `${name}.pass`),
          pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust', 'local all all trust'],
          basebackup: [{ checkpoint: 'fast' }, 'no-sync'],
          parameters: { unix_socket_directories: home, fsync: 'off' },
          authentication: {
            superuser: { username: 'primp', password: 'primp' },
            replication: { username: 'replicator', password: 'replicator' },
          },
        },
        tags,
      }),
    )
    let patroni = run(name, 'patroni', [file])
    const postmaster = (): number => {
      const pid = join(directory, 'postmaster.pid')
      return existsSync(pid) ? Number(readFileSync(pid, 'utf8').split('\n')[0]) : 0
    }
    const signal: Member['signal'] = (sent, whom) => {
      const first = postmaster()
      if (!first) return
      const all = whom === 'all' ? [first, ...childrenOf(first)] : [first]
      for (const pid of all) {
        try {
          process.kill(pid, sent)
        } catch {
          // Already ended.
        }
      }
    }
    return {
      name,
      port,
      rest,
      line,
      disk,
      signal,
      die: () => {
        patroni.kill('SIGKILL')
        signal('SIGKILL', 'all')
      },
      boot: () => {
        patroni = run(name, 'patroni', [file])
      },
      restart: async () => {
        await fetch(`http://127.0.0.1:${rest}/restart`, { method: 'POST', body: '{}' })
      },
    }
  }
  const first = await openMember('one', {})
  await until('the first server', () => fetch(`http://127.0.0.1:${first.rest}/primary`).then(({ ok }) => ok))
  execFileSync(join(bin, 'createdb'), ['-h', '127.0.0.1', '-p', String(first.port), '-U', 'primp', 'primp'])
  fill?.(url(first.port))
  const members = [first, await openMember('two', {})]
  if (!small) members.push(await openMember('replica', { nofailover: true, nosync: true }))

  const [primaryPort, replicaPort] = [await freePort(), await freePort()]
  const servers = members
    .map(({ name, port, rest }) => `  server ${name} 127.0.0.1:${port} check port ${rest}`)
    .join('\n')
  const lane = (name: string, port: number, check: string) => `
listen ${name}
  bind 127.0.0.1:${port}
  option httpchk GET ${check}
  http-check expect status 200
  default-server inter 500 fall 2 rise 1 on-marked-down shutdown-sessions
${servers}
`
  writeFileSync(
    join(home, 'haproxy.cfg'),
    `defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
  timeout check 2s
${lane('primary', primaryPort, '/primary')}${lane('replica', replicaPort, '/replica')}`,
  )
  run('haproxy', 'haproxy', ['-db', '-f', join(home, 'haproxy.cfg')])

  const state = async (): Promise<{ name: string; role: string; state: string }[]> => {
    for (const { rest } of members) {
      const answer = await fetch(`http://127.0.0.1:${rest}/cluster`, { signal: AbortSignal.timeout(1_500) }).catch(
        () => null,
      )
      if (answer?.ok)
        return ((await answer.json()) as { members: { name: string; role: string; state: string }[] }).members
    }
    return []
  }
  const leader = async () => {
    const found = (await state()).find(({ role, state }) => role === 'leader' && state === 'running')
    return members.find(({ name }) => name === found?.name)
  }
  const cluster: Cluster = {
    members,
    primaryUrl: url(primaryPort),
    replicaUrl: small ? undefined : url(replicaPort),
    primary: async () => {
      const found = await leader()
      if (!found) throw new Error('The cluster has no primary.')
      return found
    },
    stands: (withinMs = 90_000) =>
      until(
        'the cluster',
        async () => {
          const now = await state()
          const well = (role: string) => now.some((one) => one.role === role && /^(running|streaming)$/.test(one.state))
          return well('leader') && well('sync_standby') && (small || well('replica'))
        },
        withinMs,
      ),
    close: async () => {
      for (const member of members) {
        member.signal('SIGCONT', 'all')
        member.die()
        await member.line.close()
      }
      for (const child of running) child.kill('SIGKILL')
      await setTimeout(300)
      for (const { disk } of members) disk?.close()
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  try {
    await cluster.stands()
    return cluster
  } catch (fault) {
    for (const name of ['etcd', ...members.map((member) => member.name), 'haproxy'])
      process.stderr.write(`--- ${name}\n${readFileSync(join(home, `${name}.log`), 'utf8').slice(-2_000)}\n`)
    await cluster.close()
    throw fault
  }
}

function childrenOf(parent: number): number[] {
  const list = `/proc/${parent}/task/${parent}/children`
  return existsSync(list) ? readFileSync(list, 'utf8').split(' ').filter(Boolean).map(Number) : []
}

export async function until(what: string, holds: () => Promise<boolean>, withinMs = 60_000): Promise<void> {
  const end = performance.now() + withinMs
  while (!(await holds().catch(() => false))) {
    if (performance.now() > end) throw new Error(`${what} is not ready after ${withinMs / 1000} s.`)
    await setTimeout(200)
  }
}
