import type { Page } from '@playwright/test'
import { clean } from '#tests/e2e/axe.ts'
import { expect, operatorToken, test } from '#tests/e2e/stage.ts'
import { signedIn } from '#tests/signed-in.ts'

const why = 'The artist was half an hour late.'
const choose = async (page: Page, act: string) => {
  await page.locator('#main').getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: act, exact: true }).click()
}

test('an operator previews each action on a booking, cancels three of them, and gives goodwill, which the booking shows', {
  tag: '@proof',
}, async ({ page, request }) => {
  const headers = signedIn(await operatorToken())
  const { bookings } = (await (await request.get('/v1/operator/bookings?when=ahead', { headers })).json()).data
  // Other journeys use Ana's bookings.
  const other = bookings.find(
    ({ customer, state }: { customer: { name: string }; state: string }) =>
      !customer.name.startsWith('Ana') && state === 'booked',
  )
  const path = `/operator/bookings/${other.id}`
  await page.goto(path)
  await page.getByLabel('Email').fill('olu@primp.test')
  await page.getByLabel('Password', { exact: true }).fill('primp-sample-1')
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(path))
  const dialog = page.getByRole('dialog')
  const look = dialog.getByRole('button', { name: 'Preview' })

  await choose(page, 'Move booking')
  await look.click()
  await expect(dialog.getByText('Choose a time.')).toBeVisible()
  await expect(dialog.getByText('Give a reason.')).toBeVisible()
  await clean(page)
  await dialog
    .getByRole('button', { name: /^\d+(:30)? PM$/ })
    .first()
    .click()
  await dialog.getByLabel('Reason').fill(why)
  await look.click()
  await expect(dialog.getByRole('row', { name: /Primp keeps/ })).toBeVisible()
  await expect(dialog.getByText('2 emails are sent')).toBeVisible()
  await clean(page)
  await dialog.getByRole('button', { name: 'Go back' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveValue(why)
  await page.keyboard.press('Escape')

  await choose(page, 'Change people or services')
  await dialog.getByRole('button', { name: 'Add a person' }).click()
  await dialog.getByLabel('Reason').fill(why)
  await look.click()
  await expect(dialog.getByText('The customer has to pay')).toBeVisible()
  await page.keyboard.press('Escape')

  await choose(page, 'Replace the artist')
  await dialog.getByRole('radio', { name: /: £/ }).first().check()
  await dialog.getByLabel('Reason').fill(why)
  await look.click()
  await expect(dialog.getByRole('row', { name: /New artist keeps/ })).toBeVisible()
  await clean(page)
  await page.keyboard.press('Escape')

  await choose(page, 'Goodwill')
  await dialog.getByLabel('Amount').fill('1.25')
  await dialog.getByLabel('Reason').fill(why)
  await look.click()
  await expect(dialog.getByText('£1.25 is refunded to the original payment method.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Give £1.25' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Goodwill: £1.25 to the customer, paid by Primp.')).toBeVisible()
  await expect(page.getByText(`Reason: ${why}`)).toBeVisible()
  await clean(page)

  await choose(page, 'Goodwill')
  await dialog.getByLabel('Amount').fill('1.50')
  await dialog.getByRole('radio', { name: 'Credit for the next booking' }).check()
  await dialog.getByLabel('Reason').fill(why)
  await look.click()
  await expect(dialog.getByText("£1.50 becomes credit for the customer's next booking.")).toBeVisible()
  await expect(dialog.getByText('is refunded to the original payment method')).toHaveCount(0)
  await clean(page)
  await dialog.getByRole('button', { name: 'Give £1.50' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Goodwill: £1.50 credit to the customer, paid by Primp.')).toBeVisible()
})
