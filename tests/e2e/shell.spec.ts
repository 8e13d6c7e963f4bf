import { expect, test } from './stage.ts'

test('the side menu opens from the header, behaves as specified and returns the focus', async ({ page }) => {
  await page.goto('/content/help')
  const opener = page.getByRole('button', { name: 'Open menu' })
  await opener.click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu.getByRole('link')).toHaveText([
    /Primp/,
    'Join',
    'Reviews',
    'Help',
    'About',
    'Legals: customers',
    'Legals: providers',
    'Log In',
  ])
  await expect
    .poll(async () => {
      const [help, about] = [
        await menu.getByRole('link', { name: 'Help' }).boundingBox(),
        await menu.getByRole('link', { name: 'About' }).boundingBox(),
      ]
      return help !== null && about !== null && about.x === help.x && about.y > help.y + 40
    })
    .toBe(true)
  await expect(menu.getByRole('link', { name: 'Reviews, opens in a new tab' })).toHaveAttribute('target', '_blank')
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(opener).toBeFocused()
})

test('old URLs redirect permanently', async ({ request }) => {
  const moved = {
    '/products/london': '/',
    '/blog': '/',
    '/makeup-and-hair/gallery': '/content/gallery',
    '/5f3a/get-quote': '/',
    '/account': '/dashboard',
  }
  for (const [from, to] of Object.entries(moved)) {
    const answer = await request.get(from, { maxRedirects: 0 })
    expect([from, answer.status(), answer.headers()['location']]).toEqual([from, 308, to])
  }
})

test('missing pages return 404, and an unknown one shows the front page with a short message', async ({ page }) => {
  for (const path of ['/404', '/not-found']) {
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: 'This page has been wiped off.' })).toBeVisible()
  }
  const response = await page.goto('/no/such/page/here/at/all')
  expect(response?.status()).toBe(404)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(page.getByRole('heading', { level: 1, name: /Ready by three/ })).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('We could not find that page')).toBeHidden()
})

test('robots.txt, sitemap and canonical links list the public pages', async ({ page, request }) => {
  expect(await (await request.get('/robots.txt')).text()).toContain('Disallow: /quotes/')
  const sitemap = await (await request.get('/sitemap.xml')).text()
  expect(sitemap).toContain('/sitemap-places-1.xml</loc>')
  await page.goto('/content/about')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/content\/about$/)
})

test('sample data is announced once, in the footer', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByText('Sample market: the people and prices here are made up.')).toHaveCount(1)
  await expect(page.getByRole('contentinfo').getByText('Sample market')).toBeVisible()
})

test('the skip link moves past the header', async ({ page }) => {
  await page.goto('/content/about')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
})

test('a picture that fails to load is retried five times, then hidden', { tag: '@proof' }, async ({ page }) => {
  let asked = 0
  await page.route('**/pictures/site/hero-3.svg*', (route) => {
    asked++
    return route.fulfill({ status: 503, body: '' })
  })
  await page.goto('/')
  const picture = page.locator('img[src*="hero-3.svg"]')
  await expect
    .poll(async () => {
      await page.clock.runFor(9_000)
      return picture.count()
    })
    .toBe(0)
  expect(asked).toBe(6)
})

test('the gallery opens over the page, changes pictures by arrow keys and closes by Escape', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Open the gallery' }).click()
  const viewer = page.getByRole('dialog', { name: 'Gallery' })
  await expect(viewer.getByText('1 of 10')).toBeVisible()
  // Works before the animation code is loaded, and wraps at both ends.
  await page.keyboard.press('ArrowRight')
  await expect(viewer.getByText('2 of 10')).toBeVisible()
  await page.clock.runFor(1_000)
  await expect(viewer.getByText('2 of 10')).toBeVisible()
  for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowLeft')
  await expect(viewer.getByText('10 of 10')).toBeVisible()
  await viewer.getByRole('button', { name: 'Picture 4', exact: true }).click()
  await page.clock.runFor(1_000)
  await expect(viewer.getByText('4 of 10')).toBeVisible()
  await expect(viewer.getByRole('img', { name: /^Ten foundation shades/ })).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
})

test("the banner of every place opens the gallery too, and an artist's kit has two columns", {
  tag: '@proof',
}, async ({ page }) => {
  for (const path of ['/gb/makeup-hair-styling/manchester', '/gb/makeup-hair-styling/lerwick']) {
    await page.goto(path)
    await page.getByRole('button', { name: 'Open the gallery' }).click()
    await expect(page.getByRole('dialog').getByText(/^1 of \d+$/)).toBeVisible()
    await page.keyboard.press('Escape')
  }
  await page.goto('/@/mia-hollis')
  const kit = page.getByRole('region', { name: 'Kit and skills' }).getByRole('list').last()
  expect(await kit.evaluate((list) => getComputedStyle(list).columnCount)).toBe('2')
})

test('a slow public page shows its skeleton over the current page until it is loaded', async ({ page }) => {
  let come = () => {}
  const there = new Promise<void>((done) => {
    come = done
  })
  await page.goto('/gb/makeup-hair-styling/london')
  await page.waitForLoadState('networkidle')
  await page.route('**/*.data*', async (route) => {
    await there
    await route.continue()
  })
  const left = page.getByRole('heading', { level: 1 })
  const title = (await left.textContent()) ?? ''
  await page.getByRole('link', { name: 'United Kingdom' }).first().click()
  const shape = page.locator('[data-shape]')
  await expect(page.getByRole('progressbar')).toBeAttached()
  await expect(shape).toHaveAttribute('data-shape', 'reading')
  await expect(shape).toBeVisible()
  // Interrupting a navigation leaves the current page unchanged.
  await expect(left).toHaveText(title)
  await page.locator('header').getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'About' }).click()
  come()
  await expect(page).toHaveURL(/\/content\/about/)
  await expect(shape).toHaveCount(0)
  await expect(left).not.toHaveText(title)
})
