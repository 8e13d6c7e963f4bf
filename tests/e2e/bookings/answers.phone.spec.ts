import type { Locator } from '@playwright/test'
import { Caller } from '#tests/e2e/own-market.ts'
import { dayAfter } from '#tests/e2e/market.ts'
import { become, expect, searched, test } from '#tests/e2e/stage.ts'
import { checkoutFor, fillCheckout, newAddress, openCheckout, payButton, testCard } from './booking-steps.ts'

async function isSaid(message: Locator): Promise<void> {
  await expect(message).toBeInViewport({ ratio: 1 })
  await expect
    .poll(() =>
      message.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        const seen = document.elementFromPoint(left + width / 2, top + height / 2)
        return seen !== null && (element.contains(seen) || seen.contains(element))
      }),
    )
    .toBe(true)
}

test('on a phone, checkout shows missing fields and card errors within view', async ({ page }) => {
  const { path } = await checkoutFor(page)
  const email = newAddress()
  await openCheckout(page, path, email)
  await fillCheckout(page, email)
  await page.getByLabel(/I accept/).uncheck()
  await testCard(page, /succeeds/)
  await payButton(page).click()
  await isSaid(page.getByText('Please accept the terms to book.').last())
  await page.getByLabel(/I accept/).check()
  await testCard(page, /declined|refused/i)
  await payButton(page).click()
  await isSaid(
    page
      .getByRole('alert')
      .filter({ hasText: /declined|refused|bank/i })
      .first(),
  )
})

test('on a phone, a customer changes and cancels a booking, and each result is within view', async ({
  page,
  request,
  artist,
  customer,
}) => {
  const ana = await customer.logIn()
  const booked = await new Caller(request, ana.token, customer.email).book(artist, dayAfter(228), '13:30')
  await become(page, ana)
  await page.goto(`/customer-dashboard/bookings/${booked.id}`)
  await page.getByRole('button', { name: 'Move this booking' }).click()
  await isSaid(page.getByRole('heading', { name: 'Move this booking' }))
  await page.getByLabel('Another date').fill(dayAfter(230))
  await page
    .getByRole('group', { name: /is free/ })
    .getByRole('button')
    .nth(3)
    .click()
  await page
    .getByRole('button', { name: /^Suggest / })
    .last()
    .click()
  await isSaid(page.getByText(/^Waiting for Mia to reply about/).first())
  await page.getByRole('button', { name: 'Cancel this booking' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel booking' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You cancelled' })).toBeVisible()
  await isSaid(page.getByText('We have told Mia Vale. Your refund'))
  for (const name of ['Add to calendar', 'Share with the group']) await expect(page.getByText(name)).toHaveCount(0)
  for (const name of ['Run sheet', 'Refunds if you cancel'])
    await expect(page.getByRole('heading', { name })).toHaveCount(0)
  const again = page.getByRole('region', { name: 'Book Mia again' })
  await again.getByRole('button', { name: 'Next month' }).click()
  await again
    .getByRole('button', { name: / December / })
    .first()
    .click()
  await again.getByRole('button', { name: "See Mia's price" }).click()
  await expect(page).toHaveURL(new RegExp(`/quotes/[^/]+/@/${artist.slug}$`))
  await expect(page.getByRole('heading', { level: 1, name: 'Mia Vale' })).toBeVisible()
})

test('on a phone, a look with too many tags shows its error within view', async ({ page }) => {
  const id = await searched(page)
  await page.goto(`/quotes/${id}/look`)
  const tags = page.getByRole('checkbox')
  for (let n = 0; n < 24; n += 1) await tags.nth(n).check({ force: true })
  await page.getByRole('button', { name: 'Save and see quotes' }).click()
  await isSaid(page.getByRole('alert').first())
})
