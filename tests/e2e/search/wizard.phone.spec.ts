import { expect, searched, test } from '#tests/e2e/stage.ts'

test('the wizard asks one thing a screen, keeps its step in the address, and Back and Clear do only their own', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('link', { name: /Start your search/ }).click()
  await expect(page).toHaveURL(/stage=location/)
  await expect(page.getByRole('heading', { name: 'What neighborhood or place?' })).toBeVisible()
  const next = page.getByRole('button', { name: 'Next' })
  await expect(next).toBeDisabled()
  await page.getByRole('combobox').fill('Hackney')
  await page
    .getByRole('option', { name: /Hackney.*London/ })
    .first()
    .click()
  await next.click()

  await expect(page).toHaveURL(/stage=date/)
  await expect(page.getByRole('heading', { name: 'When is your event?' })).toBeVisible()
  await expect(next).toBeDisabled()
  await page.getByRole('button', { name: 'Sat 12 June 2027' }).click()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(next).toBeDisabled()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue(/Hackney/)
  await next.click()
  await page.getByRole('button', { name: /^Sat 12 June 2027, \d+ of \d+ artists free/ }).click()
  // What was chosen is kept when the page is loaded again, and the banner's buttons are never under the foot.
  await page.addInitScript(() => localStorage.removeItem('cookieConsent'))
  await page.reload()
  await expect(page.getByRole('button', { name: /^Sat 12 June 2027/, pressed: true })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Only necessary' }).click()
  await next.click()

  await expect(page.getByRole('heading', { name: 'What time do you need to be ready by?' })).toBeVisible()
  await page.getByRole('dialog').getByText('1:30 PM', { exact: true }).click()
  await next.click()
  await expect(page.getByRole('heading', { name: 'What services?' })).toBeVisible()
  const search = page.getByRole('button', { name: 'Search', exact: true })
  await expect(search).toBeDisabled()
  await page.getByRole('button', { name: 'Makeup', exact: true }).click()
  await search.click()
  await expect(page.getByRole('heading', { level: 1, name: /artists can have you ready by 1:30 PM/ })).toBeVisible()
})

test("the browser's own Back goes one step back, and closing at the first step brings the earlier search back", async ({
  page,
}) => {
  const id = await searched(page)
  await page.goto(`/quotes/${id}`)
  await page.getByRole('link', { name: /Update/ }).click()
  await expect(page.getByRole('heading', { name: 'What neighborhood or place?' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue('')
  await page.getByRole('button', { name: 'Close search' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('link', { name: /Update/ }).click()
  await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue(/Hackney/)
  await page.getByRole('button', { name: 'Date', exact: true }).click()
  await expect(page).toHaveURL(/stage=date/)
  await page.goBack()
  await expect(page).toHaveURL(/stage=location/)
})

test('Update on any step sends the changed search', async ({ page }) => {
  const id = await searched(page)
  await page.goto(`/quotes/${id}?stage=time`)
  await page.getByRole('dialog').getByText('3 PM', { exact: true }).click()
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page).not.toHaveURL(new RegExp(id))
  await expect(page.getByRole('heading', { level: 1, name: /ready by 3 PM/ })).toBeVisible()
})

test('a price stands on the first screen, and the map opens over the list and closes again', async ({ page }) => {
  const id = await searched(page)
  await page.goto(`/quotes/${id}`)
  const card = await page.locator('#quotes-panel article').first().boundingBox()
  expect(card?.y).toBeLessThanOrEqual(440)
  expect(card?.height).toBeLessThanOrEqual(430)
  const price = await page.locator('#quotes-panel article .number').first().boundingBox()
  expect((price?.y ?? 844) + (price?.height ?? 0)).toBeLessThanOrEqual(844)
  await page.getByRole('button', { name: 'Map' }).click()
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible()
  await page.getByRole('button', { name: 'List' }).click()
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeHidden()
})
