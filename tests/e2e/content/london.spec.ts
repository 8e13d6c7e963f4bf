import { expect, test } from '#tests/e2e/stage.ts'

test('the London page shows its built-in figures, and its search is prefilled with London', async ({ page }) => {
  await page.goto('/gb/makeup-hair-styling/london')
  await expect(page.getByRole('heading', { level: 1, name: 'Find Hair And Makeup Artists In London' })).toBeVisible()
  // A sheet in the wrong order would reset sizes.
  expect(
    await page
      .getByRole('heading', { level: 1 })
      .evaluate((heading) => Number.parseFloat(getComputedStyle(heading).fontSize)),
  ).toBeGreaterThan(30)
  await expect(page.getByText('4.9 from 14,718 reviews').first()).toBeVisible()
  await expect(page.getByText(/£65 to £257 \(117 sample prices\)/).first()).toBeVisible()
  await expect(page.getByText('Makeup starts from £30, and makeup plus hair from £50.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Location London/ })).toBeVisible()
  const schemas = await page.locator('script[type="application/ld+json"]').allTextContents()
  const types = schemas.map((text) => JSON.parse(text)['@type'])
  expect(types).toEqual(expect.arrayContaining(['BreadcrumbList', 'FAQPage']))
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/gb\/makeup-hair-styling\/london$/)
})

test('another place shows figures of the market, a place without artists says so, and an unknown one shows the front page with 404', {
  tag: '@proof',
}, async ({ page }) => {
  expect((await page.goto('/gb/makeup-hair-styling/manchester'))?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1, name: /Manchester/ })).toBeVisible()
  await expect(page.getByText('14,718')).toHaveCount(0)
  const response = await page.goto('/gb/makeup-hair-styling/no-such-place-anywhere')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('main').getByText('We could not find that page, so here is the home page.')).toBeVisible()
})
