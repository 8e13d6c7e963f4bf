import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

type Found = { url: string; format: string | null | undefined }

const root = new URL('../', import.meta.url)
const home = new URL('node_modules/.cache/primp/', root)
const file = new URL('found.json', home)
// Written anew by each install.
const installed = new URL('node_modules/.package-lock.json', root)
const packages = new URL('node_modules/', root).href

/**
 * Finds modules without looking on the disk for each: a file of our own stands where its name says, one of a package where it
 * was at the last start, unless packages were installed since. Finding was two fifths of reading all modules.
 */
export function findModulesFast(): { keep: () => void } {
  const state = stateOf()
  const known = state === null ? new Map<string, Found>() : read(state)
  let more = false
  registerHooks({
    resolve(name, context, next) {
      const parent = context.parentURL ?? ''
      const own = ownFile(name, parent)
      if (own) return { ...own, shortCircuit: true }
      if (name.startsWith('node:')) return next(name, context)
      const key = `${name} ${parent.slice(0, parent.lastIndexOf('/'))} ${context.conditions.join()}`
      const before = known.get(key)
      if (before) return { ...before, shortCircuit: true }
      const { url, format } = next(name, context)
      if (url.startsWith(packages)) {
        known.set(key, { url, format })
        more = true
      }
      return { url, format }
    },
  })
  return {
    keep: () => {
      if (!more || state === null) return
      more = false
      write(state, known)
    },
  }
}

/** A module of ours, which is always named by its whole file; null for whatever else it may be. */
function ownFile(name: string, parent: string): Found | null {
  if (!name.endsWith('.ts') || name.includes('?') || parent.startsWith(packages)) return null
  if (name.startsWith('#')) return { url: root.href + name.slice(1), format: 'module-typescript' }
  return name.startsWith('./') ? { url: new URL(name, parent).href, format: 'module-typescript' } : null
}

function stateOf(): string | null {
  try {
    const { mtimeMs, size } = statSync(installed)
    return `${process.version} ${root.href} ${mtimeMs} ${size}`
  } catch {
    return null
  }
}

function read(state: string): Map<string, Found> {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as { state: string; found: [string, Found][] }
    return new Map(kept.state === state ? kept.found : [])
  } catch {
    return new Map()
  }
}

// What cannot be kept is looked for again.
function write(state: string, found: ReadonlyMap<string, Found>): void {
  try {
    mkdirSync(home, { recursive: true })
    const unfinished = new URL(`found.${process.pid}.json`, home)
    writeFileSync(unfinished, JSON.stringify({ state, found: [...found] }))
    renameSync(unfinished, file)
  } catch {}
}
