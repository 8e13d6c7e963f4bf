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
  readonly #root: string
  readonly #home: string
  readonly #ways: string

  constructor(root = fileURLToPath(new URL('../../', import.meta.url))) {
    this.#root = root
    this.#home = `${root}node_modules/.cache/primp/pages`
    this.#ways = hashOf(process.version, process.env['NODE_ENV'] ?? '', ...ways.flatMap((path) => textsOf(root, path)))
    mkdirSync(this.#home, { recursive: true })
    const kept = readdirSync(this.#home)
    if (kept.length > MOST) for (const name of kept) rmSync(`${this.#home}/${name}`)
  }

  /** The answer that is kept, or the one that `ask` brings. */
  async of(asked: Asked, ask: () => Promise<Answer>): Promise<Answer> {
    const file = `${this.#home}/${this.#nameOf(asked)}.json`
    try {
      return { result: JSON.parse(readFileSync(file, 'utf8')) }
    } catch {
      const answer = await ask()
      if ('result' in answer) await keep(file, answer.result).catch(() => {})
      return answer
    }
  }

  /** Files have changed: what is made of all of them is another thing now. */
  changed(): void {
    this.#all = undefined
  }

  #nameOf([url, importer = '']: Asked): string {
    const path = url.replace(/\?.*/, '')
    const file = path.startsWith('/') && !path.startsWith('/@') ? this.#root + path.slice(1) : undefined
    if (file && existsSync(file)) return hashOf(this.#ways, url, readFileSync(file))
    // A package is where it was while the lock file is the same.
    if (/^[@\w]/.test(url) && !url.startsWith('virtual:')) return hashOf(this.#ways, url, importer)
    this.#all ??= buildFingerprint(this.#root)
    return hashOf(this.#ways, url, this.#all)
  }
}

async function keep(file: string, result: unknown): Promise<void> {
  const { invalidate: _, ...rest } = result as { invalidate?: boolean }
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, JSON.stringify(rest))
  await rename(unfinished, file)
}

function textsOf(root: string, path: string): (string | Buffer)[] {
  if (!existsSync(root + path)) return []
  if (!statSync(root + path).isDirectory()) return [path, readFileSync(root + path)]
  return readdirSync(root + path)
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => textsOf(root, `${path}/${name}`))
}
