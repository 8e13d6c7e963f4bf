import type { Page } from '@playwright/test'
import { clean, cleanInBoth } from '#tests/e2e/axe.ts'
import { become, expect, test } from '#tests/e2e/stage.ts'

async function logIn(page: Page, email: string, path: string) {
  await page.goto(path)
  await page.getByLabel('Email').fill(`${email}@primp.test`)
  await page.getByLabel('Password', { exact: true }).fill('primp-sample-1')
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`${path}$`))
}

test('an artist sees earnings by month, downloads a statement and sees payouts', { tag: '@proof' }, async ({
  page,
}) => {
  await logIn(page, 'mia', '/dashboard/earnings')
  await expect(page.getByRole('heading', { level: 1, name: 'Earnings' })).toBeVisible()
  await expect(page.getByText('Test payments').first()).toBeVisible()
  await expect(page.getByRole('img', { name: /Your earnings by month, December 2025 to November 2026/ })).toBeVisible()
  await page.getByText('Show as a table').click()
  await expect(page.getByRole('rowheader', { name: 'June 2026' })).toBeVisible()
  await cleanInBoth(page)
  await page.getByLabel('Month', { exact: true }).selectOption('June 2026')
  await expect(page).toHaveURL(/month=2026-06/)
  await expect(page.getByRole('heading', { name: 'Statement June 2026' })).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV', exact: true }).click(),
  ])
  expect(file.suggestedFilename()).toBe('primp-statement-2026-06.csv')
  await page.goto('/dashboard/payouts')
  await expect(page.getByText(/Payouts go to the account ending \d{4}\./)).toBeVisible()
  await page.getByLabel('Every Monday').check()
  await expect(page.getByText('Payout schedule saved.')).toBeVisible()
  await cleanInBoth(page)
})

