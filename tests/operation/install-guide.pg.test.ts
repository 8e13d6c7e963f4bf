import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stripeKeys } from '#tests/stripe-double/keys.ts'
import { freePort } from './primp-process.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const guide = readFileSync(`${root}docs/operating.md`, 'utf8')
const postgres = globSync('/usr/lib/postgresql/*/bin').sort().at(-1) ?? ''
const canMount = process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'true']).status === 0
const runs = process.env['PROVE'] === '1' && canMount && postgres !== ''

/** The commands of the guide in order. Stand-ins replace internet access and systemd. */
const section = guide.slice(guide.indexOf('## Install on one Debian machine'), guide.indexOf('## Health checks'))
const blocks = [...section.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].map(([, text = '']) =>
  text.replace(/^ {1,4}/gm, '').trimEnd(),
)

let home = ''
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'primp-install-'))
  chmodSync(home, 0o755)
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

test('the guide has ten steps with commands, and names the Node version of the image', () => {
  expect(section.match(/^\d+\. /gm)).toHaveLength(10)
  expect(blocks.length).toBeGreaterThanOrEqual(10)
  const [, version = ''] = /node:(\S+)-bookworm/.exec(readFileSync(`${root}deploy/Dockerfile`, 'utf8')) ?? []
  expect(version).toMatch(/^24\./)
  expect(section).toContain(`node-v${version}-linux-x64.tar.xz`)
  for (const [file = ''] of section.matchAll(/deploy\/[\w./@-]+\w/g))
    expect(globSync(file, { cwd: root })).toEqual([file])
})

/** Directories written by the commands are temporary copies. */
const prepare = `
set -euo pipefail
mount --make-rprivate /
mount -t tmpfs tmpfs "$TEST_HOME/layers"
for directory in /etc /opt /var/lib; do
  layer="$TEST_HOME/layers$directory"; mkdir -p "$layer/upper" "$layer/work"
  mount -t overlay overlay -o "lowerdir=$directory,upperdir=$layer/upper,workdir=$layer/work" "$directory"
done
mkdir -p /run/postgresql /var/www && mount -t tmpfs tmpfs /var/www
mount --bind "$TEST_HOME/socket" /run/postgresql
userdel primp 2>/dev/null || true
rm -rf /opt/primp /var/lib/primp
chown postgres "$TEST_HOME/cluster" "$TEST_HOME/socket"
runuser -u postgres -- "$TEST_POSTGRES/initdb" -D "$TEST_HOME/cluster/data" --auth-local=peer -E UTF8 --locale=C.UTF-8 >/dev/null
runuser -u postgres -- "$TEST_POSTGRES/pg_ctl" -D "$TEST_HOME/cluster/data" -w -l "$TEST_HOME/cluster/log" -o "-k /run/postgresql -c listen_addresses='' -c fsync=off" start >/dev/null
`

const unit = readFileSync(`${root}deploy/systemd/primp-web@.service`, 'utf8')
const settings = [...unit.matchAll(/^Environment=(.*)$/gm)].map(([, set]) => set).join(' ')
const command = /^ExecStart=(.*)$/m.exec(unit)?.[1] ?? ''

/** Starts the processes as the systemd units of step 8 would. */
const startProcesses = (ports: readonly number[]) => `
cat >> /etc/primp.env < "$TEST_HOME/stripe.env"
cd /opt/primp
for port in ${ports.join(' ')}; do
  install -d -o primp -g primp "$TEST_HOME/cache/$port"
  (
    umask 0077
    exec runuser -u primp -- xargs -a /etc/primp.env -d '\\n' sh -c 'exec env ${settings.replace(/NODE_COMPILE_CACHE=\S+/, 'NODE_COMPILE_CACHE="$TEST_HOME/cache/$0"')} "$@" ${command.replaceAll('%i', '$0')}' $port
  ) > "$TEST_HOME/process-$port.log" 2>&1 &
  for i in $(seq 600); do curl -fsS "http://127.0.0.1:$port/readyz" >/dev/null 2>&1 && break; sleep 0.2; done
done
`
const lookAround = `
echo
stat -c '%a %U:%G %n' /etc/primp.env /var/lib/primp /etc/ssl/primp/privkey.pem
find /opt/primp -user primp
find /var/lib/primp \\( -not -user primp -o -perm /077 \\)
`

test.skipIf(!runs)(
  'the commands of the guide make a new machine a ready site with an operator',
  async () => {
    for (const folder of ['layers', 'socket', 'cluster', 'bin', 'cache']) mkdirSync(join(home, folder))
    for (const name of ['apt-get', 'certbot', 'systemctl']) {
      writeFileSync(join(home, 'bin', name), `#!/bin/sh\necho "stand-in: ${name} $*"\n`)
      chmodSync(join(home, 'bin', name), 0o755)
    }
    writeFileSync(
      join(home, 'stripe.env'),
      Object.entries(stripeKeys)
        .map(([name, key]) => `${name}=${key}\n`)
        .join(''),
    )
    const ports = [await freePort(), await freePort()]
    const local = blocks
      .filter((block) => !block.includes('nodejs.org'))
      .map((block) =>
        block
          .replace(/^export REPOSITORY=.*$/m, `export REPOSITORY=${root}`)
          .replaceAll('127.0.0.1:3001', `127.0.0.1:${ports[0]}`)
          .replace(/^curl .*https:\/\/\$SITE.*$/m, ''),
      )
    const operator = local.findIndex((block) => block.includes('server/operator/command.ts'))
    const script = [
      prepare,
      ...local.slice(0, operator),
      startProcesses(ports),
      ...local.slice(operator),
      lookAround,
    ].join('\n')
    writeFileSync(join(home, 'install.sh'), script)
    const { code, said } = await runScript(join(home, 'install.sh'))
    expect(code, said).toBe(0)
    expect(said).toContain('stand-in: systemctl enable --now primp-worker primp-web@3001 primp-web@3002')
    expect(said).toMatch(/you@primp\.example is an operator\. .*https:\/\/primp\.example\/login\/magic-link\//)
    expect(said.trim().split('\n').slice(-4)).toEqual([
      'ready',
      '640 root:primp /etc/primp.env',
      '700 primp:primp /var/lib/primp',
      '600 root:root /etc/ssl/primp/privkey.pem',
    ])
  },
  600_000,
)

/** Runs a script in its own namespaces, so that its processes and mounts end with it. */
function runScript(file: string): Promise<{ code: number | null; said: string }> {
  const child = spawn('unshare', ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc', 'bash', file], {
    cwd: home,
    env: {
      HOME: process.env['HOME'] ?? '/root',
      PATH: `${home}/bin:${process.env['PATH']}:/usr/sbin:/sbin`,
      TEST_HOME: home,
      TEST_POSTGRES: postgres,
    },
  })
  let said = ''
  child.stdout.on('data', (text) => {
    said += text
  })
  child.stderr.on('data', (text) => {
    said += text
  })
  return new Promise((done) => child.once('close', (code) => done({ code, said })))
}
