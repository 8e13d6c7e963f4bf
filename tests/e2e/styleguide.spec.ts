import { marketTime } from './market.ts'
import { axeFindings } from './axe.ts'
import { OwnMarket } from './own-market.ts'
import { expect, test } from './stage.ts'

// The shared site is a production build without the styleguide.
const market = new OwnMarket(22_000, 'development')
test.beforeAll(() => market.open(marketTime.toISOString()))
test.afterAll(() => market.close())

test('an engineer finds a part in the styleguide by keyboard, and all parts are accessible in both themes', {
  tag: '@proof',
}, async ({ page }) => {
  await page.goto(`${market.base}/styleguide`)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light', { timeout: 60_000 })
  const parts = page.locator('[data-part]')
  expect(await parts.count()).toBeGreaterThan(40)

  // Axe rules that do not apply: each part appears once per theme, so landmarks occur twice.
  const ofPages = ['landmark-no-duplicate-main', 'landmark-main-is-top-level', 'landmark-unique']
  expect(await axeFindings(page, { without: ofPages })).toEqual([])

  // Equal values have bars of equal length, whatever the length of their names.
  const equal = page.getByRole('img', { name: 'Three services, booked equally often' }).first().locator('rect')
  const widths = await equal.evaluateAll((bars) => bars.map((bar) => Math.round(bar.getBoundingClientRect().width)))
  expect(widths).toEqual([widths[0], widths[0], widths[0]])

  const find = page.getByRole('searchbox', { name: 'Find a part' })
  await find.focus()
  await page.keyboard.type('tabs')
  await expect(parts).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('navigation', { name: 'Parts' }).getByRole('link', { name: 'tabs' })).toBeFocused()
  await page.keyboard.press('Tab')
  for (const theme of ['light', 'dark']) {
    const tabs = page.locator(`[data-part=tabs] [data-theme=${theme}]`).getByRole('tablist').first()
    await tabs.getByRole('tab', { selected: true }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(tabs.getByRole('tab').nth(1)).toBeFocused()
  }
})
