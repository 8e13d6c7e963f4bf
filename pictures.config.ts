import { defineConfig, devices } from '@playwright/test'
import { firstPort, siteEnv, takenAt } from './tests/page-pictures/pictured-site.ts'
import journeys from './playwright.config.ts'

const widths = [
  { name: '1440', viewport: { width: 1440, height: 1000 }, port: firstPort },
  { name: '390', viewport: { width: 390, height: 844 }, port: firstPort + 1 },
]
const server = Array.isArray(journeys.webServer) ? journeys.webServer[0] : journeys.webServer

/** Takes pictures of pages: the same browser as the journeys', a site for each width, one page after the other. */
export default defineConfig({
  ...journeys,
  testDir: 'tests/page-pictures',
  testMatch: 'take.ts',
  outputDir: 'test-results/pictures',
  fullyParallel: false,
  retries: 1,
  reporter: 'dot',
  use: { ...journeys.use, ...devices['Desktop Chrome'], contextOptions: { reducedMotion: 'reduce' }, trace: 'off' },
  projects: widths.map(({ name, viewport, port }) => ({
    name,
    use: { viewport, baseURL: `http://localhost:${port}` },
  })),
  webServer: widths.map(({ port }) => ({
    ...server,
    command: 'node tests/page-pictures/serve-kept.ts',
    url: `http://localhost:${port}/readyz`,
    env: { ...siteEnv, PORT: String(port), ROLES: 'web', CLOCK: takenAt },
  })),
})
