import { expect, test, wedding } from '#tests/e2e/stage.ts'

test.use({ javaScriptEnabled: false })

test('without JavaScript a plain form finds artists, pages are complete and an error keeps the input', async ({
  page,
}) => {
  await page.goto('/')
  const form = page.getByRole('search')
  await form.getByRole('textbox', { name: 'Location' }).fill('Hackney')
  await form.getByLabel('Date').fill(wedding.eventDate)
  await form.getByLabel('Ready by').selectOption('13:30')
  await form.getByText('Services', { exact: true }).click()
  await form.getByRole('spinbutton', { name: 'Makeup', exact: true }).fill('2')
  await form.getByRole('spinbutton', { name: 'Updo', exact: true }).fill('2')
  await form.getByRole('button', { name: 'Search' }).click()

  await expect(page).toHaveURL(/\/quotes\//)
  await expect(
    page.getByRole('heading', { level: 1, name: /artists can have both of you ready by 1:30 PM/ }),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Instant Book', exact: true }).click()
  await expect(page).toHaveURL(/filterBy=instant/)
  await page.getByRole('article').first().getByRole('heading', { level: 3 }).getByRole('link').click()
  await expect(page.getByText('Total for 2 people')).toBeVisible()
  await page
    .getByRole('link', { name: /^(Book|Request quote)$/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible()
})

test('for an unknown place the form comes back with everything that was typed', async ({ page }) => {
  await page.goto('/')
  const form = page.getByRole('search')
  await form.getByRole('textbox', { name: 'Location' }).fill('Xyzzyqw')
  await form.getByLabel('Date').fill(wedding.eventDate)
  await form.getByText('Services', { exact: true }).click()
  await form.getByRole('spinbutton', { name: 'Makeup', exact: true }).fill('3')
  await form.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText("No places match 'Xyzzyqw'. Try a town or postcode.")).toBeVisible()
  await expect(page.getByLabel('Date')).toHaveValue(wedding.eventDate)
  await expect(page.getByRole('spinbutton', { name: 'Makeup', exact: true })).toHaveValue('3')
})
