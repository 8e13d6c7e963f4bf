import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

export type Server = {
  port: number
  url: (database?: string) => string
  ask: (text: string, database?: string) => Promise<Record<string, unknown>[]>
  stop: (mode: 'fast' | 'immediate') => void
  start: () => void
  promote: () => void
}

const root = '/usr/lib/postgresql'

/** Checks the Debian layout. */
export const hasCluster = (): boolean => existsSync(root)
const bin = (): string => {
  const newest = readdirSync(root)
    .sort((a, b) => Number(a) - Number(b))
    .at(-1)
  return join(root, newest ?? '', 'bin')
}

const asUser = (): { uid?: number; gid?: number } =>
  process.getuid?.() === 0
    ? {
        uid: Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' })),
        gid: Number(execFileSync('id', ['-g', 'postgres'], { encoding: 'utf8' })),
      }
    : {}

const freePort = () =>
  new Promise<number>((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => found(port))
    })
  })

export function copyDatabase(from: string, to: string): void {
  const home = mkdtempSync(join(tmpdir(), 'primp-dump-'))
  const dump = join(home, 'dump')
  const run = (command: string, args: string[]) =>
    execFileSync(join(bin(), command), args, { cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
  try {
    run('pg_dump', ['-Fc', '-Z0', '-f', dump, from])
    run('pg_restore', ['--no-owner', '-j', '2', '-d', to, dump])
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** `close` stops and deletes the servers. */
export function openCluster() {
  const user = asUser()
  const run = (command: string, args: string[]) =>
    execFileSync(join(bin(), command), args, { ...user, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
  const home = mkdtempSync(join(tmpdir(), 'primp-cluster-'))
  if (user.uid !== undefined) execFileSync('chown', ['postgres', home])
  const running: { directory: string; stop: Server['stop'] }[] = []

  async function serve(directory: string, settings: Record<string, string>): Promise<Server> {
    const port = await freePort()
    const url = (database = 'postgres') => `postgres://primp@127.0.0.1:${port}/${database}`
    const options = Object.entries({
      port: String(port),
      unix_socket_directories: home,
      listen_addresses: '127.0.0.1',
      fsync: 'off',
      max_connections: '120',
      ...settings,
    })
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' ')
    const start = () => run('pg_ctl', ['-D', directory, '-w', '-l', `${directory}.log`, '-o', options, 'start'])
    const stop: Server['stop'] = (mode) => run('pg_ctl', ['-D', directory, '-w', '-m', mode, 'stop'])
    const ask: Server['ask'] = async (text, database) => {
      const client = new pg.Client({ connectionString: url(database) })
      await client.connect()
      try {
        return (await client.query(text)).rows as Record<string, unknown>[]
      } finally {
        await client.end()
      }
    }
    const promote = () => run('pg_ctl', ['-D', directory, '-w', 'promote'])
    start()
    running.push({ directory, stop })
    return { port, url, ask, stop, start, promote }
  }

  return {
    primary: async (): Promise<Server> => {
      const directory = join(home, 'primary')
      run('initdb', ['-D', directory, '-U', 'primp', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8'])
      return serve(directory, { wal_level: 'replica' })
    },
    fill: (server: Server, from: string): void => copyDatabase(from, server.url()),
    replicaOf: async (primary: Server): Promise<Server> => {
      const directory = join(home, `replica-${running.length}`)
      run('pg_basebackup', [
        '-h',
        '127.0.0.1',
        '-p',
        String(primary.port),
        '-U',
        'primp',
        '-D',
        directory,
        '-R',
        '-c',
        'fast',
      ])
      return serve(directory, { hot_standby: 'on' })
    },
    close: async (): Promise<void> => {
      for (const { stop } of running.reverse()) {
        try {
          stop('immediate')
        } catch {}
      }
      rmSync(home, { recursive: true, force: true })
    },
  }
}
