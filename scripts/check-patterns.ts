import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { BUILT, listPatternProblems } from './patterns.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

/** Files that may build a pattern at run time, and why that is safe. */
const mayBuild: Readonly<Record<string, string>> = {
  'db/cast/sentences.ts': 'sample data: alternatives of known words',
  'server/platform/validation/contact-details.ts':
    'constant parts with bounded repeats; timed in contact-details.test.ts',
  'server/notifications/words/vary.ts': 'a constant phrase of a mail',
  'server/platform/http/read-position.ts': 'a constant cookie name',
  'server/platform/openapi/examples.ts': 'patterns of the contract, which are checked where they are declared',
}

const files = globSync('{art,contract,db,server,web}/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.test\.tsx?$/.test(file),
)
const problems = files.flatMap((file) =>
  listPatternProblems(file, readFileSync(root + file, 'utf8'))
    .filter(({ reason }) => reason !== BUILT || !(file in mayBuild))
    .map(({ line, pattern, reason }) => `${file}:${line} ${pattern}\n  ${reason}`),
)
for (const file of Object.keys(mayBuild))
  if (!files.includes(file)) problems.push(`${file} is listed as building a pattern, but does not exist.`)
if (problems.length) {
  console.error(problems.join('\n'))
  process.exit(1)
}
console.log(`Checked ${files.length} files: no super-linear regular expression`)
