import { defineConfig, devices } from '@playwright/test'
import { firstPort, siteEnv, takenAt } from './tests/page-pictures/pictured-site.ts'
import journeys, { launchWithPictures } from './playwright.config.ts'

const widths = [
  { name: '1440', viewport: { width: 1440, height: 1000 }, port: firstPort },
  { name: '390', viewport: { width: 390, height: 844 }, port: firstPort + 1 },
]
const ofParts = process.env['PICTURES_OF'] === 'parts'
const server = Array.isArray(journeys.webServer) ? journeys.webServer[0] : journeys.webServer

/** Takes pictures in the same browser as the journeys': of the parts in a site for development, or of the pages, one after the other, in a built site for each width. */
export default defineConfig({
  ...journeys,
  testDir: 'tests/page-pictures',
  testMatch: ofParts ? 'take-parts.ts' : 'take.ts',
  outputDir: 'test-results/pictures',
  fullyParallel: false,
  retries: 1,
  reporter: 'dot',
  use: {
    ...journeys.use,
    ...devices['Desktop Chrome'],
    contextOptions: { reducedMotion: 'reduce' },
    // Where pictures are blocked, decoding one never ends.
    launchOptions: launchWithPictures,
    trace: 'off',
  },
  projects: widths.map(({ name, viewport, port }) => ({
    name,
    use: { viewport, baseURL: `http://localhost:${ofParts ? firstPort : port}` },
  })),
  webServer: (ofParts ? widths.slice(0, 1) : widths).map(({ port }) => ({
    ...server,
    command: `node tests/page-pictures/serve-kept.ts${ofParts ? ' --dev' : ''}`,
    url: `http://localhost:${port}/readyz`,
    env: {
      ...siteEnv,
      NODE_ENV: ofParts ? 'development' : siteEnv.NODE_ENV,
      PORT: String(port),
      ROLES: 'web',
      CLOCK: takenAt,
    },
  })),
})
