import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { headlessBrowser } from '#scripts/browsers.ts'
import { clean } from '#tests/e2e/axe.ts'
import { expect, running, searched, test } from '#tests/e2e/stage.ts'

// The other journeys run without WebGL, and thus without maps.
const drawsMaps = ['--no-sandbox', '--disable-quic', '--enable-unsafe-swiftshader', '--use-angle=swiftshader']
test.use({ launchOptions: { executablePath: headlessBrowser, args: drawsMaps } })

const mapOf = (page: Page) => page.locator('[data-ready=true]')
const pinsOf = (page: Page) => page.getByRole('navigation', { name: 'Artists on the map' }).locator('a, button')

/** Waits for the library and the streets, which the processor draws here. */
const drawn = (page: Page) => expect(mapOf(page)).toBeVisible({ timeout: 90_000 })

/** Returns the mean lightness of the map's streets, from 0 to 255. */
async function lightnessOf(page: Page): Promise<number> {
  const { channels } = await sharp(await mapOf(page).locator('canvas').screenshot())
    .greyscale()
    .stats()
  return channels[0]?.mean ?? 0
}

test('the map of the quotes shows the first artist, counts available artists only, and asks no other site', async ({
  page,
  baseURL,
}) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(String(baseURL))) elsewhere.push(request.url())
  })
  await page.goto(`/quotes/${await searched(page)}`)
  await drawn(page)
  const pins = pinsOf(page)
  // The pins are in the order of the list.
  await expect(pins.first()).toBeInViewport({ ratio: 1 })
  const price = await page.locator('#quotes-panel article .number').first().innerText()
  const counts = await pins.evaluateAll((all) =>
    all
      .map((pin) => pin.querySelector('b')?.textContent ?? '')
      .map((text) => (/^\d+/.exec(text) ? Number.parseInt(text, 10) : text ? 1 : 0)),
  )
  expect(counts[0]).toBeGreaterThan(0)
  if (counts[0] === 1) expect(await pins.first().locator('b').innerText()).toBe(price)
  const available = await page.locator('aside [data-card]').count()
  expect(available).toBeGreaterThan(5)
  expect(counts.reduce((sum, n) => sum + n, 0)).toBe(available)
  await expect(mapOf(page).getByText(/^Sketch map/)).toBeVisible()
  await expect(mapOf(page).getByText(/\s(mi|ft)$/)).toBeVisible()
  await clean(page)
  expect(elsewhere).toEqual([])
})

test('the library of maps is loaded when a map comes into view, within its budget', async ({ page }) => {
  const files = new Set<string>()
  page.on(
    'request',
    (request) => /\/(live-map|maplibre)[^/]*\.(js|css)$/.test(request.url()) && files.add(request.url()),
  )
  await page.goto('/@/mia-hollis')
  await running(page)
  await page.waitForLoadState('networkidle')
  expect([...files]).toEqual([])
  await page.getByRole('heading', { name: 'Where Mia works' }).scrollIntoViewIfNeeded()
  await drawn(page)
  const bytes = await Promise.all(
    [...files].map(async (file) => gzipSync(await (await page.request.get(file)).body(), { level: 9 }).length),
  )
  expect(bytes.length).toBeGreaterThan(1)
  expect(bytes.reduce((sum, each) => sum + each, 0) / 1024).toBeLessThanOrEqual(450)
})

test('the map moves by arrow keys and zooms by buttons, and pins are in the tab order', async ({ page }) => {
  await page.goto(`/quotes/${await searched(page)}`)
  await drawn(page)
  const first = pinsOf(page).first()
  await expect(first).toBeInViewport({ ratio: 1 })
  await running(page)
  const left = async () => Math.round((await first.boundingBox())?.x ?? 0)
  const before = await left()
  const streets = mapOf(page).locator('canvas')
  await expect(streets).toHaveAccessibleName(/Move with the arrow keys, zoom with plus and minus\.$/)
  await streets.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(left).toBeLessThan(before - 50)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(left).toBe(before)
  await page.keyboard.press('Tab')
  await expect(first).toBeFocused()
  const groups = await pinsOf(page).count()
  await page.getByRole('button', { name: 'Zoom in', exact: true }).click()
  await page.getByRole('button', { name: 'Zoom in', exact: true }).click()
  await expect.poll(() => pinsOf(page).count()).toBeGreaterThan(groups)
})

test('the map follows the theme while the page is open', async ({ page }) => {
  await page.goto('/@/mia-hollis')
  await page.getByRole('heading', { name: 'Where Mia works' }).scrollIntoViewIfNeeded()
  await drawn(page)
  await expect(mapOf(page).getByText(/^\d+\smi$/)).toBeVisible()
  expect(await lightnessOf(page)).toBeGreaterThan(200)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => lightnessOf(page)).toBeLessThan(90)
  await clean(page)
})

test('hovering a card highlights its pin on the map', { tag: '@proof' }, async ({ page }) => {
  await page.goto(`/quotes/${await searched(page)}`)
  await drawn(page)
  const pins = pinsOf(page)
  await expect(pins.first()).toBeVisible()
  const grounds = () =>
    pins.evaluateAll((all) => all.map((pin) => getComputedStyle(pin.querySelector('b') ?? pin).backgroundColor))
  const before = await grounds()
  const lit = async () => (await grounds()).filter((ground, i) => ground !== before[i]).length
  const cards = page.locator('#quotes-panel article')
  await running(page)
  await cards.first().hover()
  await expect.poll(lit).toBe(1)
  await page.getByRole('heading', { level: 1 }).hover()
  await expect.poll(lit).toBe(0)
})
