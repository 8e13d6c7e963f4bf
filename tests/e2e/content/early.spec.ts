import type { Page } from '@playwright/test'
import { gzipSync } from 'node:zlib'
import { become, expect, logIn, running, searched, test } from '#tests/e2e/stage.ts'

/** Delays all scripts until the returned function is called. */
async function withoutScript(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test.describe('Input before hydration', () => {
  test('a search field that was pressed before hydration opens once the page is interactive', async ({ page }) => {
    const release = await withoutScript(page)
    await page.goto('/', { waitUntil: 'commit' })
    await page.getByRole('search').getByRole('button', { name: 'Date' }).click()
    await expect(page).toHaveURL(/\?stage=date$/)
    release()
    await expect(page.getByRole('dialog', { name: 'Date, Ready by' })).toBeVisible()
  })

  test('letters typed into the place field before hydration stay, and the field continues with them', async ({
    page,
  }) => {
    const mistakes: string[] = []
    page.on('console', (message) => message.type() === 'error' && mistakes.push(message.text()))
    page.on('pageerror', (error) => mistakes.push(error.message))
    const release = await withoutScript(page)
    await page.goto('/', { waitUntil: 'commit' })
    await page.getByRole('search').getByRole('textbox', { name: 'Location' }).pressSequentially('Hackn')
    release()
    const field = page.getByRole('combobox', { name: 'Location' })
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('Hackn')
    await field.pressSequentially('ey')
    await page
      .getByRole('option', { name: /^Hackney/ })
      .first()
      .click()
    await expect(page.getByRole('search').getByRole('button', { name: /^Location Hackney/ })).toBeVisible()
    expect(mistakes).toEqual([])
  })

  test('a place typed and left before hydration is searched', async ({ page }) => {
    const release = await withoutScript(page)
    await page.goto('/', { waitUntil: 'commit' })
    await page.getByRole('search').getByRole('textbox', { name: 'Location' }).fill('Hackney')
    await page.getByRole('search').getByRole('textbox', { name: 'Location' }).blur()
    release()
    await expect(page.getByRole('search').getByRole('button', { name: /^Location Hackney/ })).toBeVisible()
  })

  test('a search submitted early shows what is missing', async ({ page }) => {
    const release = await withoutScript(page)
    await page.goto('/', { waitUntil: 'commit' })
    await page.getByRole('search').getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page).toHaveURL(/\/search$/)
    release()
    await expect(page.getByRole('alert').first()).toBeVisible()
  })

  test('on a phone, the search button pressed early opens the wizard', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const release = await withoutScript(page)
    await page.goto('/', { waitUntil: 'commit' })
    await page.locator('a.narrow-only[href*="stage=location"]').first().click()
    await expect(page).toHaveURL(/stage=location$/)
    release()
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeVisible()
  })

  test('a login form submitted early shows the page again with the email, and no password in the URL', async ({
    page,
  }) => {
    const release = await withoutScript(page)
    for (const path of ['/login', '/register', '/forgot-password']) {
      await page.goto(path, { waitUntil: 'commit' })
      await page.getByRole('main').getByRole('textbox', { name: 'Email' }).fill('nobody@primp.test')
      await page.getByRole('main').locator('form button[type="submit"]').first().click()
      await expect(page.getByText('The page had not finished loading.')).toBeVisible()
      await expect(page).toHaveURL(new RegExp(`${path}$`))
      await expect(page.getByRole('main').getByRole('textbox', { name: 'Email' })).toHaveValue('nobody@primp.test')
    }
    release()
  })

  test('a tab and ticks chosen on a quotes page before hydration take effect', async ({ page }) => {
    const id = await searched(page)
    const release = await withoutScript(page)
    await page.goto(`/quotes/${id}`, { waitUntil: 'commit' })
    const ticks = page.getByRole('checkbox', { name: /^Compare/ })
    for (const which of [0, 1]) await ticks.nth(which).locator('xpath=..').click()
    release()
    await expect(page.getByRole('link', { name: 'Compare 2' })).toBeVisible()
    for (const which of [0, 1]) await expect(ticks.nth(which)).toBeChecked()
    await page.unrouteAll()
    const releaseAgain = await withoutScript(page)
    await page.goto(`/quotes/${id}`, { waitUntil: 'commit' })
    await page.getByRole('tab', { name: /studio/i }).click()
    await expect(page).toHaveURL(/type=studio/)
    releaseAgain()
  })
})

