import { dayAfter } from '#tests/e2e/market.ts'
import { clean } from '#tests/e2e/axe.ts'
import { expect, searched, test } from '#tests/e2e/stage.ts'
import { fillCheckout, newAddress, onward, openCheckout, payButton, testCard } from './booking-steps.ts'

const leith = {
  type: 'Point',
  coordinates: [-3.175, 55.973],
  address: { placeName: 'Leith, Edinburgh, Scotland, United Kingdom', countryCode: 'GB', place: 'Edinburgh' },
}

test('a customer books an artist with trial and patch test: first without choosing either, then with both in one visit', async ({
  page,
}) => {
  const email = newAddress()
  const id = await searched(page, {
    location: leith,
    eventDate: dayAfter(215),
    services: ['makeup'],
    people: [{ count: 1, services: ['makeup'] }],
  })
  await openCheckout(page, `/book/${id}/@/isobel-tarn?type=mobile`, email)
  const before = page.getByRole('region', { name: 'Before the day' })
  await page.getByLabel('Street address').fill('12 Shore, Edinburgh EH6 6QN')
  await onward(page).first().click()
  const trial = before.getByRole('group', { name: 'Trial', exact: true })
  await expect(trial).toBeVisible()
  await expect(before.getByRole('group', { name: 'Patch test', exact: true })).toBeVisible()
  await before.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(payButton(page)).toBeVisible()
  await expect(before.getByText('Nothing chosen')).toBeVisible()

  await before.getByRole('button', { name: 'Change: Before the day' }).click()
  await trial.getByLabel(/^Makeup/).check()
  await trial.getByLabel(/patch test/).check()
  await trial.getByLabel('Day of the trial').fill(dayAfter(173))
  const times = trial.getByRole('group', { name: /When Isobel is free/ }).getByRole('button')
  await times.nth(1).click()
  await expect(before.getByText(/^Chosen: /)).toBeVisible()
  await clean(page)
  await before.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.locator('aside').first().getByText('Trial: Makeup, Wed 12 May 2027')).toBeVisible()
  await fillCheckout(page, email, '12 Shore, Edinburgh EH6 6QN')
  await testCard(page, /succeeds/)
  await payButton(page).click()
  await expect(page).toHaveURL(/\/book\/booked\/[\w-]{36}$/)
})
