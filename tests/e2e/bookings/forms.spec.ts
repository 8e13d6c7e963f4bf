import { cleanInBoth } from '#tests/e2e/axe.ts'
import { Caller } from '#tests/e2e/own-market.ts'
import { dayAfter, marketTime } from '#tests/e2e/market.ts'
import { become, expect, logIn, test } from '#tests/e2e/stage.ts'

test('an operator creates a form, the customer signs it, and the artist reads it', { tag: '@proof' }, async ({
  page,
  browser,
  request,
  artist,
  customer,
}) => {
  test.slow()
  const olus = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  // An operator's short session would have expired by the real clock.
  await olus.clock.install({ time: marketTime })
  await olus.addInitScript(() => window === top && localStorage.setItem('cookieConsent', 'necessary'))
  await become(olus, await logIn('olu@primp.test', 'primp-sample-1'))
  await olus.goto('/operator/forms')
  await expect(olus.getByText('No forms yet. Bookings need no signature.')).toBeVisible()
  await olus.getByRole('button', { name: 'Create form' }).click()
  const editor = olus.getByRole('region', { name: 'New form' })
  await editor.getByLabel('Question 1', { exact: true }).fill('Does anybody react to latex?')
  await editor.getByRole('button', { name: 'Publish' }).click()
  await expect(editor.getByLabel('Name', { exact: true })).toBeFocused()
  await expect(editor.getByLabel('Question 1', { exact: true })).toHaveValue('Does anybody react to latex?')
  await editor.getByLabel('Name', { exact: true }).fill('Makeup')
  await editor.getByLabel('Introduction').fill('Please tell us about allergies, so that we bring the right products.')
  await editor.getByRole('button', { name: 'Add a question' }).click()
  await editor.getByLabel('Question 2', { exact: true }).fill('I agree to the treatment.')
  await editor.getByLabel('Type of answer for question 2').selectOption('agree')
  await editor.getByRole('checkbox', { name: 'Makeup', exact: true }).check()
  await editor.getByLabel(/^Reason/).fill('For a journey')
  await cleanInBoth(olus)
  await editor.getByRole('button', { name: 'Publish' }).click()
  await expect(olus.getByText('Version 1 published.')).toBeVisible()
  await expect(olus.getByRole('region', { name: 'Makeup' }).getByText('Required for: Makeup.')).toBeVisible()

  const ana = await customer.logIn()
  const booked = await new Caller(request, ana.token, customer.email).book(artist, dayAfter(215), '13:30')
  await become(page, ana)
  await page.goto(`/customer-dashboard/bookings/${booked.id}`)
  await expect(page.getByText('Not signed yet. Mia needs it before the day.')).toBeVisible()
  await page.getByRole('link', { name: 'Answer and sign' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Allergies and consent' })).toBeVisible()
  await page.getByRole('radio', { name: 'Yes' }).check()
  await page.getByRole('button', { name: 'Sign' }).click()
  await expect(page.getByText('Say who it is and what the artist should know.')).toBeVisible()
  await expect(page.getByLabel('Who, and what should Mia know?')).toBeFocused()
  await page.getByLabel('Who, and what should Mia know?').fill('Zoe, gloves.')
  await page.getByRole('checkbox', { name: /I agree/ }).check()
  await cleanInBoth(page)
  await page.getByLabel('Sign by typing your name').fill('Ana Moura')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Signed by Ana Moura on /)).toBeVisible()
  await expect(page.getByText('Yes. Zoe, gloves.')).toBeVisible()
  await cleanInBoth(page)
  await page.getByRole('button', { name: 'Answer again' }).click()
  await expect(page.getByLabel('Who, and what should Mia know?')).toHaveValue('Zoe, gloves.')
  await page.getByRole('button', { name: 'Keep the signed answers' }).click()
  await expect(page.getByText(/^Signed by Ana Moura on /)).toBeVisible()

  const mias = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  await mias.addInitScript(() => window === top && localStorage.setItem('cookieConsent', 'necessary'))
  await become(mias, await artist.logIn())
  await mias.goto(`/dashboard/appointments/${booked.id}`)
  await expect(mias.getByText('Allergies and consent: signed')).toBeVisible()
  await mias.getByRole('link', { name: 'Read the answers' }).click()
  await expect(mias.getByText('Yes. Zoe, gloves.')).toBeVisible()
  await cleanInBoth(mias)

  // Operators see only that it is signed.
  await olus.goto(`/operator/bookings/${booked.id}`)
  await expect(olus.getByText(/^Signed .*version 1\.$/)).toBeVisible()
  await expect(olus.getByRole('link', { name: 'Read the answers' })).toHaveCount(0)
  await expect(olus.getByText('Zoe, gloves.')).toHaveCount(0)
  await olus.goto('/operator/forms')
  await olus.getByRole('button', { name: 'Retire Makeup' }).click()
  await olus
    .getByRole('dialog')
    .getByLabel(/^Reason/)
    .fill('The journey is over')
  await olus.getByRole('dialog').getByRole('button', { name: 'Retire form' }).click()
  await expect(olus.getByText('Retired')).toBeVisible()
})
