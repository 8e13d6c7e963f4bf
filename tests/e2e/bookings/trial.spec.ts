import { marketTime, dayAfter } from '#tests/e2e/market.ts'
import type { Locator, Page } from '@playwright/test'
import { cleanInBoth } from '#tests/e2e/axe.ts'
import { OwnMarket } from '#tests/e2e/own-market.ts'
import { expect, test, wedding } from '#tests/e2e/stage.ts'
import { fromThePage } from '#tests/signed-in.ts'
import { onward, payButton, testCard } from './booking-steps.ts'

const market = new OwnMarket(27_000)
test.beforeAll(() => market.open(marketTime.toISOString()))
test.afterAll(() => market.close())

const pence = (text: string | null): number => Math.round(Number(/£([\d.]+\d)/.exec(text ?? '')?.[1]) * 100)

async function chooseTime(part: Locator, day: string, date: string, n: number): Promise<void> {
  await part.getByLabel(day).fill(date)
  const times = part.getByRole('group', { name: /When Mia is free/ }).getByRole('button')
  await expect(times.first()).toBeVisible()
  await times.nth(n).click()
}

async function searchOf(page: Page): Promise<string> {
  const data = {
    ...wedding,
    eventDate: dayAfter(216),
    people: [{ count: 1, services: ['makeup'] }],
    services: ['makeup'],
  }
  const answer = await page.context().request.post(`${market.base}/v1/quotes/`, { headers: fromThePage, data })
  expect(answer.status()).toBe(200)
  return (await answer.json()).data.search.id
}

