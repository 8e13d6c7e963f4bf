import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { comparePictures } from './compare.ts'
import { copyMarket, keepMarket } from './kept-market.ts'

const usage = `Usage: npm run pictures -- take DIRECTORY [--like BEFORE] [--go-on] [--only PATTERN]
       npm run pictures -- compare BEFORE AFTER [--go-on] [--only PATTERN]
With --like BEFORE the pictures show the same market as those in BEFORE.
Styleguide parts come first. If they differ, the pages are skipped, except with --go-on.
With --only only pages with a matching name are taken.`
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { like: { type: 'string' }, only: { type: 'string' }, 'go-on': { type: 'boolean' } },
})
const { like, only, 'go-on': goOn } = values
const [act, ...rest] = positionals
const [first, second] = rest.map((directory) => resolve(directory))
const parts = '^part-'

/** Takes the pictures of all parts, then of all pages of the built site, or of those matching the pattern. */
async function take(directory: string): Promise<number> {
  mkdirSync(directory, { recursive: true })
  if (like) copyMarket(resolve(like), directory)
  else await keepMarket(directory)
  if (only) return picture(directory, 'pages', ['--grep', only])
  const failed = picture(directory, 'parts') || (like ? await differ(resolve(like), directory) : 0)
  return failed || picture(directory, 'pages')
}

function picture(directory: string, of: 'parts' | 'pages', more: readonly string[] = []): number {
  const { status } = spawnSync('playwright', ['test', '-c', 'pictures.config.ts', ...more], {
    stdio: 'inherit',
    env: { ...process.env, PICTURES_DIR: directory, PICTURES_OF: of },
  })
  return status ?? 1
}

/** Returns 1 if the parts differ and --go-on is not set. */
async function differ(before: string, after: string): Promise<number> {
  if ((await comparePictures(before, after, parts)) === 0 || goOn) return 0
  console.error('The components differ: check them first. To compare the pages too: --go-on')
  return 1
}

const compare = async (before: string, after: string): Promise<number> =>
  only ? comparePictures(before, after, only) : (await differ(before, after)) || comparePictures(before, after)

if (act === 'take' && first && !second) process.exit(await take(first))
else if (act === 'compare' && first && second) process.exit(await compare(first, second))
console.error(usage)
process.exit(2)
