import type { Page } from '@playwright/test'
import { gzipSync } from 'node:zlib'
import { become, expect, logIn, running, searched, test, wedding } from '#tests/e2e/stage.ts'

/** Holds the site's script back, as a slow line does; what is answered lets it come. */
async function withoutScript(page: Page): Promise<() => void> {
  let come = () => {}
  const there = new Promise<void>((done) => {
    come = done
  })
  await page.route('**/assets/*.js', async (route) => {
    await there
    await route.continue()
  })
  return come
}

test.describe('what is done before a page runs', () => {
  test('is pressed: it is done once the page runs', async ({ page }) => {
    const come = await withoutScript(page)
    await page.goto('/')
    const menu = page.getByRole('button', { name: 'Open menu' })
    await menu.click()
    // Somebody who sees nothing happen presses again, and does not mean to close it.
    await menu.click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    come()
    await expect(page.getByRole('dialog')).toBeVisible()
  })

  test('is filled in and sent: nothing of it is lost or stands in the address', async ({ page }) => {
    const come = await withoutScript(page)
    await page.goto('/login')
    await page.getByRole('textbox', { name: 'Email' }).fill('nobody@primp.test')
    await page.getByLabel('Password', { exact: true }).fill('not this one, surely')
    await page.getByRole('main').getByRole('button', { name: 'Log In' }).click()
    come()
    await expect(page.getByRole('alert').first()).toBeVisible()
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('nobody@primp.test')
  })

  test('is chosen on a quotes page: it is chosen once the page runs', async ({ page }) => {
    const id = await searched(page)
    const come = await withoutScript(page)
    await page.goto(`/quotes/${id}`)
    await page.getByRole('tab', { name: /studio/i }).click()
    come()
    await expect(page).toHaveURL(/type=studio/)
  })

  test('is ticked on a card, which the page takes over last: it is ticked once the page runs', async ({ page }) => {
    const id = await searched(page)
    const come = await withoutScript(page)
    await page.goto(`/quotes/${id}`)
    const ticks = page.getByRole('checkbox', { name: /^Compare/ })
    for (const which of [0, 1]) await ticks.nth(which).locator('xpath=..').click()
    come()
    await expect(page.getByRole('link', { name: 'Compare 2' })).toBeVisible()
    for (const which of [0, 1]) await expect(ticks.nth(which)).toBeChecked()
  })
})

test('a page asks for its look first: no script and at most one picture before it is painted, on pages of one visitor too', async ({
  page,
}) => {
  const id = await searched(page)
  const quotes = await (await page.request.get(`/quotes/${id}`)).text()
  const profile = /\/quotes\/[^"]*\/@\/([^"?]+)/.exec(quotes)?.[1]
  // 24 cards of the list that is shown; the other one comes with its tab.
  expect(quotes.match(/<article/g)).toHaveLength(24)
  expect(gzipSync(quotes, { level: 9 }).length / 1024).toBeLessThanOrEqual(25.5)
  expect(quotes).not.toMatch(/mobileOrStudio\W+studio/)
  for (const path of [
    '/',
    '/join',
    '/login',
    `/quotes/${id}`,
    `/book/${id}/@/${profile}`,
    `/quotes/${id}/@/${profile}`,
  ]) {
    const html = path.startsWith('/quotes/') && path.endsWith(id) ? quotes : await (await page.request.get(path)).text()
    expect(html, path).not.toMatch(/rel="modulepreload"|<script[^>]* type="module"/)
    expect(html, path).toContain('id="late-script"')
    // What reads what was sent is the server's work.
    expect(html, path).not.toContain('/assets/schemas-')
    const cards = html.match(/<img[^>]* loading="eager"/g) ?? []
    expect(cards.length, path).toBeLessThanOrEqual(path.includes('/@/') ? 2 : 1)
  }
})

test('a page asks for one sheet, on a phone as anywhere, and so does the next one that is opened anew', async ({
  page,
}) => {
  const sheets: string[] = []
  page.on('request', (request) => request.resourceType() === 'stylesheet' && sheets.push(request.url()))
  for (const path of ['/', '/gb/makeup-hair-styling/london', '/join', `/quotes/${await searched(page)}`]) {
    sheets.length = 0
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    expect(sheets, path).toHaveLength(1)
  }
})

test('what a page loads is not more than it has been brought to', async ({ page }) => {
  const most = {
    '/': 130,
    '/gb/makeup-hair-styling/london': 129,
    '/join': 131,
    [`/quotes/${await searched(page)}`]: 173,
  }
  for (const [path, kb] of Object.entries(most)) {
    const html = await (await page.request.get(path)).text()
    const parts = /data-parts="([^"]*)"/.exec(html)?.[1]?.split(' ') ?? []
    const sheet = /<link rel="stylesheet" href="([^"]*)"/.exec(html)?.[1] ?? ''
    expect(parts.length).toBeGreaterThan(3)
    const bytes = await Promise.all(
      [sheet, ...parts].map(async (part) => gzipSync(await (await page.request.get(part)).body(), { level: 9 }).length),
    )
    expect(bytes.reduce((sum, each) => sum + each, 0) / 1024, path).toBeLessThan(kb)
  }
})

