import { defineConfig } from 'vitest/config'

const postgres = process.env['TEST_ENGINE'] === 'postgres'

export default defineConfig({
  test: {
    // The same API tests run on both engines; what only PostgreSQL can show ends in .pg.test.ts.
    include: postgres
      ? ['server/**/*.test.ts', 'db/**/*.pg.test.ts', 'tests/operation/**/*.pg.test.ts']
      : ['{art,contract,db,server,web,tests}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'tests/e2e/**', ...(postgres ? [] : ['**/*.pg.test.ts'])],
    pool: 'forks',
    isolate: false,
    maxWorkers: postgres ? 1 : 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    globalSetup: ['./scripts/prepare-tests.ts'],
  },
})
