import { dayAfter } from '#tests/e2e/market.ts'
import { clean } from '#tests/e2e/axe.ts'
import { expect, test } from '#tests/e2e/stage.ts'

test('a customer books an artist directly from their page, without a list of others', async ({ page }) => {
  await page.goto('/@/mia-hollis')
  await page.getByRole('main').getByRole('link', { name: 'Check your date' }).click()
  await expect(page.getByRole('heading', { name: 'Book Mia Hollis' })).toBeVisible()
  await page.getByRole('button', { name: 'See the price' }).click()
  await expect(page.getByText('Choose at least one service for each person')).toBeVisible()
  const person = page.getByRole('region', { name: 'Person 1' })
  await person.getByRole('button', { name: 'Makeup', exact: true }).click()
  await person.getByRole('button', { name: 'Person 1: Add a person with this look' }).click()
  await expect(page.getByText(/^2 people, 2 services: £\d+ before travel$/)).toBeVisible()
  await page.getByLabel('Date', { exact: true }).fill(dayAfter(214))
  await page.getByLabel('Ready by').selectOption('13:30')
  await page.getByRole('combobox').last().fill('Hackney')
  await page
    .getByRole('option', { name: /Hackney/ })
    .first()
    .click()
  await clean(page)
  await page.getByRole('button', { name: 'See the price' }).click()
  await expect(page).toHaveURL(/\/quotes\/[\w-]+\/@\/mia-hollis\?type=mobile/)
  await expect(page.getByText(/Makeup/).first()).toBeVisible()
})
