import { marketTime, dayAfter } from '#tests/e2e/market.ts'
import type { Page } from '@playwright/test'
import { fillCheckout, newAddress, openCheckout, payButton, testCard } from './booking-steps.ts'
import { type Booked, type Caller, OwnMarket } from '#tests/e2e/own-market.ts'
import { clean } from '#tests/e2e/axe.ts'
import { expect, searched, test } from '#tests/e2e/stage.ts'

// Needs its own market, whose clock it sets.
test.describe.configure({ mode: 'serial', timeout: 240_000 })

const market = new OwnMarket(15_000)
const noon = `${dayAfter(110)}T12:00:00Z`
const cash = (amount: number) => `£${amount.toFixed(2)}`

/** Each boundary of each policy: its day, and the refund before and after it. */
const boundaries = [
  { policy: 'flexible', day: dayAfter(111), before: 100, after: 0 },
  { policy: 'fair', day: dayAfter(112), before: 50, after: 0 },
  { policy: 'fair', day: dayAfter(117), before: 100, after: 50 },
  { policy: 'strict', day: dayAfter(124), before: 50, after: 0 },
  { policy: 'strict', day: dayAfter(140), before: 100, after: 50 },
] as const
const made: { booked: Booked; share: number; policy: string }[] = []
const others: Record<'passing' | 'moving' | 'rescued' | 'returned', Booked> = {} as never
const mia = { slug: 'mia-hollis' }
let ana: Caller

test.beforeAll(async () => {
  await market.open(marketTime.toISOString())
  ana = await market.caller('ana@primp.test')
  for (const { policy, day, before, after } of boundaries) {
    made.push(
      { booked: await ana.book({ policy }, day, '16:30'), share: before, policy },
      { booked: await ana.book({ policy }, day, '10:00'), share: after, policy },
    )
  }
  others.passing = await ana.book(mia, dayAfter(117), '13:30')
  others.moving = await ana.book(mia, dayAfter(166), '13:30')
  others.rescued = await ana.book(mia, dayAfter(173), '13:30')
  others.returned = await ana.book(mia, dayAfter(174), '13:30')
  await ana.close()
  await market.at(noon)
  ana = await market.caller('ana@primp.test')
})
test.afterAll(async () => {
  await ana?.close()
  await market.close()
})

const bookingOf = (id: string): Promise<{ refunded: number; state: string; startsAt: string; sequence: number }> =>
  ana.call('GET', `/v1/bookings/${id}`).then(({ appointment }) => appointment)
const open = (page: Page, { id }: Booked) => page.goto(`/customer-dashboard/bookings/${id}`)
const cancelButton = (page: Page) => page.getByRole('button', { name: 'Cancel this booking' })

test('on each side of each policy boundary, cancelling refunds exactly the amount shown', { tag: '@proof' }, async ({
  browser,
}) => {
  const page = await market.person(browser, 'ana@primp.test')
  for (const [place, { booked, share, policy }] of made.entries()) {
    const back = Math.ceil(booked.paid * share) / 100
    await open(page, booked)
    await expect(page.getByText(`If you cancel now, you will get ${cash(back)} back.`)).toBeVisible()
    if (place === 0) await clean(page)
    await cancelButton(page).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel this booking' })
    await expect(
      dialog.getByText(
        share === 100
          ? `You will get a full refund of ${cash(back)}.`
          : share > 0
            ? `You will get back ${cash(back)} of the ${cash(booked.paid)} you paid.`
            : `Under the ${policy} policy, you will not get a refund if you cancel now.`,
      ),
    ).toBeVisible()
    if (place === 0) await clean(page)
    await dialog.getByRole('button', { name: 'Cancel booking' }).click()
    await expect(
      page.getByText(share > 0 ? `Your refund of ${cash(back)} is on its way to your card.` : /^We have told /).first(),
    ).toBeVisible()
    await expect.poll(async () => await bookingOf(booked.id)).toMatchObject({ state: 'cancelled', refunded: back })
  }
  await page.context().close()
})

