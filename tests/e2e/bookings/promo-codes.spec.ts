import type { Page } from '@playwright/test'
import { clean, cleanInBoth } from '#tests/e2e/axe.ts'
import { become, expect, logIn, operatorToken, test } from '#tests/e2e/stage.ts'
import { signedIn } from '#tests/signed-in.ts'
import { checkoutFor, fillCheckout, newAddress, openCheckout, payButton } from './booking-steps.ts'

const shots = process.env['SHOTS']
async function pictures(page: Page, name: string): Promise<void> {
  const size = page.viewportSize()
  for (const [width, height] of [
    [390, 844],
    [1440, 1000],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${shots}/${name}-${width}-${colorScheme}.png`, fullPage: true })
    }
  await page.emulateMedia({ colorScheme: 'light' })
  if (size) await page.setViewportSize(size)
}

const newCode = () => `J${crypto.randomUUID().replace(/-/g, '').slice(0, 11).toUpperCase()}`

async function signIn(page: Page, email: string, path: string): Promise<void> {
  await become(page, await logIn(email, 'primp-sample-1'))
  await page.goto(path)
}

test('an artist creates a promo code with the keyboard only, a refusal keeps what was typed, and the artist stops the code', {
  tag: '@proof',
}, async ({ page, artist }) => {
  await signIn(page, artist.email, '/dashboard/promos')
  const make = page.getByRole('button', { name: 'Create code' })
  await expect(page.getByRole('heading', { level: 1, name: 'Promo codes' })).toBeVisible()
  if (shots) await pictures(page, 'own-promos')
  await make.focus()
  await page.keyboard.press('Enter')
  const code = page.getByLabel('Code', { exact: true })
  await expect(code).toBeFocused()
  await expect(page.getByText('Enter a whole number from 1 to 100.')).toBeVisible()
  const typed = newCode()
  await page.keyboard.type(typed.toLowerCase())
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: 'Percentage' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('15')
  await page.getByLabel('Last day').fill('2020-01-01')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Choose a last day in the future that is not before the first day.')).toBeVisible()
  await expect(page.getByLabel('Last day')).toBeFocused()
  await expect(code).toHaveValue(typed.toLowerCase())
  await cleanInBoth(page)
  await page.getByLabel('Last day').fill('')
  await page.getByLabel('Bookings per person').fill('1')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${typed} is active.`)).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: typed })
  await expect(row).toContainText('15% off, once per person')
  await expect(row).toContainText('Not used yet')

  await code.fill(typed)
  await page.getByRole('radio', { name: 'Fixed amount' }).check()
  await page.getByLabel('Amount', { exact: true }).fill('5')
  await make.click()
  await expect(page.getByText('This code already exists. Choose another.')).toBeVisible()
  await expect(code).toBeFocused()
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('5')

  if (shots) await pictures(page, 'own-promos-refused')
  await row.getByRole('button', { name: `Stop ${typed}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Nobody will be able to use it.')
  await clean(page)
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await expect(row).toContainText('Stopped')
  await expect(row.getByRole('button')).toHaveCount(0)
})

test('an operator creates a platform code with a reason, and stops it', { tag: '@proof' }, async ({ page }) => {
  await signIn(page, 'olu@primp.test', '/operator/promos')
  await page.getByRole('button', { name: 'Create promo code' }).click()
  const make = page.getByRole('button', { name: 'Create code' })
  await make.click()
  await expect(page.getByText('Give a reason.')).toBeVisible()
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  const code = newCode()
  await page.keyboard.type(code)
  await page.getByRole('radio', { name: 'Fixed amount' }).check()
  await page.getByLabel('Amount', { exact: true }).fill('3')
  await page.getByLabel('Reason').fill('A journey through the console')
  if (shots) await pictures(page, 'console-promos-new')
  await cleanInBoth(page)
  await make.click()
  const row = page.getByRole('row').filter({ hasText: code })
  await expect(row).toContainText('£3 off')
  await expect(row).toContainText('Primp, United Kingdom')
  if (shots) await pictures(page, 'console-promos')
  await cleanInBoth(page)
  await row.getByRole('button', { name: `Stop ${code}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('The journey is over')
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await expect(row).toContainText('Stopped')
})

test('a promo code reduces the price at checkout, and is removed again', { tag: '@proof' }, async ({ page }) => {
  const code = newCode()
  const { path } = await checkoutFor(page)
  const made = await page.context().request.post('/v1/operator/promos', {
    headers: { ...signedIn(await operatorToken()), 'idempotency-key': crypto.randomUUID() },
    data: { code, worth: { amount: 3 }, countryCode: 'GB', reason: 'A journey to the checkout' },
  })
  expect(made.status()).toBe(200)
  const email = newAddress()
  await openCheckout(page, path, email)
  await fillCheckout(page, email)
  const before = await payButton(page).innerText()
  await page.getByRole('button', { name: 'Use a promo code' }).click()
  await page.getByLabel('Promo code').fill('NOSUCHCODE')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText(/We do not know this code/)).toBeVisible()
  await expect(page.getByLabel('Promo code')).toHaveValue('NOSUCHCODE')
  if (shots) await pictures(page, 'checkout-refused')
  await page.getByLabel('Promo code').fill(code.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Code ${code}, from Primp: £3.00 off`)).toBeVisible()
  await expect(payButton(page)).not.toHaveText(before)
  const summary = page.getByRole('complementary')
  await expect(summary.getByText(`Code ${code}, from Primp`)).toBeVisible()
  await expect(summary.getByText('−£3', { exact: true })).toBeVisible()
  if (shots) await pictures(page, 'checkout-promo')
  await cleanInBoth(page)
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(payButton(page)).toHaveText(before)
})
