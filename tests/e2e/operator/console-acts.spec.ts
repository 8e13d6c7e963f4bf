import type { Page } from '@playwright/test'
import { clean, cleanInBoth } from '#tests/e2e/axe.ts'
import { become, expect, logIn, mailTo, newcomer, operatorToken, test } from '#tests/e2e/stage.ts'
import { signedIn } from '#tests/signed-in.ts'

const why = 'Asked for it on the phone.'
const asOlu = async (page: Page) => become(page, await logIn('olu@primp.test', 'primp-sample-1'))

test('an operator changes the email address of a person who reads out the code', { tag: '@proof' }, async ({
  page,
}) => {
  const name = `Noor ${crypto.randomUUID().slice(0, 8)}`
  const { email } = await newcomer(name)
  const fresh = `new-${email}`
  await asOlu(page)
  await page.goto(`/operator/people?text=${encodeURIComponent(email)}`)
  await page.getByRole('link', { name }).click()
  await page.getByRole('heading', { name: 'Email, phone and login' }).click()
  await page.getByRole('button', { name: 'Change email' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send code' }).click()
  await expect(dialog.getByText('Enter an email address.')).toBeVisible()
  await expect(dialog.getByText('Give a reason.')).toBeVisible()
  await clean(page)
  await dialog.getByLabel('New email address').fill(fresh)
  await dialog.getByLabel('Reason').fill(why)
  await dialog.getByRole('button', { name: 'Send code' }).click()
  await expect(dialog.getByText(`Code sent to ${fresh}.`)).toBeVisible()
  await dialog.getByLabel('Code').fill('12')
  await dialog.getByRole('button', { name: 'Change email' }).click()
  await expect(dialog.getByText('Enter the six digits.')).toBeVisible()
  const { code } = await mailTo(fresh, /is your Primp code/)
  await dialog.getByLabel('Code').fill(code)
  await dialog.getByRole('button', { name: 'Change email' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(`${fresh} (`)).toBeVisible()
  expect((await mailTo(email, /Your email address was changed/)).body).toContain(fresh)
})

test('the only owner is emailed a link that stops an operator who was added', async ({ page }) => {
  const name = 'Ana Duarte'
  await asOlu(page)
  await page.goto('/operator/people?text=ana%40primp')
  await page.getByRole('link', { name }).click()
  await page.getByRole('heading', { name: 'Access' }).click()
  await page.getByRole('checkbox', { name: /^Support:/ }).check()
  await page.getByRole('button', { name: 'Save access' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(why)
  await dialog.getByRole('button', { name: 'Save access' }).click()
  await expect(page.getByText('Requested. See Approvals.')).toBeVisible()
  const { path } = await mailTo('olu@primp.test', new RegExp(`${name} will become an operator`))
  await page.goto(path)
  await expect(page.getByText(`${name} will become an operator on`)).toBeVisible()
  await cleanInBoth(page)
  await page.getByRole('button', { name: 'Stop this change' }).click()
  await expect(page.getByText('Stopped. Nothing was changed.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'There is nothing to stop' })).toBeVisible()
})

test('a booking is found by its number and cancelled for the customer after a preview', { tag: '@proof' }, async ({
  page,
  request,
}) => {
  const headers = signedIn(await operatorToken())
  const { bookings } = (await (await request.get('/v1/operator/bookings?when=ahead', { headers })).json()).data
  const { id, number } = bookings.findLast(
    ({ customer, state }: { customer: { name: string }; state: string }) =>
      !customer.name.startsWith('Ana') && state === 'booked',
  )
  await asOlu(page)
  await page.goto('/operator')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(`booking ${number}`)
  await page.getByRole('option', { name: new RegExp(`#${number}`) }).click()
  await expect(page).toHaveURL(new RegExp(id))
  await page.locator('#main').getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Cancel for the customer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(why)
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByText('2 emails are sent')).toBeVisible()
  await clean(page)
  await dialog.getByRole('button', { name: 'Go back' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveValue(why)
})

test('bookings, payments and the ledger are filtered by date', async ({ page }) => {
  await asOlu(page)
  for (const path of ['bookings', 'payments', 'ledger']) {
    await page.goto(`/operator/${path}?from=2001-01-01&to=2001-01-31`)
    await expect(page.getByLabel('From', { exact: true })).toHaveValue('2001-01-01')
    await expect(page.getByText(/^No (bookings|payments|entries) match\.$/)).toBeVisible()
  }
})

test('the settings list the keys, and rotating one needs a reason', async ({ page }) => {
  await asOlu(page)
  await page.goto('/operator/settings')
  await page.getByRole('button', { name: 'Rotate the key for Signed forms' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Rotate key' }).click()
  await expect(dialog.getByText('Give a reason.')).toBeVisible()
  await dialog.getByLabel('Reason').fill(why)
  await dialog.getByRole('button', { name: 'Rotate key' }).click()
  await expect(page.getByText('Key rotated')).toBeVisible()
  await cleanInBoth(page)
})