test('a trial with a patch test is booked with the day in one step and moved, and stays paid when the day is cancelled', {
  tag: '@proof',
}, async ({ browser }) => {
  test.slow()
  const mia = await market.person(browser, 'mia@primp.test')
  await mia.goto('/dashboard/services#trials')
  const offered = mia.getByRole('region', { name: 'Trials' })
  const makeup = offered.getByRole('group', { name: 'Makeup', exact: true })
  await makeup.getByLabel('Offer a trial for Makeup', { exact: true }).check()
  await makeup.getByLabel('What you earn for it').fill('48')
  await expect(makeup.getByText(/^Customers pay £\d+\. You earn £48\.00\.$/)).toBeVisible()
  await makeup.getByLabel('At most this many months before the event').selectOption('1')
  await makeup.getByLabel('At least this many days before the event').selectOption('30')
  await offered.getByRole('button', { name: /^Save/ }).click()
  await expect(offered.getByText('Allow more months or fewer days before the event.')).toBeVisible()
  await makeup.getByLabel('At most this many months before the event').selectOption('6')
  await makeup.getByLabel('At least this many days before the event').selectOption('2')
  await offered.getByRole('button', { name: /^Save/ }).click()
  await expect(mia.getByText('Saved. Trials already booked do not change.')).toBeVisible()
  await mia.goto('/dashboard/services#patch-tests')
  const tests = mia.getByRole('region', { name: 'Patch tests' })
  await tests.getByLabel('Makeup', { exact: true }).selectOption('20')
  await tests.getByRole('button', { name: /^Save/ }).click()
  await expect(mia.getByText('Saved. This also applies to existing bookings.')).toBeVisible()
  await cleanInBoth(mia)

  const ana = await market.person(browser, 'ana@primp.test')
  const id = await searchOf(ana)
  await ana.goto('/@/mia-hollis')
  await expect(ana.getByText(/^Trial before the day: £\d+/).first()).toBeVisible()
  await ana.goto(`/quotes/${id}/@/mia-hollis?type=mobile`)
  await expect(ana.getByRole('heading', { name: 'Before the day' })).toBeVisible()
  let known = () => {}
  const slow = new Promise<void>((done) => {
    known = done
  })
  await ana.route('**/v1/holds/*/visits', async (route) => {
    await slow
    await route.continue()
  })
  await ana.goto(`/book/${id}/@/mia-hollis?type=mobile`)
  await expect(ana.getByLabel('Name')).toHaveValue('Ana Duarte')
  await ana.getByLabel('Event', { exact: true }).fill('Birthday')
  await ana.getByLabel('Mobile').fill('07700 900142')
  await onward(ana).first().click()
  await ana.getByLabel('Street address').fill('14 Lark Row, London E2 9JA')
  await onward(ana).first().click()
  // The card is filled in before the linked appointments are loaded, and keeps its input.
  await ana.getByLabel('Card number').fill('4000 0000 0000 0002')
  known()
  const before = ana.getByRole('region', { name: 'Before the day' })
  const [trial, patchTest] = [
    before.getByRole('group', { name: 'Trial', exact: true }),
    before.getByRole('group', { name: 'Patch test', exact: true }),
  ]
  await expect(trial.getByRole('checkbox', { checked: true })).toHaveCount(0)
  await trial.getByRole('checkbox', { name: /Makeup/ }).check()
  await chooseTime(trial, 'Day of the trial', dayAfter(173), 2)
  await chooseTime(patchTest, 'Day of the patch test', dayAfter(166), 2)
  await expect(before.getByText(/^Chosen: Trial Wed 12 May 2027/)).toBeVisible()
  await cleanInBoth(ana)
  await before.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(before.getByText(/^Trial Wed 12 May 2027.* · Patch test Wed 5 May 2027/)).toBeVisible()
  const lines = ana.locator('aside').first()
  await expect(lines.getByText('Trial: Makeup, Wed 12 May 2027')).toBeVisible()
  await expect(ana.getByLabel('Card number')).toHaveValue('4000 0000 0000 0002')
  await ana.locator('input[name="how-much"]').nth(1).check()
  await ana.getByLabel(/I accept/).check()
  await testCard(ana, /succeeds/)
  await payButton(ana).click()
  await expect(ana).toHaveURL(/\/book\/booked\/[\w-]{36}$/)
  const booking = ana.url().split('/').at(-1) as string

  await ana.goto(`/customer-dashboard/bookings/${booking}`)
  const card = ana.getByRole('region', { name: 'Trial', exact: true })
  await expect(card.getByText(/^Wed 12 May 2027/)).toBeVisible()
  await expect(
    ana.getByRole('region', { name: 'Patch test' }).getByText(/^Wed 5 May 2027.*Not done yet\.$/),
  ).toBeVisible()
  await card.getByRole('button', { name: 'Choose another time' }).click()
  await chooseTime(card, 'Day of the trial', dayAfter(187), 1)
  await card.getByRole('button', { name: /^Take Wed 26 May/ }).click()
  await expect(card.getByText(/^Wed 26 May 2027/)).toBeVisible()
  await cleanInBoth(ana)
  const whole = pence(await ana.getByText(/^If you cancel now, you will get £/).textContent())

  await market.at(`${dayAfter(188)}T09:00:00Z`)
  const later = await market.person(browser, 'mia@primp.test')
  await later.goto(`/dashboard/appointments/${booking}`)
  for (const name of ['Trial', 'Patch test'] as const) {
    const part = later.getByRole('region', { name, exact: true })
    await part.getByRole('button', { name: 'Mark as done' }).click()
    await expect(part.getByText(/^Done on /)).toBeVisible()
  }
  await cleanInBoth(later)
  const again = await market.person(browser, 'ana@primp.test')
  await again.goto(`/customer-dashboard/bookings/${booking}`)
  const tried = again.getByRole('region', { name: 'Trial', exact: true })
  const price = pence(await tried.getByText(/included in the booking's price\.$/).textContent())
  // A completed trial stays paid; the rest of a fully paid booking is refunded.
  await expect(
    again.getByText(`If you cancel now, you will get £${((whole - price) / 100).toFixed(2)} back.`),
  ).toBeVisible()
  await again.getByRole('button', { name: 'Cancel this booking' }).click()
  await again
    .getByRole('dialog', { name: 'Cancel this booking' })
    .getByRole('button', { name: 'Cancel booking' })
    .click()
  await expect(again.getByText('You cancelled').first()).toBeVisible()
  await expect(tried.getByText(/^Done on /)).toBeVisible()
  await cleanInBoth(again)
})
