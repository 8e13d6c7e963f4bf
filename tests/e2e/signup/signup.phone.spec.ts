import { clean } from '#tests/e2e/axe.ts'
import { expect, newcomer, test } from '#tests/e2e/stage.ts'
import { signedIn } from '#tests/signed-in.ts'

test('on a phone the steps collapse into one bar, the card opens on request and nothing scrolls sideways', {
  tag: '@proof',
}, async ({ page }) => {
  const { email, password, token } = await newcomer('Noa Quill')
  const headers = signedIn(token)
  await page.request.post('/v1/signup/start', {
    headers,
    data: { name: 'Noa Quill', mobile: '07700 900446', country: 'GB', terms: true, adult: true },
  })
  await page.goto('/login?redirect=/signup')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Location' })).toBeVisible()
  await page.getByText('Step 2 of 12').click()
  const steps = page.getByRole('navigation', { name: 'Twelve steps' })
  await expect(steps.getByText('Pricing, opens after the previous step')).toBeAttached()
  await steps.getByRole('link', { name: 'Your details, done' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your details' })).toBeVisible()
  await page.getByRole('button', { name: 'Save and continue' }).click()

  await page.getByRole('combobox', { name: 'Where are you based?' }).fill('Leeds')
  await page
    .getByRole('option', { name: /^Leeds/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Add a Service' })).toBeVisible()
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('dialog', { name: 'What customers see' }).getByText('Noa Quill')).toBeVisible()
  await page.keyboard.press('Escape')
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  }
  await clean(page)
})