test('scripts and styles stay within their budgets, and public pages load no schemas', async ({ page }) => {
  const budgets = {
    '/': 169,
    '/gb/makeup-hair-styling/london': 171,
    '/join': 165,
    [`/quotes/${await searched(page)}`]: 207,
  }
  for (const [path, kilobytes] of Object.entries(budgets)) {
    const files = new Set<string>()
    const add = (request: { url: () => string }) => /\.(js|css)$/.test(request.url()) && files.add(request.url())
    page.on('request', add)
    await page.goto(path)
    await running(page)
    await page.waitForLoadState('networkidle')
    page.off('request', add)
    const bytes = await Promise.all(
      [...files].map(async (file) => gzipSync(await (await page.request.get(file)).body(), { level: 9 }).length),
    )
    expect(bytes.reduce((sum, each) => sum + each, 0) / 1024, path).toBeLessThanOrEqual(kilobytes)
    expect([...files].join(), path).not.toContain('/schemas-')
  }
})

test('a quotes page is small: 24 cards of one list, and one eager picture', async ({ page }) => {
  const html = await (await page.request.get(`/quotes/${await searched(page)}`)).text()
  expect(html.match(/<article/g)).toHaveLength(24)
  expect(html.match(/<img[^>]* loading="eager"/g) ?? []).toHaveLength(1)
})

test('a link navigates without a page load, Back works, and both work after a reload', async ({ page }) => {
  await page.goto('/')
  await running(page)
  const link = page.getByRole('main').locator('a[href^="/@/"]').first()
  const name = await link.innerText()
  await page.evaluate(() => Object.assign(window, { isFirstLoad: true }))
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  expect(await page.evaluate(() => 'isFirstLoad' in window)).toBe(true)
  await page.reload()
  await running(page)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Ready by three' })).toBeVisible()
})

test('a dashboard loads no schemas', async ({ page }) => {
  const schemas: string[] = []
  page.on('request', (request) => request.url().includes('/assets/schemas-') && schemas.push(request.url()))
  for (const [name, path] of [
    ['mia', '/dashboard'],
    ['ana', '/customer-dashboard'],
  ] as const) {
    await become(page, await logIn(`${name}@primp.test`, 'primp-sample-1'))
    await page.goto(path)
    await running(page)
    await page.waitForLoadState('networkidle')
  }
  expect(schemas).toEqual([])
})

test('the login page does not grow when it hydrates: the hint and the passkey button are rendered on the server', async ({
  page,
}) => {
  const html = await (await page.request.get('/login?redirect=/customer-dashboard/account')).text()
  expect(html).toContain('We will take you straight there.')
  expect(html).toContain('Use a passkey')
})

test('a link to a shared page is prefetched on hover, a page of one visitor is not', async ({ page }) => {
  const asked: string[] = []
  let come = 0
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
  page.on('requestfinished', () => ++come)
  page.on('requestfailed', () => ++come)
  await page.goto('/')
  await running(page)
  await page.waitForLoadState('networkidle')
  const link = page.getByRole('main').locator('a[href^="/@/"]').first()
  const path = await link.getAttribute('href')
  await link.hover()
  await expect.poll(() => asked).toContain(`GET ${path}.data`)
  // Waits for all prefetched files.
  await expect
    .poll(async () => {
      const so = asked.length
      await page.waitForTimeout(400)
      return asked.length === so && come === so
    })
    .toBe(true)
  const name = await link.innerText()
  await page.context().setOffline(true)
  await link.click()
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.context().setOffline(false)

  asked.length = 0
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await page.getByRole('link', { name: 'Log In' }).first().hover()
  await page.waitForTimeout(300)
  expect(asked).not.toContain('GET /login.data')
})

test('text uses two typefaces, and a name with other letters loads further files of them', async ({ page }) => {
  const drawn = () =>
    page.evaluate(() =>
      [...document.fonts]
        .filter(({ status, family }) => status === 'loaded' && !family.includes('Fallback'))
        .map(({ family }) => family.replaceAll('"', '')),
    )
  await page.goto('/')
  await expect.poll(async () => (await drawn()).sort()).toEqual(['Bricolage Grotesque Variable', 'Figtree Variable'])
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    const name = document.createElement('p')
    name.textContent = 'Zoë Łukasz'
    document.body.append(name)
  })
  await expect.poll(async () => (await drawn()).filter((family) => family.startsWith('Figtree'))).toHaveLength(3)
})
