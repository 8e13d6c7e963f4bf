// Runs on the system's Node before anything is installed, so it is plain JavaScript without packages.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Inputs of the browser build. The server runs from its source, so neither it nor the database is included. */
export const buildInputs = [
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
  'tsconfig.json',
  'scripts/compress-build.ts',
  'contract',
  'web',
  'public',
]

const isLeftOut = (path) => /\.(test\.tsx?|md)$/.test(path)

/** Hashes the build inputs below `root`. The hash changes if a file is added, removed or changed. */
export function buildFingerprint(root) {
  const hash = createHash('sha256')
  const visit = (path) => {
    const file = join(root, path)
    if (statSync(file).isDirectory()) for (const name of readdirSync(file).sort()) visit(`${path}/${name}`)
    else if (!isLeftOut(path)) {
      const bytes = readFileSync(file)
      hash.update(`${path}\0${bytes.length}\0`).update(bytes)
    }
  }
  for (const input of buildInputs) if (existsSync(join(root, input))) visit(input)
  return hash.digest('hex')
}
