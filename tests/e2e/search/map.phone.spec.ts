import { headlessBrowser } from '#scripts/browsers.ts'
import { expect, running, searched, test } from '#tests/e2e/stage.ts'

// The other journeys run without WebGL, and thus without maps.
const drawsMaps = ['--no-sandbox', '--disable-quic', '--enable-unsafe-swiftshader', '--use-angle=swiftshader']
test.use({ launchOptions: { executablePath: headlessBrowser, args: drawsMaps } })

test('a tapped pin is highlighted, and the previews scroll to its artist', async ({ page }) => {
  await page.goto(`/quotes/${await searched(page)}?map=open`)
  const map = page.getByRole('navigation', { name: 'Artists on the map' })
  const pins = map.getByRole('link')
  await expect(map.getByRole('button', { name: /^\d+ from £[\d,]+/ }).first()).toBeVisible({ timeout: 90_000 })
  const seen = await pins.evaluateAll((all) =>
    all.findIndex((pin) => {
      const { left, top, width, height } = pin.getBoundingClientRect()
      const on = document.elementFromPoint(left + width / 2, top + height / 2)
      return /^£/.test(pin.textContent ?? '') && on !== null && pin.contains(on)
    }),
  )
  const pin = pins.nth(seen)
  const ground = () => pin.locator('b').evaluate((link) => getComputedStyle(link).backgroundColor)
  const before = await ground()
  const slug = /@\/([\w-]+)/.exec((await pin.getAttribute('href')) ?? '')?.[1]
  await running(page)
  await pin.click()
  await expect.poll(ground).not.toBe(before)
  await expect(pin).toHaveAttribute('aria-current', 'true')
  expect(await pin.locator('b').evaluate((price) => getComputedStyle(price).fontFamily)).toContain('Figtree')
  await expect(
    page.locator(`a[data-card][href*="/@/${slug}?"], [data-card]:has(a[href*="/@/${slug}?"])`),
  ).toBeInViewport()
  await expect(page).toHaveURL(/map=open/)
})
