import { defineConfig, devices } from '@playwright/test'
import { headlessBrowser, wholeBrowser } from './scripts/browsers.ts'
import { dataDirectory, marketTime, port } from './tests/e2e/market.ts'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const whole = Boolean(process.env['PROVE'])
// To draw the market's pictures is a quarter of a browser's work: journeys that look at none go without. That each is there is asked of the server, by all.
const pictures = /(dashboard|joining|messages|offline|shell|signup)\.spec\.ts$/
const chromium = {
  executablePath: headlessBrowser,
  args: whole ? args : [...args, '--blink-settings=imagesEnabled=false'],
}
const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 1000 } }

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // A limit for what hangs, not for a slow machine: journeys wait on facts.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // The second try is recorded. A journey that needs it is listed as flaky.
  retries: 1,
  // More than cores: a journey waits as often as it works.
  workers: 3,
  fullyParallel: true,
  grepInvert: whole ? [] : /@proof/,
  reporter: [['dot'], ['json', { outputFile: process.env['TEST_REPORT'] ?? 'test-results/journeys.json' }]],
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // What a journey holds back or changes of the page's calls would go past it through the site's worker: journeys that are about it let it in.
    serviceWorkers: 'block',
    // What drifts and fades is drawn sixty times a second, by the processor where there is nothing else.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: chromium,
    // Recording every first try takes twice the time of the journeys themselves.
    trace: 'on-first-retry',
  },
  projects: [
    {
      name: 'desktop',
      // The styleguide needs a site in development beside the built one, which costs as much as ten journeys.
      testIgnore: [/phone|notices/, pictures, ...(whole ? [] : [/styleguide/])],
      use: desktop,
    },
    {
      name: 'desktop with pictures',
      testMatch: pictures,
      testIgnore: /phone/,
      use: { ...desktop, launchOptions: { ...chromium, args } },
    },
    {
      // Notices of the system are the whole browser's: the one without a screen has none.
      name: 'whole browser',
      testMatch: /notices/,
      use: { ...devices['Desktop Chrome'], launchOptions: { executablePath: wholeBrowser, args } },
    },
    {
      name: 'phone',
      // In a proof all screens are looked at twice; otherwise the crawl has the narrow ones.
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
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      NODE_ENV: 'production',
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
