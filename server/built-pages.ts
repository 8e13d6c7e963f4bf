import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ServerBuild } from 'react-router'
import type { Sheets, SiteBuild } from './pages.ts'

/** The pages as they were built, with the one sheet that each route asks for. */
export async function readBuiltPages(): Promise<SiteBuild> {
  const at = (file: string) => new URL(`../build/${file}`, import.meta.url)
  const build = (await import(at('server/pages.js').href)) as ServerBuild
  return { ...build, sheets: JSON.parse(readFileSync(at('sheets.json'), 'utf8')) as Sheets }
}

let building: Promise<void> | undefined

/** Builds the pages in a process of its own where they are older than what they are made from, once. */
export function buildPages(): Promise<void> {
  building ??= build()
  return building
}

async function build(): Promise<void> {
  const ready = fileURLToPath(new URL('../scripts/ready.mjs', import.meta.url))
  const [code] = await once(spawn(process.execPath, [ready, '--build'], { stdio: 'inherit' }), 'close')
  if (code !== 0) throw new Error('The site could not be built.')
}
