import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { comparePictures } from './compare.ts'

const usage = `Usage: npm run pictures -- take DIRECTORY [--only PATTERN]
       npm run pictures -- compare BEFORE AFTER [--only PATTERN]`
const [act, ...rest] = process.argv.slice(2)
const at = rest.indexOf('--only')
const only = at === -1 ? undefined : rest[at + 1]
const directories = (at === -1 ? rest : rest.toSpliced(at, 2)).map((directory) => resolve(directory))

/** Takes the pictures that the pattern names, or all, of the built site on a fresh sample market. */
function take(directory: string): number {
  const dataDir = resolve('node_modules/.cache/primp/pictures')
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
  const ended = execFileSync('node', ['tests/e2e/bookings/ended-market.ts', dataDir], { encoding: 'utf8' })
  const { status } = spawnSync('playwright', ['test', '-c', 'pictures.config.ts', ...(only ? ['--grep', only] : [])], {
    stdio: 'inherit',
    env: { ...process.env, PICTURES_DIR: directory, PICTURES_DATA_DIR: dataDir, PICTURES_ENDED: ended },
  })
  return status ?? 1
}

const [first, second] = directories
if (act === 'take' && first && !second) process.exit(take(first))
else if (act === 'compare' && first && second) process.exit(await comparePictures(first, second, only))
console.error(usage)
process.exit(2)
