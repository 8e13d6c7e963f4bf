// Runs on the system's own Node, before anything is installed: plain JavaScript, no packages.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildFingerprint } from './build-inputs.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const mark = (name) => join(root, 'node_modules', '.cache', 'primp', name)
const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
const keep = (name, text) => {
  mkdirSync(dirname(mark(name)), { recursive: true })
  writeFileSync(mark(name), text)
}

function install() {
  const want = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (read(mark('installed')) === want) return
  console.log('Installing packages (once).')
  const npm = process.env.npm_execpath
  const [command, args] = npm ? [process.env.npm_node_execpath || process.execPath, [npm, 'ci']] : ['npm', ['ci']]
  const done = spawnSync(command, [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (done.status !== 0) {
    console.error('Packages could not be installed. Check the network, then run the same command again.')
    process.exit(1)
  }
  keep('installed', want)
}

function build() {
  const want = buildFingerprint(root)
  if (read(mark('built')) === want && existsSync(join(root, 'build', 'server', 'pages.js'))) return
  console.log('Building the site.')
  const bin = join(root, 'node_modules', '.bin')
  const env = { ...process.env, NODE_ENV: 'production', PATH: `${bin}:${process.env.PATH}` }
  const node = existsSync(join(bin, 'node')) ? join(bin, 'node') : process.execPath
  const run = (...args) => execFileSync(node, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  try {
    run(join(root, 'node_modules', '.bin', 'react-router'), 'build')
    run(join(root, 'scripts', 'compress-build.ts'))
  } catch (fault) {
    console.error(String(fault.stdout ?? ''), String(fault.stderr ?? fault))
    process.exit(1)
  }
  keep('built', want)
}

install()
if (process.argv.includes('--build')) build()
