import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { testEngine } from './server/test-databases.ts'

// The content of a test file decides its project, so that no file runs in the wrong one.
const files = globSync('{art,bench,contract,db,scripts,server,web,tests}/**/*.test.{ts,tsx}', {
  exclude: ['tests/e2e/**'],
}).map((file) => file.replaceAll('\\', '/'))
const opensDatabase = (file: string) => /\bopen(\w*Rig|Copy|Embedded|Postgres)\(/.test(readFileSync(file, 'utf8'))
const processes = files.filter((file) => file.startsWith('tests/operation/'))
const api = files.filter((file) => !processes.includes(file) && opensDatabase(file))
const rules = files.filter((file) => !processes.includes(file) && !api.includes(file))
/** Tests of transactions, locks, notifications, arrays, ranges and dates, in which the embedded engine differs from PostgreSQL. */
const embedded = [
  'server/checkout/booking.test.ts',
  'server/messaging/live.test.ts',
  'server/search/matching/match-providers.test.ts',
]
/** Tests that take minutes and cover code that few changes touch. */
const onlyInProof = [
  'tests/operation/backup.test.ts',
  'tests/operation/bench.pg.test.ts',
  'tests/operation/booking-storm.pg.test.ts',
  'tests/operation/development-only.test.ts',
  'tests/operation/install-guide.pg.test.ts',
  'tests/operation/one-truth.pg.test.ts',
  'tests/operation/operator-command.test.ts',
  'tests/operation/rehearsal.pg.test.ts',
  'tests/operation/release-before.pg.test.ts',
  'tests/operation/replica-lag.pg.test.ts',
  'tests/operation/rolling-restart.pg.test.ts',
  'server/checkout/storm.pg.test.ts',
  'tests/operation/faults/broken-process.test.ts',
  'tests/operation/faults/unavailable-database.pg.test.ts',
  'db/embedded/directory-faults.test.ts',
  'db/embedded/engine-watch.test.ts',
  'db/postgres/schema-locks.pg.test.ts',
  'db/postgres/wait-budget.pg.test.ts',
  'db/market/market.test.ts',
  'tests/attacks/keys-at-rest.test.ts',
  'tests/attacks/trilateration.test.ts',
  'server/accounts/forget-unused.test.ts',
  'server/backup/backup.test.ts',
  'server/tracing.test.ts',
  'server/reviews/taken-data.test.ts',
  'server/calendar/khal.test.ts',
]
/** The file that takes the longest starts first, so that the other worker does not wait for it. */
const longest = 'tests/operation/scale.pg.test.ts'
const stale = [...embedded, ...onlyInProof, longest].filter((file) => !files.includes(file))
if (stale.length > 0) throw new Error(`vitest.config.ts names tests that do not exist: ${stale.join(', ')}`)
const isProof = Boolean(process.env['PROVE'])
const isPostgres = testEngine() === 'postgres'
const exclude = [...(isProof ? [] : onlyInProof), ...(isPostgres ? [] : ['**/*.pg.test.ts'])]
const report = process.env['TEST_REPORT']

/** Sorts by path, so that files which share a database run in the same order on every machine. */
class PathSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => (moduleId.endsWith(longest) ? 0 : 1)
    return files.toSorted((a, b) => rank(a) - rank(b) || a.moduleId.localeCompare(b.moduleId, 'en'))
  }
}

export default defineConfig({
  test: {
    // A proof shuffles the files instead.
    ...(isProof ? {} : { sequence: { sequencer: PathSequencer } }),
    pool: 'forks',
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    projects: [
      { extends: true, test: { name: 'rules', include: rules, maxWorkers: 2 } },
      {
        extends: true,
        test: { name: 'api', include: api, exclude, globalSetup: 'server/test-template.ts', maxWorkers: 2 },
      },
      {
        extends: true,
        test: {
          name: 'embedded',
          include: isPostgres ? embedded : [],
          env: { TEST_ENGINE: 'pglite' },
          globalSetup: 'tests/operation/prepare-processes.ts',
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'process',
          include: processes,
          exclude,
          globalSetup: 'tests/operation/prepare-processes.ts',
          // With more at once, two cores exceed the time limits of storms and exchanges under load.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
