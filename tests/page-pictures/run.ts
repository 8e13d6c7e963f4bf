import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { comparePictures } from './compare.ts'
import { copyMarket, keepMarket } from './kept-market.ts'

const usage = `Usage: npm run pictures -- take DIRECTORY [--like BEFORE] [--only PATTERN]
       npm run pictures -- compare BEFORE AFTER [--only PATTERN]
What is taken --like BEFORE shows the very market that the pictures in BEFORE show.`
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { like: { type: 'string' }, only: { type: 'string' } },
})
const { like, only } = values
const [act, ...rest] = positionals
const [first, second] = rest.map((directory) => resolve(directory))

/** Takes the pictures that the pattern names, or all, of the built site. */
async function take(directory: string): Promise<number> {
  mkdirSync(directory, { recursive: true })
  if (like) copyMarket(resolve(like), directory)
  else await keepMarket(directory)
  const { status } = spawnSync('playwright', ['test', '-c', 'pictures.config.ts', ...(only ? ['--grep', only] : [])], {
    stdio: 'inherit',
    env: { ...process.env, PICTURES_DIR: directory },
  })
  return status ?? 1
}

if (act === 'take' && first && !second) process.exit(await take(first))
else if (act === 'compare' && first && second) process.exit(await comparePictures(first, second, only))
console.error(usage)
process.exit(2)
