import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '#tests/e2e/stage.ts'

// A server of its own, because it is taken away.
const port = 25_000 + (process.pid % 4_000)
const base = `http://localhost:${port}`

test('a run sheet that was opened is there without a connection, until its person logs out', async ({ browser }) => {
  test.setTimeout(180_000)
  // A clock of the test's own would hide from the page what it has asked for.
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/London' })
  const page = await context.newPage()
  await page.addInitScript(() => localStorage.setItem('cookieConsent', 'necessary'))
  const directory = mkdtempSync(join(tmpdir(), 'primp-offline-'))
  const { appointment } = JSON.parse(
    execFileSync('node', ['tests/e2e/bookings/ended-market.ts', directory], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  ) as { appointment: string }
  let server: ChildProcess | undefined
  const start = async () => {
    server = spawn('node', ['server/main.ts'], {
      stdio: 'ignore',
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: directory,
        CLOCK: '2026-11-20T09:00:00Z',
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'error',
        NODE_ENV: 'production',
        NODE_COMPILE_CACHE: 'node_modules/.cache/primp/compiled',
      },
    })
    await expect
      .poll(
        () =>
          fetch(`${base}/readyz`).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 90_000 },
      )
      .toBe(200)
  }
  const stop = async () => {
    const gone = new Promise((done) => server?.once('exit', done))
    server?.kill('SIGTERM')
    await gone
  }
  try {
    await start()
    await page.goto(`${base}/content/help`)
    await page.evaluate(async () => {
      const answer = await fetch('/v1/accounts/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ana@primp.test', password: 'primp-sample-1' }),
      })
      const { data } = await answer.json()
      localStorage.setItem('primpUser', JSON.stringify(data.user))
      localStorage.setItem('primpSession', JSON.stringify({ token: data.token, pathRequested: null }))
    })
    const sheet = `${base}/customer-dashboard/bookings/${appointment}`
    await page.goto(sheet)
    const heading = page.getByRole('heading', { level: 1 })
    // Until it is known who is there, the page says so.
    await expect(heading).not.toHaveText('One moment')
    const title = await heading.innerText()
    // Kept are the page, its scripts and sheets, and what they read.
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const kept = (await (await caches.open('primp-kept-1')).keys()).map(({ url }) => url)
          const asked = performance.getEntriesByType('resource').map(({ name }) => name)
          return {
            missing: [location.href, ...asked.filter((url) => url.includes('/assets/'))].filter(
              (url) => !kept.includes(url),
            ),
            reads: kept.some((url) => url.includes('/v1/')),
          }
        }),
      )
      .toEqual({ missing: [], reads: true })
    await stop()

    await page.goto(sheet)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await page.goto(`${base}/content/help`)
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()

    await start()
    await page.goto(`${base}/logout`)
    await expect(page).toHaveURL(/\/login$/)
    await expect.poll(() => page.evaluate(() => caches.has('primp-kept-1'))).toBe(false)
    await stop()
    await page.goto(sheet)
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  } finally {
    await context.close()
    if (server?.exitCode === null) await stop()
    rmSync(directory, { recursive: true, force: true })
  }
})