test('if a policy boundary passes while the dialog is open, the new refund is shown before anything is cancelled', {
  tag: '@proof',
}, async ({ browser }) => {
  const page = await market.person(browser, 'ana@primp.test')
  const { paid } = others.passing
  await open(page, others.passing)
  await cancelButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this booking' })
  await expect(dialog.getByText(`You will get a full refund of ${cash(paid)}.`)).toBeVisible()
  await market.at(`${dayAfter(110)}T12:31:00Z`)
  await dialog.getByRole('button', { name: 'Cancel booking' }).click()
  const half = Math.ceil(paid * 50) / 100
  await expect(
    dialog.getByText(`The refund has changed, because a deadline has passed. It is now ${cash(half)}.`),
  ).toBeVisible()
  await expect(dialog.getByText(`You will get back ${cash(half)} of the ${cash(paid)} you paid.`)).toBeVisible()
  expect((await bookingOf(others.passing.id)).state).toBe('booked')
  await dialog.getByRole('button', { name: 'Cancel booking' }).click()
  await expect(page.getByText(`Your refund of ${cash(half)} is on its way to your card.`).first()).toBeVisible()
  await page.context().close()
})

test('either side moves a booking, which takes effect when the other side accepts', { tag: '@proof' }, async ({
  browser,
}) => {
  const customer = await market.person(browser, 'ana@primp.test')
  const artist = await market.person(browser, 'mia@primp.test')
  await open(customer, others.moving)
  await artist.goto(`/dashboard/appointments/${others.moving.id}`)
  await expect(artist.getByRole('heading', { level: 1, name: /Ana.*5 May/ })).toBeVisible()

  const suggest = async () => {
    await customer.getByRole('button', { name: 'Move this booking' }).click()
    await customer.getByLabel('Another date').fill(dayAfter(168))
    await customer.getByRole('button', { name: '3 PM', exact: true }).click()
    await expect(customer.getByText(/The price stays £/)).toBeVisible()
    await clean(customer)
    await expect(customer.getByText(/7 May.*, arrival .*, ready by 3 PM/)).toBeVisible()
    await customer.getByRole('button', { name: 'Suggest this time' }).click()
    await expect(
      customer.getByText(/^Waiting for Mia to reply about .*7 May.*, arrival .*, ready by 3 PM/),
    ).toBeVisible()
    await expect(artist.getByText(/^Ana suggests .*7 May.*, arrival .*, ready by 3 PM/)).toBeVisible()
  }
  await suggest()
  await clean(artist)
  await artist.getByRole('button', { name: 'Keep the original time' }).click()
  await expect(customer.getByText(/^Waiting for Mia/)).toHaveCount(0)
  expect((await bookingOf(others.moving.id)).startsAt).toBe(others.moving.startsAt)

  await suggest()
  await artist.getByRole('button', { name: 'Accept' }).click()
  await expect(artist.getByRole('heading', { level: 1, name: /7 May/ })).toBeVisible()
  await expect(customer.getByRole('heading', { level: 1, name: /7 May/ })).toBeVisible()
  await expect(
    customer.getByText(
      /If you move the booking, these dates stay the same\. They depend on the original start, .*5 May/,
    ),
  ).toBeVisible()
  const calendar = await (await customer.request.get(`/v1/run-sheets/${others.moving.shareKey}/calendar.ics`)).text()
  expect(calendar).toContain('SEQUENCE:1')
  expect(calendar).toMatch(/DTSTART[^\r]*20270507T/)

  for (const answer of ['Keep the original time', 'Accept']) {
    await artist.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
    await artist.getByRole('button', { name: 'Suggest another time' }).click()
    await artist.getByLabel('Date', { exact: true }).fill(dayAfter(165))
    await artist.getByLabel('Ready by').fill('11:00')
    await artist.getByRole('button', { name: 'Suggest this time' }).click()
    await expect(artist.getByText(/^Waiting for Ana/)).toBeVisible()
    await expect(customer.getByText(/^Mia suggests .*4 May/)).toBeVisible()
    await customer.getByRole('button', { name: answer, exact: true }).click()
    await expect(artist.getByText(/^Waiting for Ana/)).toHaveCount(0)
  }
  await expect(customer.getByRole('heading', { level: 1, name: /4 May/ })).toBeVisible()
  await expect(artist.getByRole('heading', { level: 1, name: /4 May/ })).toBeVisible()
  await suggest()
  await customer.getByRole('button', { name: 'Withdraw' }).click()
  await expect(artist.getByText(/^Ana suggests/)).toHaveCount(0)
  await customer.context().close()
  await artist.context().close()
})

