// Runs on the system's Node before anything is installed, so it is plain JavaScript without packages.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildFingerprint } from './build-inputs.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const mark = (name) => join(root, 'node_modules', '.cache', 'primp', name)
const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
const keep = (name, text) => {
  mkdirSync(dirname(mark(name)), { recursive: true })
  writeFileSync(mark(name), text)
}

// Optional peer dependencies that npm installs too. The build works without them.
const onlyForTests = ['typescript', '@typescript']

/** Installs the packages for running and building, or all packages. Keeps packages that are already installed. */
async function install(all) {
  const hash = createHash('sha256')
  for (const lock of ['package-lock.json', 'scripts/node/package-lock.json'])
    hash.update(readFileSync(join(root, lock)))
  const want = hash.digest('hex')
  const [have, scope] = read(mark('installed')).split(' ')
  if (have === want && (!all || scope === 'all')) return
  // Development packages stay if they are already installed.
  all ||= scope === 'all'
  console.log(all ? 'Installing all packages (once).' : 'Installing packages (once).')
  const npm = process.env.npm_execpath
  const [command, args] = npm ? [process.env.npm_node_execpath || process.execPath, [npm, 'ci']] : ['npm', ['ci']]
  const run = (program, args, env = process.env) =>
    once(spawn(program, args, { cwd: root, stdio: 'inherit', env }), 'close').then(
      ([code]) => code === 0,
      () => false,
    )
  const bringNode = (...how) => run(process.execPath, [join(root, 'scripts', 'bring-node.mjs'), ...how])
  // The Node package is half as large as all other packages. It is unpacked in parallel and linked when both are ready.
  const unpacked = await Promise.all([
    run(command, [...args, all ? '--include=dev' : '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
      ...process.env,
      PRIMP_NODE_COMES: '1',
    }),
    bringNode('--only-unpack'),
  ])
  const failed = unpacked.includes(false) || !(await bringNode())
  if (failed) {
    console.error('Packages could not be installed. Check the network, then run the same command again.')
    process.exit(1)
  }
  if (!all) for (const name of onlyForTests) rmSync(join(root, 'node_modules', name), { recursive: true, force: true })
  keep('installed', `${want} ${all ? 'all' : 'run'}`)
}

function build() {
  const want = buildFingerprint(root)
  if (read(mark('built')) === want && existsSync(join(root, 'build', 'server', 'pages.js'))) return
  console.log('Building the site.')
  const bin = join(root, 'node_modules', '.bin')
  const env = { ...process.env, NODE_ENV: 'production', PATH: [bin, process.env.PATH].join(delimiter) }
  const node = existsSync(join(bin, 'node')) ? join(bin, 'node') : process.execPath
  const run = (...args) => execFileSync(node, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  try {
    run(join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs'), 'build')
    run(join(root, 'scripts', 'compress-build.ts'))
  } catch (fault) {
    console.error(String(fault.stdout ?? ''), String(fault.stderr ?? fault))
    process.exit(1)
  }
  keep('built', want)
}

await install(process.argv.includes('--all'))
if (process.argv.includes('--build')) build()