test('an artist enters tax details once, and downloads the figures of a tax year as a PDF file', {
  tag: '@proof',
}, async ({ page }) => {
  await logIn(page, 'mia', '/dashboard/earnings')
  await page.getByRole('link', { name: 'Tax year and invoices' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tax year and invoices' })).toBeVisible()
  await expect(page.getByRole('rowheader', { name: 'SA103S, box 9' })).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'PDF, Tax year' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('primp-year-2026.pdf')
  await page.getByRole('heading', { name: 'Invoice details' }).click()
  await page.getByLabel('UTR').fill('12345')
  await page.getByLabel('I am registered for VAT').check()
  await page.getByLabel('VAT number').fill('GB 980 7806 84')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('That number does not look right.')).toBeVisible()
  await expect(page.getByLabel('UTR')).toBeFocused()
  await cleanInBoth(page)
  await page.getByLabel('UTR').fill('19558 39661')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Invoice details saved.')).toBeVisible()
  await page.reload()
  await page.getByRole('heading', { name: 'Invoice details' }).click()
  await expect(page.getByLabel('UTR')).toHaveValue('1955839661')
  await expect(page.getByLabel('VAT number')).toHaveValue('980780684')
})

test('an artist enters the tax identity; a refusal stays and nothing that was typed is lost', {
  tag: '@proof',
}, async ({ page, artist }) => {
  await become(page, await artist.logIn())
  await page.goto('/dashboard/earnings/tax')
  const card = page.getByRole('region', { name: 'Tax details' })
  const save = card.getByRole('button', { name: 'Save tax details' })
  await expect(card.getByText('Please enter your tax details.')).toBeVisible()
  await save.click()
  await expect(card.getByLabel('Given names')).toBeFocused()
  await expect(card.getByText('This field is required.')).toHaveCount(7)
  await cleanInBoth(page)

  const typed = {
    'Given names': 'Mia',
    'Family name': 'Vale',
    'Street and number': '1 Bay Lane',
    'Town or city': 'Stornoway',
    Postcode: 'HS1 2AA',
    'Date of birth': '1990-04-02',
    'Tax number': 'AB 12 34',
  }
  for (const [label, value] of Object.entries(typed)) await card.getByLabel(label, { exact: true }).fill(value)
  await save.click()
  const refusal = card.getByText('That number does not look right. Check it against your letter from the tax office.')
  await expect(refusal).toBeVisible()
  await expect(card.getByLabel('Tax number', { exact: true })).toBeFocused()
  await page.clock.runFor(60_000)
  await expect(refusal).toBeVisible()
  for (const [label, value] of Object.entries(typed))
    await expect(card.getByLabel(label, { exact: true })).toHaveValue(value)
  await cleanInBoth(page)

  await card.getByLabel('Tax number', { exact: true }).fill('AB 12 34 56 C')
  await save.click()
  await expect(page.getByText('Tax details saved.')).toBeVisible()
  await expect(card.getByText('Saved, and your payout account is verified.')).toBeVisible()
  await page.reload()
  await card.getByRole('heading').click()
  await expect(card.getByText('Ends with 56C. Leave empty to keep it.')).toBeVisible()
  await expect(card.getByLabel('Tax number', { exact: true })).toHaveValue('')
  await expect(card.getByLabel('Town or city')).toHaveValue('Stornoway')
})

test("a customer finds their payments in the dashboard, and cannot open another customer's receipt", {
  tag: '@proof',
}, async ({ page }) => {
  await logIn(page, 'ana', '/customer-dashboard/payments')
  await expect(page.getByRole('heading', { level: 2, name: 'Payments' })).toBeVisible()
  // Each payment is titled by what it was for, with whom and for which day.
  await expect(page.getByText('Deposit · Mia Hollis', { exact: true }).first()).toBeVisible()
  await expect(page.getByText(/Ana Duarte/)).toHaveCount(0)
  await clean(page)
  await page.goto('/customer-dashboard/receipts/00000001-5a3e-4bbb-8000-000000000000')
  await expect(page.getByRole('heading', { level: 1, name: 'This page has been wiped off.' })).toBeVisible()
})

test('payout details are validated, saved and shown by their last four digits', { tag: '@proof' }, async ({ page }) => {
  await logIn(page, 'mia', '/dashboard/payouts')
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByLabel('Account holder')).toBeFocused()
  await page.getByLabel('Account number').fill('12')
  await page.getByRole('button', { name: 'Change details' }).click()
  await expect(page.getByText('Enter 6 to 17 digits.')).toBeVisible()
  await expect(page.getByLabel('Account number')).toBeFocused()
  await clean(page)
  await page.getByLabel('Account number').fill('1234 4242')
  await page.getByRole('button', { name: 'Change details' }).click()
  await expect(page.getByText('Payout details saved.')).toBeVisible()
  await expect(page.getByText('Payouts go to the account ending 4242.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit' })).toBeFocused()
})

test('an operator finds a payment, refunds part of it with a reason, and the ledger balances', {
  tag: '@proof',
}, async ({ page }) => {
  await logIn(page, 'olu', '/operator/payments')
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible()
  await page.getByLabel('Search by number, address or name').fill('pi_test_sample7')
  await expect(page).toHaveURL(/text=/)
  await clean(page)
  await page.locator('tbody').getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Refund this payment' })).toBeVisible()
  await clean(page)
  await page.getByLabel('Amount to refund').fill('0')
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(page.getByText('Enter an amount above zero, up to what is left of the payment.')).toBeVisible()
  await page.getByLabel('Amount to refund').fill('1.50')
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Refund £1.50?')
  await dialog.getByLabel('Reason').fill('A gesture for a late start')
  await clean(page)
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: /A gesture for a late start/ }).first()).toContainText('Sent')
  for (const [path, title] of [
    ['refunds', 'Refunds'],
    ['payouts', 'Payouts'],
    ['ledger', 'Ledger'],
  ] as const) {
    await page.goto(`/operator/${path}`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await clean(page)
  }
  await expect(page.getByText(/Ledger balanced at/)).toBeVisible()
  await page.goto('/operator/audit?text=gesture')
  await expect(page.getByText('refund.make').first()).toBeVisible()
})
