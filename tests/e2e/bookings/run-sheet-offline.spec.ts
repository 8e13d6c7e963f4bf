import { marketTime } from '#tests/e2e/market.ts'
import { OwnMarket } from '#tests/e2e/own-market.ts'
import { expect, test } from '#tests/e2e/stage.ts'

// Needs its own server, which is stopped.
const market = new OwnMarket(25_000)
const { base } = market
const clock = marketTime.toISOString()

test('an opened run sheet is available offline until the person logs out', { tag: '@proof' }, async ({ browser }) => {
  test.setTimeout(180_000)
  // A fake clock would hide resource timings from the page.
  const context = await browser.newContext({ serviceWorkers: 'allow', locale: 'en-GB', timezoneId: 'Europe/London' })
  const page = await context.newPage()
  await page.addInitScript(() => localStorage.setItem('cookieConsent', 'necessary'))
  try {
    await market.open(clock)
    await market.enter(page, 'ana@primp.test')
    const sheet = `${base}/customer-dashboard/bookings/${market.ended.appointment}`
    await page.goto(sheet)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).not.toHaveText('One moment')
    const title = await heading.innerText()
    // The cache contains the page, its scripts and styles, and their data.
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
    await market.stop()

    await page.goto(sheet)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await page.goto(`${base}/content/help`)
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()

    await market.at(clock)
    await page.goto(`${base}/logout`)
    await expect(page).toHaveURL(/\/login$/)
    await expect.poll(() => page.evaluate(() => caches.has('primp-kept-1'))).toBe(false)
    await market.stop()
    await page.goto(sheet)
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  } finally {
    await context.close()
    await market.close()
  }
})
