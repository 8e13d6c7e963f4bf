import { clean } from '#tests/e2e/axe.ts'
import { checkoutFor, newAddress, onward, openCheckout, payButton } from './booking-steps.ts'
import { expect, test } from '#tests/e2e/stage.ts'

test('on a phone, the summary is above Pay, and a bar leads to the card form until it is in view', {
  tag: '@proof',
}, async ({ page }) => {
  const { path } = await checkoutFor(page)
  await openCheckout(page, path, newAddress())
  const bar = page.locator('.phone-foot')
  await expect(bar.getByRole('button', { name: 'Continue' })).toBeVisible()
  await expect(page.getByLabel('Allergies')).toHaveCount(0)
  await expect(page.getByLabel('Parking')).toHaveCount(0)
  await expect(page.getByText('You can add names, allergies and parking after booking.')).toBeVisible()
  for (const field of [/^Entrance.*optional/, /optional/]) await expect(page.getByLabel(field).first()).toBeVisible()
  await page.getByLabel('Street address').fill('14 Lark Row, London E2 9JA')
  await onward(page).last().click()

  const card = page.locator('#card')
  await expect(card).toBeAttached()
  const top = async (selector: string) => (await page.locator(selector).first().boundingBox())?.y ?? Number.NaN
  expect(await top('aside')).toBeLessThan(await top('#pay'))
  const ways = card.getByRole('group', { name: 'Pay with' }).getByRole('radio')
  await expect(ways.first()).toHaveAccessibleName('Phone wallet')
  await expect(card.getByText(/^Primp holds the deposit\. /)).toBeVisible()
  await payButton(page).scrollIntoViewIfNeeded()
  await expect(payButton(page)).toBeInViewport()
  await expect(bar).toBeHidden()
  await page.evaluate(() => scrollTo(0, 0))
  await expect(bar).toBeVisible()
  await clean(page)
})
