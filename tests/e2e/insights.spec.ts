import { clean } from '#tests/e2e/axe.ts'
import { become, expect, logIn, test } from '#tests/e2e/stage.ts'

test('an artist views insights as charts and tables, over any number of weeks', {
  tag: '@proof',
}, async ({ page }) => {
  await become(page, await logIn('mia@primp.test', 'primp-sample-1'))
  await page.goto('/dashboard/insights')
  const shown = page.getByRole('region', { name: 'Where your price was shown' })
  await expect(shown.getByRole('img', { name: /Searches that showed your price by week/ })).toBeVisible()
  await shown.getByText('The figures as a table').click()
  await expect(shown.getByRole('table').getByRole('row')).toHaveCount(13)
  const prices = page.getByRole('region', { name: 'Your prices beside the middle nearby' })
  await expect(prices.getByRole('img', { name: /the line is the middle/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'One thing that would bring more' })).toBeVisible()
  await clean(page)

  await page.getByLabel('Weeks', { exact: true }).selectOption({ label: 'The last 4 weeks' })
  await expect(page).toHaveURL(/weeks=4/)
  await expect(shown.getByRole('table').getByRole('row')).toHaveCount(5)
})
