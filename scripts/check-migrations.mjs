import { execFileSync } from 'node:child_process'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Commit of the first release. Migrations of this or a later commit have been applied to other people's databases. */
const FIRST_RELEASE = 'd9c489bf78f279c3a71fa6d6ee976b2a6728187d'
const FOLDER = 'db/migrations'

/**
 * Returns a line for each commit that edited, renamed or deleted a migration since another commit. A move to another
 * folder below `db/migrations` without an edit is allowed. Returns undefined if the history does not go back that far.
 */
export function findChangedMigrations(root, since) {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    git('cat-file', '-e', `${since}^{commit}`)
  } catch {
    return undefined
  }
  let commit = ''
  // `-M100%` reports a renamed file with other content as deleted.
  return git('log', '--diff-filter=MDR', '-M100%', '--format=%h %s', '--name-status', `${since}..HEAD`, '--', FOLDER)
    .split('\n')
    .flatMap((line) => {
      const [status, from, to] = line.split('\t')
      if (!from) {
        commit = line || commit
        return []
      }
      const isMoved = status === 'R100' && to && basename(from) === basename(to)
      return isMoved ? [] : [`${commit}: ${[from, to].filter(Boolean).join(' -> ')}`]
    })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const changed = findChangedMigrations(fileURLToPath(new URL('../', import.meta.url)), FIRST_RELEASE)
  if (!changed) process.stdout.write('The Git history is too short to check that committed migrations are unchanged.\n')
  else if (changed.length) {
    process.stderr.write(`Committed migrations were changed:\n${changed.join('\n')}\n`)
    process.exit(1)
  }
}
