import { defineConfig, devices } from '@playwright/test'
import { headlessBrowser, wholeBrowser } from './scripts/browsers.ts'
import { dataDirectory, marketTime, otherSitePort, port } from './tests/e2e/market.ts'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  // Without a GPU the processor draws maps, slowly. Only the journeys of maps need them.
  '--disable-3d-apis',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const whole = Boolean(process.env['PROVE'])
// Pictures of the sample market take a quarter of the browser's time, so journeys that do not need them block them. API
// tests check that every picture exists.
const pictures = /(assistive|dashboard|joining|messages|offline|shell|signup)\.spec\.ts$/
/** How the headless browser starts where pictures are shown. */
export const launchWithPictures = { executablePath: headlessBrowser, args }
const chromium = whole
  ? launchWithPictures
  : { ...launchWithPictures, args: [...args, '--blink-settings=imagesEnabled=false'] }
const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 1000 } }

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  snapshotPathTemplate: '{testDir}/transcripts/{arg}{ext}',
  // A limit for hanging tests, not for slow machines: journeys wait for conditions, not for fixed times.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // The second try is recorded. A journey that needs it is reported as flaky.
  retries: 1,
  // More workers than cores: a journey waits about half of its time.
  workers: 3,
  fullyParallel: true,
  grepInvert: whole ? [] : /@proof/,
  reporter: [['dot'], ['json', { outputFile: process.env['TEST_REPORT'] ?? 'test-results/journeys.json' }]],
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // Requests through the service worker would bypass the routes that a journey intercepts. Journeys that test the
    // service worker allow it.
    serviceWorkers: 'block',
    // Animations are drawn sixty times a second, on the CPU if there is no GPU.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: chromium,
    // Recording every first try would double the time of the journeys.
    trace: 'on-first-retry',
  },
  projects: [
    {
      name: 'desktop',
      // The styleguide needs a development server in addition to the built site, which costs as much as ten journeys.
      testIgnore: [/phone|notices/, pictures, ...(whole ? [] : [/styleguide/])],
      use: desktop,
    },
    {
      name: 'desktop with pictures',
      testMatch: pictures,
      testIgnore: /phone/,
      use: { ...desktop, launchOptions: launchWithPictures },
    },
    {
      // System notifications need the whole browser: the headless one has none.
      name: 'whole browser',
      testMatch: /notices/,
      use: { ...devices['Desktop Chrome'], launchOptions: { executablePath: wholeBrowser, args } },
    },
    {
      name: 'phone',
      // The full run crawls all screens in both widths, other runs only the narrow ones.
      testMatch: whole ? /phone|accessibility/ : /phone/,
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } },
    },
  ],
  webServer: {
    command: 'node tests/e2e/serve-market.ts',
    url: `http://localhost:${port}/readyz`,
    timeout: 120_000,
    reuseExistingServer: false,
    env: {
      PORT: String(port),
      DATA_DIR: dataDirectory,
      CLOCK: marketTime.toISOString(),
      IMPORT_SITES: `http://localhost:${otherSitePort}`,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      NODE_ENV: 'production',
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
