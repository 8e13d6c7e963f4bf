import type { Page } from '@playwright/test'
import { become, expect, logIn, newcomer, running, searched, test } from './stage.ts'
import { signedIn } from '#tests/signed-in.ts'

const unanswered = (page: Page) => page.addInitScript(() => localStorage.removeItem('cookieConsent'))

async function clearOf(page: Page, foot: string, at: string) {
  const card = page.getByRole('region', { name: 'Cookie settings' })
  await expect(card).toBeVisible()
  await expect(page.locator(foot).filter({ visible: true }).first()).toBeVisible()
  const seen = await page.evaluate((foot) => {
    const box = (element: Element) => element.getBoundingClientRect()
    const card = box(document.querySelector('section[aria-label="Cookie settings"]') as Element)
    const feet = [...document.querySelectorAll(foot)].map(box).filter(({ height }) => height > 0)
    return {
      over: feet.some(
        (bar) => bar.top < card.bottom && bar.bottom > card.top && bar.left < card.right && bar.right > card.left,
      ),
      within: card.top >= 0 && card.bottom <= innerHeight,
      near: Math.min(...feet.map((bar) => bar.top)) - card.bottom <= 40,
    }
  }, foot)
  expect({ at, ...seen }).toEqual({ at, over: false, within: true, near: true })
}

test('the cookie card is above the search of a place page and the map of the quotes', async ({ page }) => {
  await unanswered(page)
  await page.goto('/gb/makeup-hair-styling/hackney')
  await running(page)
  await expect(page.locator('.foot-search')).toBeHidden()
  await page.evaluate(() => scrollTo(0, innerHeight))
  await clearOf(page, '.foot-search', 'place')
  await page.goto(`/quotes/${await searched(page)}`)
  await clearOf(page, '[data-foot-bar]', 'quotes')
})

test('the cookie card never covers a bottom bar of any height', { tag: '@proof' }, async ({ page }) => {
  await unanswered(page)
  const letters = () =>
    page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
  for (const [path, foot] of [
    ['/@/mia-hollis', '.phone-foot'],
    ['/join', '.foot-search'],
  ] as const) {
    await page.goto(path)
    await running(page)
    // The bar appears when the page's own call to action is out of view.
    await page.evaluate(() => scrollTo(0, innerHeight))
    await clearOf(page, foot, path)
    await letters()
    await clearOf(page, foot, `${path} in large letters`)
  }
  const quotes = `/quotes/${await searched(page)}`
  const tray = page.getByRole('link', { name: 'Compare 2' })
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(quotes)
    await page
      .getByRole('main')
      .getByRole('checkbox', { name: /^Compare/ })
      .nth(0)
      .click()
    await page
      .getByRole('main')
      .getByRole('checkbox', { name: /^Compare/ })
      .nth(1)
      .click()
    await expect(tray).toBeVisible()
    await clearOf(page, '[role=group]:has(> a[href*="/compare"]), [data-foot-bar]', `comparing at ${width}`)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [who, path] of [
    ['mia', '/dashboard'],
    ['olu', '/operator'],
  ] as const) {
    await become(page, await logIn(`${who}@primp.test`, 'primp-sample-1'))
    await page.goto(path)
    await clearOf(page, 'nav[data-foot-bar]', path)
  }
  const { email, password, token } = await newcomer('Noa Quill')
  await page.request.post('/v1/signup/start', {
    headers: signedIn(token),
    data: { name: 'Noa Quill', mobile: '07700 900447', country: 'GB', terms: true, adult: true },
  })
  await become(page, await logIn(email, password))
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/signup/profile/set-location')
    await expect(page.getByRole('button', { name: 'Save and continue' })).toBeVisible()
    await clearOf(page, 'footer[data-foot-bar]', `sign-up at ${width}`)
  }
})
