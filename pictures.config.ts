import { defineConfig, devices } from '@playwright/test'
import journeys from './playwright.config.ts'

const port = Number(process.env['PICTURES_PORT'] ?? 4185)
const server = Array.isArray(journeys.webServer) ? journeys.webServer[0] : journeys.webServer

/** Takes pictures of pages: the same machine as the journeys', on a market of its own. */
export default defineConfig({
  ...journeys,
  testDir: 'tests/page-pictures',
  testMatch: 'take.ts',
  globalSetup: './tests/page-pictures/market.ts',
  outputDir: 'test-results/pictures',
  timeout: 120_000,
  retries: 1,
  reporter: 'dot',
  use: {
    ...journeys.use,
    ...devices['Desktop Chrome'],
    baseURL: `http://localhost:${port}`,
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
  },
  projects: [
    { name: '1440', use: { viewport: { width: 1440, height: 1000 } } },
    { name: '390', use: { viewport: { width: 390, height: 844 } } },
  ],
  webServer: {
    ...server,
    command: 'node server/main.ts',
    url: `http://localhost:${port}/readyz`,
    env: { ...server?.env, PORT: String(port), DATA_DIR: process.env['PICTURES_DATA_DIR'] ?? '' },
  },
})
