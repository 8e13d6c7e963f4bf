// Runs after each install, on whichever Node runs npm, so it is plain JavaScript without packages.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Minimum major version of Node for the server. */
const NEEDED = 24

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const home = join(root, 'scripts', 'node')
const bringsItself = process.execPath.startsWith(root)
const name = `node-${process.platform}-${process.arch}`
const brought = join(home, 'node_modules', name, 'bin', 'node')
const link = join(root, 'node_modules', '.bin', 'node')

/** Links `node_modules/.bin/node`, which npm's scripts and the service units run, to a Node of the right version. */
function bringNode() {
  const suffices = Number.parseInt(process.versions.node, 10) >= NEEDED && !bringsItself
  // `scripts/ready.mjs` installs Node in parallel with the packages, and links it after them.
  if (process.env.PRIMP_NODE_COMES) return
  if (suffices) {
    if (!process.argv.includes('--only-unpack')) linkTo(process.execPath)
    return
  }
  if (!install()) {
    console.error(
      `Primp needs Node ${NEEDED} or later, and there is no bundled Node for this machine. Please install it.`,
    )
    process.exit(1)
  }
  if (!process.argv.includes('--only-unpack')) linkTo(relative(dirname(link), brought))
}

function linkTo(node) {
  // Windows requires administrator rights for a link; its npm runs the installed Node.
  if (process.platform === 'win32') return
  mkdirSync(dirname(link), { recursive: true })
  rmSync(link, { force: true })
  symlinkSync(node, link)
}

function install() {
  if (existsSync(brought) && versionIn('node_modules', name) === wanted()) return true
  const npm = process.env.npm_execpath
  const [command, args] = npm ? [process.execPath, [npm]] : ['npm', []]
  // The omit and include options of the surrounding install do not apply to Node.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([key]) => !/^npm_config_(omit|include)$/i.test(key)),
  )
  const done = spawnSync(command, [...args, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: home,
    env,
    stdio: 'inherit',
  })
  return done.status === 0 && existsSync(brought)
}

const read = (...path) => JSON.parse(readFileSync(join(home, ...path, 'package.json'), 'utf8'))
const versionIn = (...path) => read(...path).version
const wanted = () => read().optionalDependencies[name]

bringNode()