test('the customer proposes another person, and the artist accepts', { tag: '@proof' }, async ({ browser }) => {
  const customer = await market.person(browser, 'ana@primp.test')
  const artist = await market.person(browser, 'mia@primp.test')
  await open(customer, others.moving)
  await customer.getByRole('button', { name: 'Change people or services' }).click()
  await customer.getByRole('button', { name: 'Add a person' }).click()
  await customer
    .getByLabel(/^First name of person \d+$/)
    .last()
    .fill('Zoe')
  // Below the minimum booking the second person costs nothing more.
  await expect(customer.getByText(/^The artist would start at .* The price stays £/)).toBeVisible()
  await clean(customer)
  await customer.getByRole('button', { name: 'Suggest it to Mia' }).click()
  await expect(customer.getByText('Waiting for Mia to reply about the change to the people or services.')).toBeVisible()
  await artist.goto(`/dashboard/appointments/${others.moving.id}`)
  await expect(artist.getByText('Ana suggests a change to the people or services.')).toBeVisible()
  await expect(artist.getByText(/^Zoe: /)).toBeVisible()
  await clean(artist)
  await artist.getByRole('button', { name: 'Accept' }).click()
  await expect(customer.getByText('Waiting for Mia to reply about the change to the people or services.')).toHaveCount(
    0,
  )
  await expect(customer.getByRole('region', { name: 'Run sheet' }).getByText('Zoe')).toBeVisible()
  await customer.context().close()
  await artist.context().close()
})

