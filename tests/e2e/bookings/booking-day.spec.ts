import { marketTime, dayAfter } from '#tests/e2e/market.ts'
import type { Page } from '@playwright/test'
import { testCard } from './booking-steps.ts'
import { type Booked, OwnMarket } from '#tests/e2e/own-market.ts'
import { clean } from '#tests/e2e/axe.ts'
import { expect, test } from '#tests/e2e/stage.ts'

// Needs its own market, whose clock it sets.
test.describe.configure({ mode: 'serial', timeout: 240_000 })

const market = new OwnMarket(18_000)
let booked: Booked

test.beforeAll(async () => {
  await market.open(marketTime.toISOString())
  const ana = await market.caller('ana@primp.test')
  booked = await ana.book({ slug: 'mia-hollis' }, dayAfter(4), '13:30')
  await ana.close()
  await market.at(`${dayAfter(4)}T11:00:00Z`)
})
test.afterAll(() => market.close())

test('events of the day appear on every open page immediately, and the remaining times move', {
  tag: '@proof',
}, async ({ browser }) => {
  const artist = await market.person(browser, 'mia@primp.test', { width: 390, height: 844 })
  const customer = await market.person(browser, 'ana@primp.test')
  const friend = await market.person(browser, null, { width: 390, height: 844 })
  await artist.goto('/dashboard/appointments')
  await artist.getByRole('link', { name: /Ana/ }).first().click()
  await expect(artist).toHaveURL(new RegExp(`/dashboard/appointments/${booked.id}`))
  await customer.goto(`/customer-dashboard/bookings/${booked.id}`)
  await friend.goto(`/book/day/${booked.shareKey}`)
  await expect(friend.getByRole('heading', { level: 1, name: 'Run sheet' })).toBeVisible()
  // The group's page reloads every half minute.
  const everyone = async (said: string | RegExp) => {
    await expect(artist.getByRole('status').getByText(said)).toBeVisible()
    await expect(customer.getByRole('status').getByText(said)).toBeVisible()
    await friend.clock.fastForward(31_000)
    await expect(friend.getByRole('status').getByText(said)).toBeVisible()
  }
  await clean(artist)
  await artist.getByRole('button', { name: 'I am on my way' }).click()
  await everyone('Mia is on the way, arriving about 12:20 PM.')

  await artist.getByRole('button', { name: 'I am running late' }).click()
  await clean(artist)
  await artist.getByRole('button', { name: '10 min', exact: true }).click()
  await everyone(/^Mia is running 10 minutes late/)
  await expect(customer.getByText('12:30 PM').first()).toBeVisible()
  await expect(friend.getByText('12:30 PM').first()).toBeVisible()
  for (const page of [customer, friend]) await clean(page)

  await market.at(`${dayAfter(4)}T12:50:00Z`)
  for (const page of [artist, customer, friend]) await reopened(page)
  await artist.getByRole('button', { name: 'I have arrived' }).click()
  await expect(artist.getByRole('button', { name: 'Mark as done' })).toBeVisible()
  await artist.getByRole('button', { name: 'I am running late' }).click()
  await artist.getByRole('button', { name: 'I am back on schedule' }).click()
  await everyone('Mia has arrived.')
  await artist.getByRole('button', { name: 'Mark as done' }).click()
  await everyone('Done.')
  await expect(artist.getByRole('button', { name: 'Mark as done' })).toHaveCount(0)

  await artist.getByRole('button', { name: /^Record £.* as paid/ }).click()
  await expect(customer.getByText('Balance paid')).toBeVisible()

  const tip = customer.getByRole('region', { name: 'Leave Mia a tip' })
  await tip.getByRole('radio', { name: 'Another amount' }).check()
  await tip.getByLabel('Amount', { exact: true }).fill('0.5')
  await testCard(customer, /succeeds/)
  await tip.getByRole('button', { name: 'Leave £0.50' }).click()
  await expect(tip.getByText('Enter an amount from £1, such as 12 or 12.50.')).toBeVisible()
  await tip.getByLabel('Amount', { exact: true }).fill('12.50')
  await clean(customer)
  if (process.env['SHOTS']) await tip.screenshot({ path: `${process.env['SHOTS']}/tip.png` })
  await tip.getByRole('button', { name: 'Leave £12.50' }).click()
  await expect(customer.getByText('Your tip')).toBeVisible()
  await expect(tip).toHaveCount(0)
  await expect(artist.getByText('Tip (all yours)')).toBeVisible()
  for (const page of [artist, customer, friend]) await page.context().close()
})

test('a customer saves a card and agrees to the balance, which is charged automatically', { tag: '@proof' }, async ({
  browser,
}) => {
  const [ana, mia] = [await market.caller('ana@primp.test'), await market.caller('mia@primp.test')]
  await mia.call('PUT', '/v1/providers/me/selling-rules', {
    instant: true,
    depositShare: 30,
    policy: 'fair',
    onlineBalance: true,
  })
  const later = await ana.book({ slug: 'mia-hollis' }, dayAfter(18), '13:30')
  for (const one of [ana, mia]) await one.close()
  const customer = await market.person(browser, 'ana@primp.test')
  await customer.goto(`/customer-dashboard/bookings/${later.id}`)
  const card = customer.getByRole('region', { name: 'Pay the balance automatically' })
  await card.getByRole('radio', { name: /^48 hours before Mia starts/ }).check()
  await card.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(card.getByText('Please agree to save a card.')).toBeVisible()
  await expect(card.getByRole('checkbox')).toBeFocused()
  await clean(customer)
  await card.getByRole('checkbox').check()
  await card.getByRole('button', { name: 'Continue', exact: true }).click()
  await card.getByRole('button', { name: 'Save card' }).click()
  await expect(card.getByLabel('Card number')).toBeFocused()
  await testCard(customer, /succeeds later/)
  await clean(customer)
  await card.getByRole('button', { name: 'Save card' }).click()
  await expect(card.getByText(/^We will charge your Visa ending 4242/)).toBeVisible()
  await card.getByRole('button', { name: 'Agree', exact: true }).click()
  await expect(card.getByText('Please agree to continue.')).toBeVisible()
  await card.getByRole('checkbox').check()
  await clean(customer)
  await card.getByRole('button', { name: 'Agree', exact: true }).click()
  await expect(card.getByText(/ to your saved card on .*6 December/)).toBeVisible()
  await clean(customer)

  const artist = await market.person(browser, 'mia@primp.test')
  await artist.goto(`/dashboard/appointments/${later.id}`)
  await expect(artist.getByText(/^£.* will be charged automatically to the customer's card on /)).toBeVisible()
  await customer.goto('/customer-dashboard/cards')
  await customer.getByRole('button', { name: 'Remove Visa ending 4242' }).click()
  await clean(customer)
  await customer.getByRole('button', { name: 'Keep it' }).click()

  await market.takingBalances([`${dayAfter(15)}T13:00:00Z`, `${dayAfter(16)}T13:10:00Z`], `${dayAfter(16)}T13:20:00Z`)
  await customer.goto(`/customer-dashboard/bookings/${later.id}`)
  await expect(customer.getByText('Balance paid')).toBeVisible()
  await expect(card).toHaveCount(0)
  for (const page of [artist, customer]) await page.context().close()
})

async function reopened(page: Page): Promise<void> {
  await page.clock.setSystemTime(new Date(`${dayAfter(4)}T12:50:00Z`))
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}
