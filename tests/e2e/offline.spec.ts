import type { Page } from '@playwright/test'
import { expect, running, searched, test } from './stage.ts'

/** Goes offline before the page was used: the page says so and stays; unavailable parts say so too, and load later. */
async function losesItsConnection(page: Page, meanwhile = async () => {}) {
  const heading = page.getByRole('heading', { level: 1 }).first()
  const title = (await heading.textContent()) ?? ''
  await page.context().setOffline(true)
  await expect(page.getByText('You are offline. Your answers are still here.')).toBeVisible()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByText('Part of this page did not load.')).toBeVisible()
  await meanwhile()
  await expect(heading).toHaveText(title)
  await page.context().setOffline(false)
  await expect(page.getByText('You are back online.')).toBeVisible()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await expect(heading).toHaveText(title)
}

test('the home page is usable without a connection', async ({ page }) => {
  await page.goto('/')
  // The script loads after the first paint.
  await running(page)
  await page.waitForLoadState('networkidle')
  await losesItsConnection(page)
})

test('quotes are usable without a connection', async ({ page }) => {
  const id = await searched(page)
  let hint = () => {}
  const hinted = new Promise<void>((done) => {
    hint = done
  })
  await page.route('**/live?*', async (route) => {
    await hinted
    await route.fulfill({ contentType: 'text/event-stream', body: 'event: changed\ndata: 1\n\n' })
  })
  await Promise.all([page.waitForRequest(/\/live\?/), page.goto(`/quotes/${id}`)])
  await losesItsConnection(page, async () => {
    // The page reloads its data on events and every 30 seconds.
    const unanswered = () =>
      page.waitForEvent('requestfailed', (request) =>
        // Or its code, which loads on the first interaction.
        [`/quotes/${id}.data`, '/assets/whole-router-'].some((part) => request.url().includes(part)),
      )
    const atHint = unanswered()
    hint()
    await atHint
    await expect(page.getByText('Live updates paused.')).toBeVisible()
    const later = unanswered()
    await page.clock.fastForward(31_000)
    await later
    await page.clock.runFor(1_000)
  })
  // A page that was never opened shows the offline message.
  await page.keyboard.press('Escape')
  await page.context().setOffline(true)
  await page.getByRole('tab', { name: /Studio/ }).click()
  await expect(page.getByRole('heading', { name: 'Part of this page did not load.' })).toBeVisible()
  await page.context().setOffline(false)
  // It may have reloaded already.
  const studio = page.getByRole('tab', { name: /Studio/, selected: true })
  await page.getByRole('button', { name: 'Reload' }).or(studio).click()
  await expect(studio).toBeVisible()
})

test.describe('With the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a returning visitor sees the offline page, and online the current site', async ({ page }) => {
    await page.goto('/')
    await page.waitForLoadState('load')
    await running(page)
    const worker = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/'))?.active?.state ?? null)
    await expect
      .poll(async () => {
        await page.clock.fastForward(3_000)
        return worker()
      })
      .toBe('activated')
    await page.context().setOffline(true)
    await page.goto('/content/help')
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
    await page.context().setOffline(false)
    await page.goto('/content/help')
    await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toHaveCount(0)
    await expect(page.getByRole('main')).toBeVisible()
    // Only the offline page was cached.
    expect(
      await page.evaluate(async () => {
        const names = await caches.keys()
        const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
        return kept.flat().map(({ url }) => new URL(url).pathname)
      }),
    ).toEqual(['/offline.html'])
  })

  test('the site can be installed', async ({ request }) => {
    const manifest = await (await request.get('/manifest.webmanifest')).json()
    expect(manifest).toMatchObject({
      short_name: 'Primp',
      start_url: expect.stringMatching(/^\//),
      display: expect.stringMatching(/^(standalone|minimal-ui)$/),
    })
    const sizes = manifest.icons.map(({ sizes }: { sizes: string }) => sizes)
    expect(sizes).toEqual(expect.arrayContaining(['192x192', '512x512']))
  })
})