test('an artist who cancels gives a reason, and the customer chooses a replacement or a full refund', {
  tag: '@proof',
}, async ({ browser }) => {
  const customer = await market.person(browser, 'ana@primp.test')
  const artist = await market.person(browser, 'mia@primp.test')
  const cancelled = async (booked: Booked) => {
    await open(customer, booked)
    await artist.goto(`/dashboard/appointments/${booked.id}`)
    await artist.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
    await artist.getByRole('button', { name: 'Cancel booking' }).click()
    const dialog = artist.getByRole('dialog')
    await expect(
      dialog.getByText('Ana will get a full refund, including our fee, and we will help them find another artist.'),
    ).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel booking' }).click()
    await expect(dialog.getByLabel('What should we tell Ana?')).toHaveAttribute('aria-invalid', 'true')
    await clean(artist)
    await dialog.getByLabel('What should we tell Ana?').fill('I have broken my wrist.')
    await dialog.getByRole('button', { name: 'Cancel booking' }).click()
    await expect(artist.getByText('You cancelled: I have broken my wrist.')).toBeVisible()
    await customer.getByRole('link', { name: 'See available artists' }).click()
    await expect(customer.getByRole('heading', { level: 1, name: 'Mia Hollis had to cancel' })).toBeVisible()
    await expect(
      customer.getByText(
        `We are holding the ${cash(booked.paid)} you paid, and you can use it for another artist until`,
      ),
    ).toBeVisible()
    await clean(customer)
  }
  await cancelled(others.rescued)
  const take = customer.getByRole('button', { name: /^Book .* for £/ }).first()
  const [, name, price] = (await take.innerText()).match(/^Book (.*) for £(.*)$/) as RegExpMatchArray
  expect(Number(price)).toBeLessThanOrEqual(130)
  await take.click()
  await expect(customer).toHaveURL(/\/book\/booked\//)
  await expect(customer.getByText(new RegExp(`with ${name}`)).first()).toBeVisible()
  await expect(customer.getByText('14 Lark Row, London E2').first()).toBeVisible()
  await customer.goto(`/book/rescue/${others.rescued.id}`)
  await expect(customer.getByText('You are booked with another artist.')).toBeVisible()

  await cancelled(others.returned)
  await customer.getByRole('button', { name: 'No thanks, I have found someone' }).click()
  await expect(
    customer.getByText(`Your full refund of ${cash(others.returned.paid)} is on its way to your card.`),
  ).toBeVisible()
  await expect.poll(async () => (await bookingOf(others.returned.id)).refunded).toBe(others.returned.paid)
  await customer.context().close()
  await artist.context().close()
})

test('an expired hold is renewed, and the typed details stay', { tag: '@proof' }, async ({ browser }) => {
  const page = await market.person(browser, null)
  const id = await searched(page, {
    eventDate: dayAfter(187),
    services: ['makeup'],
    people: [{ count: 1, services: ['makeup'] }],
  })
  await openCheckout(page, `/book/${id}/@/mia-hollis?type=mobile`)
  await fillCheckout(page, newAddress())
  await testCard(page, /succeeds/)
  await market.at(`${dayAfter(110)}T13:00:00Z`)
  await page.clock.fastForward('30:00')
  await expect(page.getByText('We are no longer holding this time')).toBeVisible()
  await expect(
    page.getByText('It is still available. Hold it again to continue. Your answers are saved.'),
  ).toBeVisible()
  await clean(page)
  await page.getByRole('button', { name: 'Hold it again' }).click()
  await expect(page.getByText(/We are holding this time for you for/).first()).toBeVisible()
  await expect(page.getByLabel('Street address')).toHaveValue('14 Lark Row, London E2 9JA')
  await payButton(page).click()
  await expect(page).toHaveURL(/\/book\/booked\//)
  await page.context().close()
})

test('an unanswered request expires on both sides', { tag: '@proof' }, async ({ browser }) => {
  const customer = await market.person(browser, 'ana@primp.test')
  const artist = await market.person(browser, 'mia@primp.test')
  const id = await searched(customer, { eventDate: dayAfter(207), finishTime: undefined })
  await customer.goto(`/quotes/${id}?ask=mia-hollis`)
  const dialog = customer.getByRole('dialog', { name: 'Your details' })
  await expect(dialog.getByLabel('Email')).toHaveValue('ana@primp.test')
  await dialog.getByLabel('Event').fill('Ana expiring')
  await customer.getByRole('button', { name: 'Send request' }).click()
  await expect(customer.getByText(/ can reply until /).first()).toBeVisible()
  await artist.goto('/dashboard/requests')
  await expect(artist.getByRole('listitem').filter({ hasText: 'Ana expiring' }).first()).toBeVisible()
  await market.at(`${dayAfter(116)}T13:00:00Z`)
  for (const page of [customer, artist]) {
    await page.clock.setSystemTime(new Date(`${dayAfter(116)}T13:00:00Z`))
    await page.reload()
  }
  // Operators can run jobs that otherwise run each minute; open pages update.
  const olu = await market.caller('olu@primp.test')
  await olu.call('POST', '/v1/operator/jobs/end-requests/run', { reason: 'The time to answer is over.' })
  await olu.close()
  await expect(customer.getByText('Mia Hollis did not reply in time').first()).toBeVisible()
  await expect(
    artist.getByRole('listitem').filter({ hasText: 'Ana expiring' }).getByText('You did not reply in time'),
  ).toBeVisible()
  await customer.context().close()
  await artist.context().close()
})
