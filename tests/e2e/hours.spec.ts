import { clean } from '#tests/e2e/axe.ts'
import { become, expect, test } from '#tests/e2e/stage.ts'
import { signedIn } from '#tests/signed-in.ts'

test('a day off and a weekly blocked time appear in the coming weeks and in the calendar, and a refusal keeps the typed values', {
  tag: '@proof',
}, async ({ page, artist }) => {
  const mia = await artist.logIn()
  const headers = signedIn(mia.token)
  const before = (await (await page.request.get('/v1/providers/me/hours', { headers })).json()).data
  const next = (weekday: number) =>
    (before.days as { date: string }[]).map(({ date }) => date).find((date) => new Date(date).getUTCDay() === weekday)
  await become(page, mia)
  await page.goto('/dashboard/hours')
  const week = page.getByRole('region', { name: 'Weekly hours' })
  await week.getByRole('button', { name: 'Remove hours 1 of Monday' }).click()
  await expect(week.getByText('Day off', { exact: true })).toBeVisible()
  await week.getByRole('button', { name: 'Copy the hours of Monday to other days' }).click()
  await expect(week.getByText('Unsaved changes')).toBeVisible()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Tuesday').click()
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
  await week.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByRole('listitem').filter({ hasText: /Tue \d+ \w+: Closed/ })).not.toHaveCount(0)
  await expect(week.getByText('Unsaved changes')).toHaveCount(0)

  const blocks = page.getByRole('region', { name: 'Weekly breaks' })
  await blocks.getByRole('heading', { name: 'Weekly breaks' }).click()
  await blocks.getByRole('button', { name: 'Add a weekly break' }).click()
  await blocks.getByRole('button', { name: /^Save/ }).click()
  await expect(blocks.getByLabel('Description')).toBeFocused()
  await blocks.getByLabel('Description').fill('School run')
  await blocks.getByText('Wednesday').click()
  await blocks.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByRole('listitem').filter({ hasText: /Wed \d+ \w+: .*School run/ })).not.toHaveCount(0)
  await clean(page)

  await page.goto(`/dashboard/calendar?day=${next(2)}`)
  await expect(page.getByRole('region', { name: /^Tue / }).getByText('Not working: Full day')).toBeVisible()
  await page.goto(`/dashboard/calendar?day=${next(3)}`)
  await expect(page.getByText('School run: 2:00 PM to 4:00 PM')).toBeVisible()
  await clean(page)
})
