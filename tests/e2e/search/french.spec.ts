import { axeFindings } from '#tests/e2e/axe.ts'
import { expect, running, searched, test, wedding } from '#tests/e2e/stage.ts'

const toronto = {
  type: 'Point',
  coordinates: [-79.38, 43.65],
  address: { placeName: 'Toronto, Ontario, Canada', countryCode: 'CA', place: 'Toronto' },
}

test('a customer in Canada searches and reads quotes in French', async ({ page }) => {
  await page.goto('/')
  await expect(page.locator('link[hreflang="fr-CA"]')).toHaveAttribute('href', /\/fr$/)
  await page.getByRole('link', { name: 'Français (Canada)' }).click()
  await expect(page).toHaveURL(/\/fr$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr-CA')
  await expect(page.locator('link[hreflang="x-default"]')).toHaveAttribute('href', /[^r]\/$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choisissez un lieu, une date et des services')
  await expect(page.getByRole('link', { name: 'Ongles' })).toBeVisible()
  await running(page)
  expect(await axeFindings(page)).toEqual([])

  const id = await searched(page, { language: 'fr', location: toronto })
  await page.goto(`/quotes/${id}`)
  await running(page)
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr-CA')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(/^\d+ artistes peuvent préparer 5 personnes pour 13\u00a0h\u00a030$/)
  await expect(page.getByRole('article').first()).toContainText(/\d\u00a0\$/)
  await page.getByRole('tab', { name: /Studio/ }).click()
  await expect(page.getByRole('tab', { name: /Studio/, selected: true })).toBeVisible()
  await expect(heading).toHaveText(/préparer 5 personnes/)
  await expect(page.getByRole('progressbar')).toBeHidden()
  expect(await axeFindings(page)).toEqual([])

  // A page that exists in English only is in English, with the matching language for screen readers.
  await page.getByRole('link', { name: 'Primp' }).first().click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.locator('html')).toHaveAttribute('lang', /^en-/)
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible()
})

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the French form finds artists, and its errors are French', async ({ page }) => {
    await page.goto('/fr')
    const form = page.getByRole('search')
    await form.getByRole('textbox', { name: 'Lieu' }).fill('Xyzzyqw')
    await form.getByLabel('Date').fill(wedding.eventDate)
    await form.getByText('Services', { exact: true }).click()
    await form.getByRole('spinbutton', { name: 'Maquillage', exact: true }).fill('2')
    await form.getByRole('button', { name: 'Rechercher' }).click()
    await expect(page.getByText(/Aucun lieu ne correspond/)).toBeVisible()
    await form.getByRole('textbox', { name: 'Lieu' }).fill('Toronto, Ontario')
    await form.getByRole('button', { name: 'Rechercher' }).click()
    await expect(page).toHaveURL(/\/quotes\//)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\d+ artistes sont libres le \S+ \d+ \S+ 2027$/)
  })
})
