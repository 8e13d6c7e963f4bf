import { formatDay, dayAfter } from '#tests/e2e/market.ts'
import { expect, searched, test, wedding } from '#tests/e2e/stage.ts'

test('the wizard has one question per screen and its step in the URL; Back and Clear affect only the current step', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('link', { name: /Start your search/ }).click()
  await expect(page).toHaveURL(/stage=location/)
  await expect(page.getByRole('heading', { name: 'What neighborhood or place?' })).toBeVisible()
  const next = page.getByRole('button', { name: 'Next' })
  await expect(next).toBeDisabled()
  await expect(page.getByRole('combobox')).toBeFocused()
  await expect(page.getByRole('option', { name: 'Use my location' })).toBeInViewport()
  expect(await page.getByRole('option').count()).toBeGreaterThan(3)
  await page.getByRole('combobox').fill('Hackney')
  await page
    .getByRole('option', { name: /Hackney.*London/ })
    .first()
    .click()
  await next.click()

  await expect(page).toHaveURL(/stage=date/)
  await expect(page.getByRole('heading', { name: 'When is your event?' })).toBeVisible()
  expect(await page.getByRole('table').count()).toBeGreaterThan(12)
  await expect(page.getByRole('button', { name: 'Next month' })).toBeHidden()
  await expect(next).toBeDisabled()
  await page.getByRole('button', { name: formatDay(wedding.eventDate, true) }).click()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(next).toBeDisabled()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue(/Hackney/)
  await next.click()
  await page
    .getByRole('button', {
      name: new RegExp(`^${formatDay(wedding.eventDate, true)}, \\d+ of \\d+ artists have time that day`),
    })
    .click()
  // The selection survives a reload, and the bottom bar never covers the banner's buttons.
  await page.addInitScript(() => localStorage.removeItem('cookieConsent'))
  await page.reload()
  await expect(
    page.getByRole('button', { name: new RegExp(`^${formatDay(wedding.eventDate, true)}`), pressed: true }),
  ).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Only necessary' }).click()
  await next.click()

  await expect(page.getByRole('heading', { name: 'What time do you need to be ready by?' })).toBeVisible()
  const chip = (hhmm: string) => page.getByRole('dialog').locator(`label:has(input[value="${hhmm}"])`)
  await expect(chip('12:00')).toBeInViewport()
  await expect(chip('05:00')).not.toBeInViewport()
  await expect(chip('unsure')).toBeInViewport()
  const row = await Promise.all(['12:00', '12:30', '13:00'].map((hhmm) => chip(hhmm).boundingBox()))
  expect([new Set(row.map((box) => box?.x)).size, new Set(row.map((box) => box?.y)).size]).toEqual([3, 1])
  await page.getByRole('dialog').getByText('1:30 PM', { exact: true }).click()
  await next.click()
  await expect(page.getByRole('heading', { name: 'What services?' })).toBeVisible()
  const search = page.getByRole('button', { name: 'Search', exact: true })
  await expect(search).toBeDisabled()
  await page.getByRole('button', { name: 'Makeup', exact: true }).click()
  await search.click()
  await expect(page.getByRole('heading', { level: 1, name: /artists can have you ready by 1:30 PM/ })).toBeVisible()
})

test("the browser's Back goes one step back, and closing at the first step restores the previous search", async ({
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

test('a price is on the first screen, and the map opens over the list and closes again', async ({ page }) => {
  const id = await searched(page)
  await page.goto(`/quotes/${id}`)
  const card = await page.locator('#quotes-panel article').first().boundingBox()
  expect(card?.y).toBeLessThanOrEqual(440)
  expect(card?.height).toBeLessThanOrEqual(430)
  const price = await page.locator('#quotes-panel article .number').first().boundingBox()
  expect((price?.y ?? 844) + (price?.height ?? 0)).toBeLessThanOrEqual(844)
  await page.mouse.move(200, 600)
  await page.mouse.wheel(0, 1200)
  // After scrolling, the header contains the search with Update.
  const summary = page
    .getByRole('link', { name: new RegExp(`^Hackney, ${formatDay(wedding.eventDate)}.*Update$`) })
    .last()
  await expect(summary).toBeInViewport()
  expect((await summary.boundingBox())?.y).toBeLessThan(64)
  await page.getByRole('button', { name: 'Map' }).click()
  const map = page.getByRole('group', { name: /^Map of (\d+|the first \d+ of \d+)/ })
  // This browser draws no maps: the text says the same.
  await expect(map.getByText('Artists around Hackney. All of them are in the list.')).toBeVisible()
  await page.getByRole('button', { name: 'List' }).click()
  await expect(map).toBeHidden()
})

test('a day with few artists left is marked with a dot and a text', { tag: '@proof' }, async ({ page }) => {
  // The response marks one day as having few artists left.
  await page.route('**/v1/demand/days?*', async (route) => {
    const answer = await route.fetch()
    const { data } = await answer.json()
    await route.fulfill({ response: answer, json: { data: { ...data, few: [wedding.eventDate] } } })
  })
  await page.goto(`/quotes/${await searched(page)}?stage=date`)
  const day = page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${formatDay(wedding.eventDate, true)}, .+, few left$`) })
  await expect(day).toBeInViewport()
  const dot = (button: Element) => getComputedStyle(button, '::after').width
  expect(await day.evaluate(dot)).toBe('6px')
  expect(await page.locator(`[data-day="${dayAfter(211)}"]`).evaluate(dot)).not.toBe('6px')
})

test('filters are a bottom sheet on a phone', { tag: '@proof' }, async ({ page }) => {
  await page.goto(`/quotes/${await searched(page)}`)
  await page.getByRole('button', { name: 'Filters' }).click()
  const filters = page.getByRole('dialog', { name: 'Filters' })
  await expect(filters.getByRole('button', { name: /^Show \d+ mobile artists?$/ })).toBeVisible()
  const { x, y, width, height } = (await filters.boundingBox()) ?? { x: 1, y: 0, width: 0, height: 0 }
  expect([x, width, Math.round(y + height)]).toEqual([0, 390, 844])
})
