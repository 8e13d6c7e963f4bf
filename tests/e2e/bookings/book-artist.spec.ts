import { dayAfter } from '#tests/e2e/market.ts'
import { clean } from '#tests/e2e/axe.ts'
import { expect, test } from '#tests/e2e/stage.ts'

test('a customer books an artist directly from their page, without a list of others', async ({ page }) => {
  await page.goto('/@/mia-hollis')
  await page.getByRole('main').getByRole('link', { name: 'Check your date' }).click()
  await expect(page.getByRole('heading', { name: 'Book Mia Hollis' })).toBeVisible()
  await page.getByRole('button', { name: 'See the price' }).click()
  await expect(page.getByText('Choose at least one service')).toBeVisible()
  await page.getByLabel(/^Makeup, £/).selectOption('2')
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
