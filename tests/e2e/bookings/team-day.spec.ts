import { marketTime, dayAfter } from '#tests/e2e/market.ts'
import { clean } from '#tests/e2e/axe.ts'
import { type Caller, OwnMarket } from '#tests/e2e/own-market.ts'
import { expect, running, test, wedding } from '#tests/e2e/stage.ts'
import { testCard } from './booking-steps.ts'

// Needs its own market, whose clock it sets over weeks.
test.describe.configure({ mode: 'serial', timeout: 300_000 })

const market = new OwnMarket(28_000)
test.beforeAll(() => market.open(marketTime.toISOString()))
test.afterAll(() => market.close())

type Part = { profileId: string; appointmentId: string }

/** Nine people, too many for one artist, on a day when Mia and another artist are free. */
async function searchForNine(ana: Caller): Promise<string> {
  const people = [{ count: 9, services: ['makeup', 'updo'] }]
  const services = ['makeup', 'updo'].flatMap((id) => Array.from({ length: 9 }, () => id))
  const { search } = await ana.call('POST', '/v1/quotes/', {
    ...wedding,
    eventDate: dayAfter(22),
    finishTime: '14:00',
    people,
    services,
  })
  return search.id
}

test('a party of nine books a team of two; one artist cancels and is replaced; the booking is completed, reviewed and paid out', {
  tag: '@proof',
}, async ({ browser }) => {
  const caller = await market.caller('ana@primp.test')
  const searchId = await searchForNine(caller)
  const customer = await market.person(browser, 'ana@primp.test')
  await customer.goto(`/quotes/${searchId}?rescue=1`)
  await customer.getByRole('link', { name: 'A team of two or three artists' }).click()
  await expect(customer.getByRole('heading', { level: 1, name: 'Teams for your group' })).toBeVisible()
  await customer.goto(`/quotes/${searchId}/teams?instant=true&keep=mia-hollis`)
  await running(customer)
  const teams = customer.getByRole('article')
  await expect(teams.first()).toBeVisible()
  await teams
    .first()
    .getByRole('button', { name: /^Choose this team: .*Mia Hollis/ })
    .click()
  await expect(customer).toHaveURL(/\/teams\//)
  const teamId = customer.url().split('/').at(-1) ?? ''
  await running(customer)
  await expect(customer.getByText('ana@primp.test · ')).toBeVisible()
  await expect(customer.getByLabel('Mobile')).toBeHidden()
  await customer.getByRole('button', { name: 'Edit your details' }).click()
  await expect(customer.getByLabel('Name', { exact: true })).toBeFocused()
  await expect(customer.getByLabel('Mobile')).not.toHaveValue('')
  await customer.getByLabel('Event', { exact: true }).fill('Wedding')
  await customer.getByLabel('Mobile').fill('07700 900142')
  await customer.getByLabel('Street address').fill('14 Lark Row, London E2 9JA')
  await customer.getByLabel(/I agree to each/).check()
  await testCard(customer, /succeeds/)
  await customer.getByRole('button', { name: /^Pay £/ }).click()
  await expect(customer.getByText('Your team is booked.')).toBeVisible()

  const { parts } = (await caller.call('GET', `/v1/teams/${teamId}/hold`)).hold as { parts: Part[] }
  const mia = (await caller.call('GET', '/v1/@/mia-hollis'))._id as string
  const ofMia = parts.find(({ profileId }) => profileId === mia) as Part
  const ofOther = parts.find(({ profileId }) => profileId !== mia) as Part
  const bookingOf = async ({ appointmentId }: Part) =>
    (await caller.call('GET', `/v1/bookings/${appointmentId}`)).appointment
  const other = await bookingOf(ofOther)

  const artist = await market.person(browser, 'mia@primp.test', { width: 390, height: 844 })
  await artist.goto(`/dashboard/appointments/${ofMia.appointmentId}`)
  await expect(artist.getByRole('heading', { name: 'Also coming' })).toBeVisible()
  await expect(artist.getByRole('link', { name: other.provider.name })).toBeVisible()
  await artist.getByLabel('Message to the team').fill('I bring the long mirror.')
  await artist.getByRole('button', { name: 'Send to all' }).click()
  await expect(artist.getByRole('log').getByText('I bring the long mirror.')).toBeVisible()
  await clean(artist)
  const draft = artist.getByLabel('Message to the team')
  await draft.fill('And a lamp')
  await customer.goto(`/teams/${teamId}`)
  await expect(customer.getByText('I bring the long mirror.')).toBeVisible()
  // Messages arrive while the other person types.
  await running(customer)
  await customer.getByLabel('Message to the team').fill('Thank you!')
  await customer.getByRole('button', { name: 'Send to all' }).click()
  await expect(artist.getByRole('log').getByText('Thank you!')).toBeVisible()
  await expect(draft).toBeFocused()
  await expect(draft).toHaveValue('And a lamp')
  const deposit = other.deposit + (await bookingOf(ofMia)).deposit
  await expect(customer.getByText(`Deposit paid: £${deposit.toFixed(2)}.`)).toBeVisible()
  await expect(customer.getByRole('region', { name: 'Plan by artist' })).toBeVisible()

  await artist.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
  await artist.getByRole('button', { name: 'Cancel booking' }).click()
  await artist.getByRole('dialog').getByLabel('What should we tell Ana?').fill('I have broken my wrist.')
  await artist.getByRole('dialog').getByRole('button', { name: 'Cancel booking' }).click()
  await expect(artist.getByText('You cancelled: I have broken my wrist.')).toBeVisible()
  await customer.goto(`/book/rescue/${ofMia.appointmentId}`)
  await expect(customer.getByRole('heading', { level: 1, name: 'Mia Hollis had to cancel' })).toBeVisible()
  await clean(customer)
  await customer
    .getByRole('button', { name: /^Book .* for £/ })
    .first()
    .click()
  await expect(customer).toHaveURL(/\/book\/booked\//)
  const taken = { profileId: '', appointmentId: customer.url().split('/').at(-1) ?? '' }
  const now = await bookingOf(taken)
  expect(now).toMatchObject({ state: 'booked', people: (await bookingOf(ofMia)).people })
  expect(await bookingOf(ofOther)).toMatchObject({ state: 'booked', total: other.total, refunded: 0 })
  await customer.goto(`/customer-dashboard/bookings/${ofOther.appointmentId}`)
  await expect(customer.getByRole('heading', { name: 'Also coming' })).toBeVisible()
  await expect(customer.getByRole('link', { name: now.provider.name })).toBeVisible()

  await customer.goto(`/teams/${teamId}`)
  await expect(customer.getByRole('link', { name: `View booking with ${now.provider.name}` })).toBeVisible()
  await expect(customer.getByText('Mia Hollis has cancelled.')).toHaveCount(0)

  await market.at(`${dayAfter(28)}T10:00:00Z`)
  const desk = await market.caller('olu@primp.test')
  const run = (job: string) => desk.call('POST', `/v1/operator/jobs/${job}/run`, { reason: 'The day is over' })
  await run('complete-appointments')
  await run('pay-out')
  await run('payments')
  const later = await market.caller('ana@primp.test')
  for (const { appointmentId } of [ofOther, taken])
    expect((await later.call('GET', `/v1/bookings/${appointmentId}`)).appointment.state).toBe('completed')
  const after = await market.person(browser, 'ana@primp.test')
  await after.goto('/customer-dashboard/bookings')
  await after
    .getByRole('button', { name: `How was ${other.provider.name.split(' ')[0]}?` })
    .first()
    .click()
  await after.getByRole('radio', { name: '5 out of 5, excellent' }).first().press('Space')
  await after.getByLabel('Comments').fill('Nine of us, and nobody waited.')
  await after.getByRole('button', { name: 'Post review' }).click()
  await expect(after.getByRole('heading', { level: 1, name: /^Thank you\. / })).toBeVisible()
  await after.goto(`/@/${other.provider.slug}`)
  await expect(after.getByText('Nine of us, and nobody waited.')).toBeVisible()

  const operator = await market.person(browser, 'olu@primp.test')
  for (const providerId of [ofOther.profileId, now.provider._id]) {
    await operator.goto(`/operator/payouts?providerId=${providerId}`)
    await expect(operator.getByRole('row').filter({ hasText: 'Paid' }).first()).toBeVisible()
  }
  // The artist who cancelled gets nothing; the others get the whole payment.
  expect((await later.call('GET', `/v1/bookings/${ofMia.appointmentId}`)).appointment).toMatchObject({
    state: 'cancelled',
  })
  for (const page of [customer, artist, after, operator]) await page.context().close()
  for (const one of [caller, later, desk]) await one.close()
})
