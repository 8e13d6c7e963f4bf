import { clean } from '#tests/e2e/axe.ts'
import { expect, searched, test } from '#tests/e2e/stage.ts'

test('a search without results shows how many artists each reason excludes, and a suggested change gives the promised results', async ({
  page,
}) => {
  const people = [{ count: 9, services: ['bridal-makeup', 'bridal-hair'] }]
  const id = await searched(page, {
    finishTime: '07:00',
    people,
    services: Array.from({ length: 9 }, () => ['bridal-makeup', 'bridal-hair']).flat(),
  })
  await page.goto(`/quotes/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'No exact match, but you have options' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.getByRole('tab')).toHaveCount(0)
  await expect(page.getByLabel('Sort')).toHaveCount(0)
  for (const name of ['Filters', 'Map']) await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  const rescue = page.locator('#rescue')
  await expect(
    rescue
      .getByText(/\d+ (are|is) booked|\d+ cannot take|\d+ (are|is) free, but cannot finish by|\d+ do(es)? not travel/)
      .first(),
  ).toBeVisible()

  const change = rescue.getByRole('button', { name: /instead \d+ artists?$/ }).first()
  const promised = Number((await change.textContent())?.match(/instead (\d+) artist/)?.[1])
  expect(promised).toBeGreaterThan(0)
  await change.click()
  await expect(page).not.toHaveURL(new RegExp(id))
  await expect(
    page.getByRole('heading', { level: 1, name: new RegExp(`^${promised} artists? can have`) }),
  ).toBeVisible()
})

test('a region without artists says so, with an alert, the nearest artist and other searches', {
  tag: '@proof',
}, async ({ page }) => {
  const location = {
    type: 'Point',
    coordinates: [-1.145, 60.155],
    address: { placeName: 'Lerwick', countryCode: 'GB', place: 'Lerwick' },
  }
  await page.goto(`/quotes/${await searched(page, { location })}`)
  await expect(page.getByRole('heading', { level: 1, name: 'No artist near Lerwick offers this yet' })).toBeVisible()
  const nearest = page.locator('#rescue').getByRole('button', { name: /^Near .+ \([\d.]+ miles away\) \d+ artists?$/ })
  // Only the nearest, because it is far away; the alert comes first.
  await expect(nearest).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'Fewer services' })).toBeVisible()
  // Change on the left, result on the right, also on the narrowest phone.
  await page.setViewportSize({ width: 320, height: 640 })
  for (const row of await nearest.all()) {
    const [change, count] = await Promise.all(
      [row.locator(':scope > span').first(), row.locator(':scope > span').last()].map((part) => part.boundingBox()),
    )
    expect((count?.x ?? 0) + (count?.width ?? 0)).toBeGreaterThan((change?.x ?? 0) + (change?.width ?? 0) - 1)
    expect(count?.x).toBeGreaterThan(change?.x ?? 0)
  }
  await clean(page)
  await page.locator('#rescue').getByRole('link', { name: 'See where artists are' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All places' })).toBeVisible()
})

test('a customer sets an alert for a freed time, and an invalid address is reported', { tag: '@proof' }, async ({
  page,
}) => {
  const people = [{ count: 12, services: ['bridal-makeup', 'bridal-hair'] }]
  const id = await searched(page, {
    finishTime: '06:00',
    people,
    services: Array.from({ length: 12 }, () => ['bridal-makeup', 'bridal-hair']).flat(),
  })
  await page.goto(`/quotes/${id}`)
  const email = page.locator('#rescue').getByLabel('Email')
  await email.fill('leila@mail')
  await email.evaluate((field: HTMLInputElement) => {
    field.type = 'text'
  })
  await page.getByRole('button', { name: 'Tell me when an artist is free' }).click()
  await expect(page.getByText('Email address is not valid')).toBeVisible()
  await email.fill('leila@mail.example')
  await page.getByRole('button', { name: 'Tell me when an artist is free' }).click()
  await expect(page.getByText(/Open the email we sent to leila@mail\.example/)).toBeVisible()
})
