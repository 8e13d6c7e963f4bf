import { cleanInBoth } from '#tests/e2e/axe.ts'
import { Caller } from '#tests/e2e/own-market.ts'
import { dayAfter, formatDay } from '#tests/e2e/market.ts'
import { become, expect, test } from '#tests/e2e/stage.ts'

test('an artist requires a patch test, and the customer chooses its time', { tag: '@proof' }, async ({
  page,
  browser,
  request,
  artist,
  customer,
}) => {
  test.slow()
  const testDay = dayAfter(207)
  const mia = await artist.logIn()
  const mias = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  await mias.addInitScript(() => window === top && localStorage.setItem('cookieConsent', 'necessary'))
  await become(mias, mia)
  await mias.goto('/dashboard/services#patch-tests')
  const part = mias.getByRole('region', { name: 'Patch tests' })
  await part.getByLabel('Makeup', { exact: true }).selectOption('20')
  await part.getByRole('button', { name: /^Save/ }).click()
  await expect(mias.getByText('Saved. This also applies to existing bookings.')).toBeVisible()
  await cleanInBoth(mias)

  const ana = await customer.logIn()
  const booked = await new Caller(request, ana.token, customer.email).book(artist, dayAfter(216), '13:30')
  await become(page, ana)
  await page.goto(`/customer-dashboard/bookings/${booked.id}`)
  const card = page.getByRole('region', { name: 'Patch test' })
  await expect(card.getByText('Not ready')).toBeVisible()
  await card.getByRole('button', { name: 'Choose a time' }).click()
  await card.getByLabel('Day of the patch test').fill(dayAfter(215))
  await expect(card.getByText('There is no free time on that date. Choose another.')).toBeVisible()
  await card.getByLabel('Day of the patch test').fill(testDay)
  await card
    .getByRole('group', { name: /When Mia is free/ })
    .getByRole('button')
    .first()
    .click()
  await cleanInBoth(page)
  await card.getByRole('button', { name: new RegExp(`^Book ${formatDay(testDay)}`) }).click()
  await expect(card.getByText(new RegExp(`^${formatDay(testDay)} .*20 minutes\\. Not done yet\\.$`))).toBeVisible()
  await cleanInBoth(page)

  await mias.goto(`/dashboard/appointments/${booked.id}`)
  await expect(mias.getByRole('region', { name: 'Patch test' }).getByText(/Not done yet/)).toBeVisible()
  await cleanInBoth(mias)
  await card.getByRole('button', { name: 'Cancel patch test' }).click()
  await expect(card.getByRole('button', { name: 'Choose a time' })).toBeVisible()

  await mias.goto('/dashboard/services#patch-tests')
  await part.getByLabel('Makeup', { exact: true }).selectOption('')
  await part.getByRole('button', { name: /^Save/ }).click()
  await expect(mias.getByText('Saved. This also applies to existing bookings.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(card).toHaveCount(0)
})
