import { cleanInBoth } from '#tests/e2e/axe.ts'
import { addDays, dayAfter, marketTime } from '#tests/e2e/market.ts'
import { OwnMarket } from '#tests/e2e/own-market.ts'
import { expect, test, wedding } from '#tests/e2e/stage.ts'
import { fillCheckout, newAddress, openCheckout, testCard } from './booking-steps.ts'

// Needs its own market, whose clock and settings it changes.
test.describe.configure({ mode: 'serial', timeout: 240_000 })

const market = new OwnMarket(30_000)
test.beforeAll(() => market.open(marketTime.toISOString()))
test.afterAll(() => market.close())

test('an operator limits how long deposits are held; a customer then pays the fee, and the rest 60 days before', {
  tag: '@proof',
}, async ({ browser }) => {
  const operator = await market.person(browser, 'olu@primp.test')
  await operator.goto('/operator/catalogue?part=markets')
  const days = operator.getByLabel('Days a deposit can be held, United Kingdom')
  await days.fill('30')
  await expect(operator.getByText('Enter 75 to 730 days, or leave it empty.')).toBeVisible()
  await days.fill('90')
  await cleanInBoth(operator)
  await operator.getByRole('button', { name: 'Save', exact: true }).click()
  await operator.getByLabel('Reason').fill('The limit of our payment provider')
  await operator.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(operator.getByRole('dialog')).toHaveCount(0)
  await expect(days).toHaveValue('90')

  const eventDate = dayAfter(200)
  const customer = await market.person(browser, null)
  const search = { ...wedding, eventDate, finishTime: '13:30', people: [{ count: 1, services: ['makeup'] }] }
  const answer = await customer.request.post(`${market.base}/v1/quotes/`, {
    data: { ...search, services: ['makeup'] },
    headers: { origin: market.base },
  })
  const { id } = (await answer.json()).data.search
  const email = newAddress()
  await openCheckout(customer, `/book/${id}/@/mia-hollis?type=mobile`, email)
  await fillCheckout(customer, email)
  await expect(customer.getByText('Booking fee today')).toBeVisible()
  await expect(customer.getByText(/^Rest of the deposit, on /)).toBeVisible()
  await expect(customer.getByText(/^I agree that Primp saves the card I pay with/)).toBeVisible()
  await expect(customer.getByRole('radio', { name: /nothing left to pay on the day/ })).toHaveCount(0)
  await testCard(customer, /succeeds/)
  await cleanInBoth(customer)
  await customer.getByRole('button', { name: /^Pay £/ }).click()
  await expect(customer.getByRole('heading', { level: 1, name: /^Booked\./ })).toBeVisible()
  await expect(customer.getByText(/^We will charge the rest of the deposit, £/)).toBeVisible()
  await cleanInBoth(customer)

  const due = addDays(eventDate, -60)
  await market.takingBalances([`${addDays(due, -7)}T15:00:00Z`, `${due}T15:00:00Z`], `${due}T16:00:00Z`)
  await customer.reload()
  await expect(customer.getByText('Deposit paid')).toBeVisible()
  await expect(customer.getByText(/^Rest of the deposit, on /)).toHaveCount(0)
  for (const page of [operator, customer]) await page.context().close()
})
