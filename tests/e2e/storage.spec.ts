import type { Page } from '@playwright/test'
import { expect, searched, test } from '#tests/e2e/stage.ts'
import { checkoutFor, newAddress, openCheckout } from './bookings/booking-steps.ts'

/** Makes every storage access throw, as Chromium does with blocked cookies. */
const blockStorage = (page: Page) =>
  page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        configurable: true,
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
  })

/** Makes every storage write throw, as with full storage. */
const fillStorage = (page: Page) =>
  page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  })

async function logInAsAna(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill('ana@primp.test')
  await page.getByLabel('Password', { exact: true }).fill('primp-sample-1')
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page).toHaveURL(/\/customer-dashboard/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

test('with cookies blocked, the front page, quotes, checkout and log in work', async ({ page }) => {
  const checkout = await checkoutFor(page)
  const id = await searched(page)
  await blockStorage(page)
  const broken = page.getByText('Something broke on our side')
  await page.goto('/')
  await page.mouse.move(400, 400)
  await page.getByRole('main').getByRole('button').first().focus()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(broken).toHaveCount(0)
  await page.goto(`/quotes/${id}`)
  await expect(page.locator('article').first()).toBeVisible()
  await page.getByRole('main').getByRole('button').first().focus()
  await expect(broken).toHaveCount(0)
  await openCheckout(page, checkout.path, newAddress())
  await expect(broken).toHaveCount(0)
  await logInAsAna(page)
})

test('with full storage, log in works', async ({ page }) => {
  await fillStorage(page)
  await logInAsAna(page)
})