test.describe('what leads on from a page', () => {
  const wholeRouter = /\/assets\/whole-router-[^/]*\.js$/

  test('comes with the first touch; a link that is pressed before it has come is followed, and Back leads back', async ({
    page,
  }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    let come = () => {}
    const there = new Promise<void>((done) => {
      come = done
    })
    await page.route(wholeRouter, async (route) => {
      await there
      await route.continue()
    })
    for (const path of ['/', '/gb/makeup-hair-styling/london', '/join', '/']) {
      await page.goto(path)
      await running(page)
      await page.waitForLoadState('networkidle')
      expect(asked.filter((url) => wholeRouter.test(url) || url.includes('/__manifest'))).toEqual([])
    }
    const document = await page.evaluate(() => performance.timeOrigin)
    const link = page.getByRole('main').locator('a[data-site][href^="/@/"]').first()
    const name = await link.innerText()
    await link.click()
    await expect.poll(() => asked.some((url) => wholeRouter.test(url))).toBe(true)
    await expect(page).toHaveURL(/\/$/)
    come()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Ready by three' })).toBeVisible()
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(document)
  })

  test('leads back from a page that was loaded anew, with nothing touched', async ({ page }) => {
    await page.goto('/')
    await running(page)
    const link = page.getByRole('main').locator('a[data-site][href^="/@/"]').first()
    const name = await link.innerText()
    await link.click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await page.reload()
    await running(page)
    await page.goBack()
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Ready by three' })).toBeVisible()
  })

  test('does not come: the browser goes there by itself', async ({ page }) => {
    await page.route(wholeRouter, (route) => route.abort())
    await page.goto('/')
    await running(page)
    const link = page.getByRole('main').locator('a[data-site][href^="/@/"]').first()
    const name = await link.innerText()
    await link.click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  })
})

test('a page is taken over in slices: nothing of it is drawn again at once, which would hold up whoever presses', async ({
  page,
}) => {
  // React tells whoever asks of each of its commits, and how urgent it was: 1 is what nothing may come before.
  await page.addInitScript(() => {
    const commits: (number | undefined)[] = []
    Object.assign(window, {
      commits,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberRoot: (_: number, __: unknown, urgency?: number) => commits.push(urgency),
        onCommitFiberUnmount() {},
        onPostCommitFiberRoot() {},
      },
    })
  })
  for (const path of [`/quotes/${await searched(page)}`, '/gb/makeup-hair-styling/london']) {
    await page.goto(path)
    await running(page)
    await page.waitForLoadState('networkidle')
    const commits = await page.evaluate(() => (window as unknown as { commits: number[] }).commits)
    expect(commits.length, path).toBeGreaterThan(0)
    expect(commits, path).not.toContain(1)
  }
})

