import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { BuiltPages } from './pages.ts'

export const readBuiltPages = (): Promise<BuiltPages> =>
  import(new URL('../build/server/pages.js', import.meta.url).href) as Promise<BuiltPages>

export async function buildPages(): Promise<void> {
  const ready = fileURLToPath(new URL('../scripts/ready.mjs', import.meta.url))
  const [code] = await once(spawn(process.execPath, [ready, '--build'], { stdio: 'inherit' }), 'close')
  if (code !== 0) throw new Error('The build of the site failed.')
}
