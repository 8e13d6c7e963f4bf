import { dayAfter } from '#tests/e2e/market.ts'
import { expect, searched, test } from '#tests/e2e/stage.ts'

test('a customer compares two artists side by side, and the link shows the same to another person', async ({
  page,
  browser,
}) => {
  // A day that no other journey books: booked artists are not listed.
  const id = await searched(page, { eventDate: dayAfter(274) })
  await page.goto(`/quotes/${id}`)
  const ticks = page.getByRole('checkbox', { name: /^Compare/ })
  await expect(page.getByRole('link', { name: /^Compare/ })).toHaveCount(0)
  await expect(page.getByText('Clear comparison')).toHaveCount(0)
  await ticks.nth(0).check()
  await expect(page.getByText('Add one more artist to compare.').first()).toBeVisible()
  await ticks.nth(1).check()
  await page.getByRole('link', { name: 'Compare 2' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Compare 2 artists' })).toBeVisible()
  const table = page.getByRole('table')
  for (const row of ['Price for 5', 'Deposit', 'Ready by 1:30 PM', 'Rating', 'Distance', 'Kit shades', 'Skills'])
    await expect(table.getByRole('rowheader', { name: row })).toBeVisible()
  await expect(table.getByText('best').first()).toBeVisible()
  await expect(table.getByRole('link', { name: /^(Book|Request quote)/ })).toHaveCount(2)
  await expect(page.getByText('Hackney, London, Sat 21 August 2027, ready by 1:30 PM')).toBeVisible()
  const heads = table.getByRole('columnheader')
  const [one, second] = await Promise.all([heads.nth(0).boundingBox(), heads.nth(1).boundingBox()])
  expect(Math.abs((one?.width ?? 0) - (second?.width ?? 0))).toBeLessThanOrEqual(1)
  const shape = await table.evaluate((sheet) => {
    const cover = sheet.querySelector('img')?.getBoundingClientRect()
    const price = sheet.querySelector('.number')
    return { ratio: cover && cover.width / cover.height, price: price && getComputedStyle(price).fontSize }
  })
  expect(shape.ratio).toBeCloseTo(4 / 3, 1)
  expect(shape.price).toBe('24px')
  await page.mouse.move(700, 500)
  await page.mouse.wheel(0, 500)
  await expect(table.getByRole('link', { name: /^(Book|Request quote)/ }).first()).toBeInViewport()
  await page.evaluate(() => scrollTo(0, 0))
  const told = await table.getByRole('row', { name: /^Price for 5/ }).textContent()

  const other = await (await browser.newContext()).newPage()
  await other.goto(page.url())
  expect(await other.getByRole('row', { name: /^Price for 5/ }).textContent()).toBe(told)
  await expect(other.getByRole('link', { name: /^(Book|Request quote)/ })).toHaveCount(0)

  await page.goBack()
  await expect(page.getByRole('checkbox', { name: /^Compare/ }).nth(0)).toBeChecked()
  await expect(page.getByRole('link', { name: 'Compare 2' })).toBeVisible()
})

test("a link to another customer's booking shows the artist and the price, but no booking", async ({
  page,
  browser,
}) => {
  const id = await searched(page)
  await page.goto(`/book/${id}/@/mia-hollis?type=mobile`)
  await expect(page.getByRole('heading', { level: 2, name: 'Your details' })).toBeVisible()
  const other = await (await browser.newContext()).newPage()
  await other.goto(page.url())
  await expect(other).toHaveURL(/\/quotes\/[\w-]+\/@\/mia-hollis/)
  await expect(other.getByRole('heading', { level: 1, name: 'Mia Hollis' })).toBeVisible()
  await expect(other.getByRole('link', { name: /^(Book|Request quote)/ })).toHaveCount(0)
})
