import { readFileSync } from 'node:fs'
import type { ServerBuild } from 'react-router'
import type { Sheets, SiteBuild } from './pages.ts'

/** The pages as they were built, with the one sheet that each route asks for. */
export async function readBuiltPages(): Promise<SiteBuild> {
  const at = (file: string) => new URL(`../build/${file}`, import.meta.url)
  const build = (await import(at('server/pages.js').href)) as ServerBuild
  return { ...build, sheets: JSON.parse(readFileSync(at('sheets.json'), 'utf8')) as Sheets }
}
