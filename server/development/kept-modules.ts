import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { buildFingerprint } from '#scripts/build-inputs.mjs'

/** What a module came to, as Vite answers it. */
export type Answer = { result: unknown } | { error: unknown }
/** What of a module is asked for: its address, who imports it. */
export type Asked = readonly [url: string, importer?: string, options?: { cached?: boolean }]

const plugins = ['web/platform/build', 'web/platform/api/calls-plugin.ts', 'web/ui/pictures/icon-sheet.ts']
const ways = ['vite.config.ts', 'react-router.config.ts', 'package-lock.json', 'tsconfig.json', '.env', ...plugins]
const MOST = 5_000
const REST_MS = 2_000
const OF_ALL = 'all-'

const hashOf = (...parts: (string | Buffer)[]): string => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('base64url')
}

/**
 * What Vite made of modules, kept on the disk from one start to the next: under what each was made of, so that what is there
 * is true. A file is its own text; whatever has no file may be made of all files.
 */
export class KeptModules {
  #all: string | undefined
  #changed = false
  readonly #restMs: number
  readonly #root: string
  readonly #home: string
  readonly #ways: string

  constructor(root = fileURLToPath(new URL('../../', import.meta.url)), restMs = REST_MS) {
    this.#restMs = restMs
    this.#root = root
    this.#home = `${root}node_modules/.cache/primp/pages`
    this.#ways = hashOf(
      root,
      process.version,
      process.env['NODE_ENV'] ?? '',
      ...ways.flatMap((path) => textsOf(root, path)),
    )
    mkdirSync(this.#home, { recursive: true })
    const kept = readdirSync(this.#home)
    if (kept.length > MOST) for (const name of kept) rmSync(`${this.#home}/${name}`)
  }

  /** Whether the answer is kept. */
  has(asked: Asked): boolean {
    return existsSync(this.#fileOf(this.#nameOf(asked)))
  }

  /** The answer that is kept, or the one that `ask` brings. */
  async of(asked: Asked, ask: () => Promise<Answer>): Promise<Answer> {
    const name = this.#nameOf(asked)
    try {
      return { result: JSON.parse(readFileSync(this.#fileOf(name), 'utf8')) }
    } catch {
      setTimeout(() => this.#keep(asked, name, ask).catch(() => {}), this.#restMs).unref()
      return ask()
    }
  }

  /** Files may have changed before Vite began. */
  lookAnew(): void {
    this.#all = undefined
  }

  /** Files have changed since: what is made of all of them is another thing now. */
  changed(): void {
    this.#all = undefined
    this.#changed = true
  }

  // Vite hears of a change a moment after it: what it says of a file that was just written may be of the text before.
  async #keep(asked: Asked, name: string, ask: () => Promise<Answer>): Promise<void> {
    // Of all files together it may know some as they were when it began.
    if (name.startsWith(OF_ALL) && this.#changed) return
    const answer = await ask()
    if (!('result' in answer) || this.#nameOf(asked) !== name) return
    // Nobody holds an older one that would have to go.
    const result = JSON.stringify(answer.result, (key, value) => (key === 'invalidate' ? undefined : value))
    const unfinished = `${this.#fileOf(name)}.${process.pid}`
    await writeFile(unfinished, result)
    await rename(unfinished, this.#fileOf(name))
  }

  #fileOf(name: string): string {
    return `${this.#home}/${name}.json`
  }

  #nameOf([url, importer = '']: Asked): string {
    const path = url.replace(/\?.*/, '')
    const file = path.startsWith('/') && !path.startsWith('/@') ? this.#root + path.slice(1) : undefined
    if (file && existsSync(file)) return hashOf(this.#ways, url, readFileSync(file))
    // A package is where it was while the lock file is the same.
    if (/^[@\w]/.test(url) && !url.startsWith('virtual:')) return hashOf(this.#ways, url, importer)
    this.#all ??= buildFingerprint(this.#root)
    return OF_ALL + hashOf(this.#ways, url, this.#all)
  }
}

function textsOf(root: string, path: string): (string | Buffer)[] {
  if (!existsSync(root + path)) return []
  if (!statSync(root + path).isDirectory()) return [path, readFileSync(root + path)]
  return readdirSync(root + path)
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => textsOf(root, `${path}/${name}`))
}
