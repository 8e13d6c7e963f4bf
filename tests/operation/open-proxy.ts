import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from './primp-process.ts'

export const nginx = ['/usr/sbin/nginx', '/usr/local/sbin/nginx'].find(existsSync)

/** Starts nginx with the shipped configuration before two processes. `tryS` shortens the timeout. */
export async function openProxy(
  command: string,
  ports: readonly [number, number],
  { port, tryS }: { port?: number | undefined; tryS?: number } = {},
) {
  const home = mkdtempSync(join(tmpdir(), 'primp-nginx-'))
  const own = port ?? (await freePort())
  writeFileSync(join(home, 'nginx.conf'), shippedFor(home, own, ports, tryS))
  const child: ChildProcess = spawn(command, ['-p', home, '-c', join(home, 'nginx.conf'), '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let error = ''
  child.stderr?.on('data', (text) => {
    error += text
  })
  const ended = new Promise((done) => child.once('close', done))
  const here = `http://127.0.0.1:${own}`
  const answers = () =>
    fetch(`${here}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (let i = 0; !(await answers()); i++) {
    if (child.exitCode !== null || i > 200) throw new Error(`nginx did not start: ${error}`)
    await setTimeout(25)
  }
  return {
    url: here,
    /** The error log. A refused connection is expected while a process restarts. */
    said: () =>
      readFileSync(join(home, 'error.log'), 'utf8')
        .split('\n')
        .filter((line) => !line.includes('Connection refused'))
        .join('\n'),
    close: async () => {
      child.kill('SIGTERM')
      await ended
      rmSync(home, { recursive: true, force: true })
    },
  }
}

const SHIPPED_TRY_S = 11

/** The shipped file with ports of this test and without the certificate. */
function shippedFor(home: string, port: number, [one, two]: readonly [number, number], tryS = SHIPPED_TRY_S): string {
  const shipped = readFileSync(new URL('../../deploy/nginx.conf', import.meta.url), 'utf8')
  const here = shipped
    .replaceAll('127.0.0.1:3001', `127.0.0.1:${one}`)
    .replaceAll('127.0.0.1:3002', `127.0.0.1:${two}`)
    .replaceAll(`proxy_read_timeout ${SHIPPED_TRY_S}s`, `proxy_read_timeout ${tryS}s`)
    .replace(/^\s*(listen \[::\]|ssl_).*$/gm, '')
    .replace(/listen 80;/, `listen unix:${home}/plain;`)
    .replace(/listen 443 [^;]*;/, `listen 127.0.0.1:${port};`)
  if (/:300[12]|listen \d+[; ]/.test(here)) throw new Error('deploy/nginx.conf has other addresses than expected.')
  return `
pid ${home}/nginx.pid;
error_log ${home}/error.log;
events { worker_connections 1024; }
http {
${here}
}`
}
