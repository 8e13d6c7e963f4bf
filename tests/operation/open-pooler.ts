import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './primp-process.ts'

export const pgbouncer = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find(existsSync)

/** Session settings of `docs/decisions/0026-database-connections.md`, set for the role: a pooler keeps no sessions. */
export const roleSettings = [
  `timezone = 'UTC'`,
  'jit = off',
  `statement_timeout = '6400ms'`,
  `lock_timeout = '3200ms'`,
  `idle_in_transaction_session_timeout = '8s'`,
]

export async function openPooler(command: string, url: string, servers: number, port?: number) {
  const { hostname, username, pathname, port: far } = new URL(url)
  const home = mkdtempSync(join(tmpdir(), 'primp-pooler-'))
  const here = port ?? (await freePort())
  writeFileSync(join(home, 'users'), `"${username}" ""\n`)
  writeFileSync(
    join(home, 'pgbouncer.ini'),
    `[databases]
* = host=${hostname} port=${far || 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${here}
unix_socket_dir =
auth_type = trust
auth_file = ${home}/users
pool_mode = transaction
default_pool_size = ${servers}
max_client_conn = 200
ignore_startup_parameters = options, extra_float_digits
server_login_retry = 1
query_wait_timeout = 5
`,
  )
  // It refuses to run as root.
  const root = process.getuid?.() === 0
  if (root) execFileSync('chown', ['-R', 'postgres', home])
  const child: ChildProcess = spawn(command, [...(root ? ['-u', 'postgres'] : []), join(home, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr?.on('data', (text) => {
    said += text
  })
  const ended = new Promise((done) => child.once('close', done))
  const through = `postgres://${username}@127.0.0.1:${here}${pathname}`
  const answers = async () => {
    const client = new pg.Client({ connectionString: through })
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    )
  }
  for (let i = 0; !(await answers()); i++) {
    if (child.exitCode !== null || i > 200) throw new Error(`PgBouncer did not start: ${said}`)
    await setTimeout(25)
  }
  return {
    url: through,
    close: async () => {
      child.kill('SIGKILL')
      await ended
      rmSync(home, { recursive: true, force: true })
    },
  }
}
