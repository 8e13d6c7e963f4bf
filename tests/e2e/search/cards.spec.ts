import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { clean } from '#tests/e2e/axe.ts'
import { expect, running, searched, test } from '#tests/e2e/stage.ts'

/** A random spring day and artist with Instant Book, so that no other journey has taken the time. */
async function atCheckout(page: Page) {
  const some = (most: number) => String(1 + Math.floor(Math.random() * most)).padStart(2, '0')
  const id = await searched(page, {
    eventDate: `2027-${some(4)}-${some(28)}`,
    services: ['makeup'],
    people: [{ count: 1, services: ['makeup'] }],
  })
  const { data } = await (await page.context().request.get(`/v1/quotes/${id}?filterBy=instant`)).json()
  const free = data.offers.mobile.map(({ provider }: { provider: { slug: string } }) => provider.slug)
  await page.goto(`/book/${id}/@/${free[Math.floor(Math.random() * free.length)]}`)
  await running(page)
  await page.getByLabel('Name', { exact: true }).fill('Leila Hart')
  await page.getByLabel('Email', { exact: true }).fill(`${crypto.randomUUID().slice(0, 13)}@journeys.example`)
  await page.getByLabel('Event', { exact: true }).fill('Birthday')
  await page.getByLabel('Mobile').fill('07700 900123')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByLabel('Address').fill('14 Lark Row, London E2 9JA')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByLabel(/I accept/).check()
}
const pay = (page: Page) => page.getByRole('button', { name: /^Pay £/ })
const card = (page: Page, name: RegExp) => page.getByRole('button', { name }).click()

test('an invalid card is marked, a declined card shows an error, and the typed values stay', async ({ page }) => {
  await atCheckout(page)
  await expect(page.getByText('This is a test bank.')).toBeVisible()
  await page.getByLabel('Card number').fill('1234')
  await pay(page).click()
  await expect(page.getByText('Card number is not valid').first()).toBeVisible()
  await expect(page.getByText('Expiry is not valid').first()).toBeVisible()
  await expect(page.getByText('Security code is not valid').first()).toBeVisible()
  await expect(page.getByLabel('Card number')).toBeFocused()
  await clean(page)
  await card(page, /is declined/)
  await expect(page.getByLabel('Card number')).toHaveValue('4000 0000 0000 0002')
  await pay(page).click()
  await expect(page.getByText('Your card was declined. Use another card or call your bank.')).toBeVisible()
  await expect(page.getByLabel('Card number')).toHaveValue('4000 0000 0000 0002')
  await expect(page.getByLabel('Address')).toHaveValue('14 Lark Row, London E2 9JA')
  await clean(page)
  await card(page, /insufficient funds/)
  await pay(page).click()
  await expect(page.getByText('There is not enough money on this card. Use another card.')).toBeVisible()
  await card(page, /succeeds/)
  await pay(page).click()
  await expect(page).toHaveURL(/\/book\/booked\//)
})

test('card authentication opens in a dialog: a failure returns to the card form, a success books', async ({ page }) => {
  // The button is pressed while the hold is loading.
  await page.route(/\/v1\/holds$/, async (route) => {
    await setTimeout(1_500)
    await route.continue()
  })
  await atCheckout(page)
  await card(page, /needs confirmation/)
  await pay(page).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm with your bank' })
  await expect(dialog).toContainText('Your bank wants to confirm it is you. Please keep this page open.')
  await clean(page)
  await page.keyboard.press('Escape')
  await expect(page.getByText('Your bank did not confirm it was you. Try again or use another card.')).toBeVisible()
  await pay(page).click()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/book\/booked\//)
})