test('a dashboard builds no schema: what it takes of the contract comes without them', async ({ page }) => {
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

test.describe('the search', () => {
  const wholeSearch = /\/assets\/bar-[\w-]{8}\.js$/

  /** Holds it back, and says whether it was asked for. */
  async function withoutSearch(page: Page) {
    const held = { asked: false, come: () => {} }
    const there = new Promise<void>((done) => {
      held.come = done
    })
    await page.route(wholeSearch, async (route) => {
      held.asked = true
      await there
      await route.continue()
    })
    return held
  }

  test('comes with the first touch; what is pressed before it has come is done then, and nothing is drawn anew', async ({
    page,
  }) => {
    for (const path of ['/', '/gb/makeup-hair-styling/london']) {
      const held = await withoutSearch(page)
      await page.goto(path)
      await running(page)
      await page.waitForLoadState('networkidle')
      expect(held.asked, path).toBe(false)
      const field = page.getByRole('search').getByRole('button', { name: 'Location' })
      await field.evaluate((button) => Object.assign(window, { drawnField: button }))
      await field.click()
      await expect.poll(() => held.asked, path).toBe(true)
      // Somebody who sees nothing happen presses again, and does not mean to close it.
      await field.click()
      await expect(page.getByRole('combobox')).toHaveCount(0)
      held.come()
      await expect(page.getByRole('combobox')).toBeFocused()
      expect(await field.evaluate((button) => (window as { drawnField?: Element }).drawnField === button)).toBe(true)
      await page.unroute(wholeSearch)
    }
  })

  test('is sent and pressed before it has come, by the keys alone and before the page runs: it asks for what is missing', async ({
    page,
  }) => {
    const come = await withoutScript(page)
    await page.goto('/')
    const search = page.getByRole('search').getByRole('button', { name: 'Search', exact: true })
    await search.focus()
    await page.keyboard.press('Enter')
    come()
    await expect(page.getByRole('combobox')).toBeFocused()
    await expect(page).toHaveURL(/\/$/)
  })

  test('stands while it has not come, whatever else is done on the page: that is done', async ({ page }) => {
    const held = await withoutSearch(page)
    await page.goto('/')
    await running(page)
    const field = page.getByRole('search').getByRole('button', { name: 'Services' })
    await field.click()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    // The pictures' viewer is the state of what stands around the search.
    await page.getByRole('main').getByRole('button', { name: 'Open the gallery' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page.locator('[data-waits] [data-field="services"]')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Join' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Ready by three' })).toHaveCount(0)
    await expect(page).toHaveURL(/\/join$/)
    held.come()
  })

  test('opens on a phone what was pressed before it had come, on the page that stands', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const held = await withoutSearch(page)
    for (const path of ['/', '/gb/makeup-hair-styling/london']) {
      await page.goto(path)
      await running(page)
      const document = await page.evaluate(() => performance.timeOrigin)
      await page.locator('a.narrow-only[href*="stage=location"]').first().click()
      held.come()
      await expect(page.getByRole('dialog').getByRole('combobox')).toBeVisible()
      expect(await page.evaluate(() => performance.timeOrigin)).toBe(document)
    }
  })

  test('is there on a page that is led to, and again on the one that Back leads to', async ({ page }) => {
    const open = async () => {
      await page.getByRole('search').getByRole('button', { name: 'Location' }).first().click()
      await expect(page.getByRole('combobox')).toBeFocused()
      await page.keyboard.press('Escape')
    }
    await page.goto('/join')
    await running(page)
    const document = await page.evaluate(() => performance.timeOrigin)
    await page.getByRole('banner').getByRole('link', { name: 'Primp' }).click()
    await expect(page).toHaveURL(/\/$/)
    await open()
    await page
      .getByRole('link', { name: /London/ })
      .first()
      .click()
    await expect(page).toHaveURL(/london/)
    await open()
    await page.goBack()
    await expect(page).toHaveURL(/\/$/)
    await open()
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(document)
  })

  test('comes by itself where the address asks for it', async ({ page }) => {
    await page.goto('/?stage=location')
    await expect(page.getByRole('combobox')).toBeFocused()
  })

  test('does not come: the form that needs no script stands in its place, and works', async ({ page }) => {
    await page.route(wholeSearch, (route) => route.abort())
    await page.goto('/gb/makeup-hair-styling/london')
    await running(page)
    await page.getByRole('search').getByRole('button', { name: 'Location' }).click()
    const plain = page.locator('form.plain-form')
    await expect(plain).toBeVisible()
    await expect(plain.getByRole('textbox', { name: 'Location' })).toHaveValue(/London/)
    await plain.getByLabel('Date').fill(wedding.eventDate)
    await plain.getByText('Services', { exact: true }).click()
    await plain.getByRole('spinbutton', { name: 'Makeup', exact: true }).fill('2')
    await plain.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/\/quotes\//)
  })
})

test('a part that comes later asks for none of the sheets that the page has', async ({ page }) => {
  const sheets: string[] = []
  page.on('request', (request) => request.resourceType() === 'stylesheet' && sheets.push(request.url()))
  await page.goto(`/quotes/${await searched(page)}`)
  await running(page)
  await page.waitForLoadState('networkidle')
  const has = await page
    .locator('link[rel="stylesheet"][disabled]')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href.replace(/#$/, '')))
  expect(has.length).toBeGreaterThan(5)
  expect(sheets.filter((sheet) => has.includes(sheet))).toEqual([])
})

test('neither the line above a login nor the button for a passkey comes only once the page runs', async ({ page }) => {
  const html = await (await page.request.get('/login?redirect=/customer-dashboard/account')).text()
  expect(html).toContain('We take you straight there.')
  expect(html).toContain('Use a passkey')
})

test('a link that a pointer rests on is there when it is pressed, and a page of one visitor is never asked for ahead', async ({
  page,
}) => {
  const asked: string[] = []
  let come = 0
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
  page.on('requestfinished', () => ++come)
  page.on('requestfailed', () => ++come)
  await page.goto('/')
  await running(page)
  await page.waitForLoadState('networkidle')
  const link = page.getByRole('main').locator('a[data-site][href^="/@/"]').first()
  const path = await link.getAttribute('href')
  await link.hover()
  await expect.poll(() => asked).toContain(`GET ${path}.data`)
  // The page has been quiet before, so that it is quiet again says nothing: what was asked for has come.
  await expect
    .poll(async () => {
      const so = asked.length
      await page.waitForTimeout(400)
      return asked.length === so && come === so
    })
    .toBe(true)
  // What was asked for ahead is what the page is made of: it needs no line any more.
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

test('a page to be read lets the browser itself ask ahead; every page names its look and letters in its header', async ({
  page,
}) => {
  const read = await page.request.get('/content/artists')
  expect(await read.text()).toContain('<script type="speculationrules">{"prefetch":[{"where":{"href_matches":["/"')
  for (const path of ['/content/artists', '/', '/login']) {
    const answer = await page.request.get(path)
    const sheet = /<link rel="stylesheet" href="([^"]*)"/.exec(await answer.text())?.[1]
    const link = answer.headers()['link'] ?? ''
    expect(link, path).toContain(`<${sheet}>; rel=preload; as=style`)
    expect(link.match(/as=font/g), path).toHaveLength(2)
  }
})

test('words are drawn in the two faces, and a name with other letters brings them along', async ({ page }) => {
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
