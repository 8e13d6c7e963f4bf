import { clean } from '#tests/e2e/axe.ts'
import { become, expect, logIn, test } from '#tests/e2e/stage.ts'

test('an artist views insights as charts and tables, over any number of weeks', {
  tag: '@proof',
}, async ({ page }) => {
  await become(page, await logIn('mia@primp.test', 'primp-sample-1'))
  await page.goto('/dashboard/insights')
  const shown = page.getByRole('region', { name: 'Searches you appeared in' })
  await expect(shown.getByRole('img', { name: /^Searches you appeared in by week from/ })).toBeVisible()
  await shown.getByText('Show as a table').click()
  await expect(shown.getByRole('table').getByRole('row')).toHaveCount(13)
  const prices = page.getByRole('region', { name: 'Your prices compared with artists nearby' })
  await expect(prices.getByRole('img', { name: /The line is the median/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'How to get more bookings' })).toBeVisible()
  await clean(page)

  await page.getByLabel('Weeks', { exact: true }).selectOption({ label: 'The last 4 weeks' })
  await expect(page).toHaveURL(/weeks=4/)
  await expect(shown.getByRole('table').getByRole('row')).toHaveCount(5)
})
