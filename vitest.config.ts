import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { testEngine } from './server/test-databases.ts'

// A file says by what it opens which kind of test it is, so that none can stand in the wrong project.
const files = globSync('{art,bench,contract,db,scripts,server,web,tests}/**/*.test.{ts,tsx}', {
  exclude: ['tests/e2e/**'],
})
const opens = (file: string, what: RegExp): boolean => what.test(readFileSync(file, 'utf8'))
const onlyPostgres = (file: string) => file.endsWith('.pg.test.ts')
const processes = files.filter((file) => /^tests[\\/]operation[\\/]/.test(file))
const api = files.filter((file) => !processes.includes(file) && opens(file, /\bopen(\w*Rig|Copy|Embedded|Postgres)\(/))
const rules = files.filter((file) => !processes.includes(file) && !api.includes(file))
// Minutes of whole processes, whose parts have tests of their own, and what few changes touch: what a proof is for.
const long =
  /^(tests[\\/]operation[\\/](backup|booking-storm\.pg|development-only|install-guide\.pg|one-truth\.pg|operator-command|release-before\.pg|replica-lag\.pg)|tests[\\/]operation[\\/]faults[\\/](broken-process|unavailable-database\.pg)|db[\\/](embedded[\\/](directory-faults|engine-watch)|postgres[\\/](schema-locks|wait-budget)\.pg)|db[\\/]market[\\/]market|tests[\\/]attacks[\\/](keys-at-rest|trilateration)|server[\\/](accounts[\\/]leaving[\\/]forget-unused|backup[\\/]backup)|server[\\/]reviews[\\/]taken[\\/]taken-data|server[\\/]bookings[\\/]calendar[\\/]khal|server[\\/]tracing)\.test\.ts$/
const possible = (file: string) =>
  (testEngine() === 'postgres' || !onlyPostgres(file)) && (Boolean(process.env['PROVE']) || !long.test(file))

export default defineConfig({
  test: {
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      { extends: true, test: { name: 'rules', include: rules } },
      {
        extends: true,
        test: { name: 'api', include: api.filter(possible), globalSetup: ['./server/test-template.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'process',
          include: processes.filter(possible),
          globalSetup: ['./tests/operation/prepare-processes.ts'],
        },
      },
    ],
  },
})
