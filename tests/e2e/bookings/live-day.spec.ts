import { marketTime, dayAfter } from '#tests/e2e/market.ts'
import type { Page } from '@playwright/test'
import { clean } from '#tests/e2e/axe.ts'
import { type Booked, OwnMarket } from '#tests/e2e/own-market.ts'
import { expect, test } from '#tests/e2e/stage.ts'

// Needs its own market, whose clock it sets.
test.describe.configure({ mode: 'serial', timeout: 240_000 })

const market = new OwnMarket(26_000)
let booked: Booked
let later: Booked

test.beforeAll(async () => {
  await market.open(marketTime.toISOString())
  const ana = await market.caller('ana@primp.test')
  booked = await ana.book({ slug: 'mia-hollis' }, dayAfter(4), '13:30', ['Ana', 'Zoe'])
  later = await ana.book({ slug: 'mia-hollis' }, dayAfter(11), '13:30')
  await ana.close()
})
test.afterAll(() => market.close())

const status = (page: Page) => page.getByRole('status')
const sitting = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Who is next' }).getByRole('listitem').filter({ hasText: name })
const press = (page: Page, name: string, what: RegExp) =>
  sitting(page, name).getByRole('button', { name: what }).click()
/** Returns the status and run sheet of a page, without the current-time line and the age of the last update. */
async function shown(page: Page): Promise<string[]> {
  const said = await status(page).getByRole('paragraph').allInnerTexts()
  const sheet = await page.getByRole('region', { name: 'Run sheet' }).innerText()
  return [
    ...said.filter((line) => !line.startsWith('No update')),
    ...sheet.split('\n').filter((line) => !/^now/i.test(line)),
  ]
}
const goOn = async (page: Page, time: string) => {
  await page.clock.setSystemTime(new Date(`${dayAfter(4)}T${time}:00Z`))
  await page.clock.fastForward(31_000)
}

test('an artist without a connection continues the day; the customer sees the updates once it is connected, with the same times', {
  tag: '@proof',
}, async ({ browser }) => {
  await market.at(`${dayAfter(4)}T11:30:00Z`)
  const artist = await market.person(browser, 'mia@primp.test', { width: 390, height: 844 })
  const customer = await market.person(browser, 'ana@primp.test')
  await artist.goto(`/dashboard/appointments/${booked.id}`)
  await customer.goto(`/customer-dashboard/bookings/${booked.id}`)
  await expect(sitting(artist, 'Zoe')).toBeVisible()
  const today = artist.getByRole('region', { name: 'Today' })
  for (const button of await today.getByRole('button').all())
    expect((await button.boundingBox())?.height, 'a button for a thumb').toBeGreaterThanOrEqual(44)
  await clean(artist)
  await expect(customer.getByRole('region', { name: 'Run sheet' })).toBeVisible()
  const plan = await customer.getByRole('region', { name: 'Run sheet' }).innerText()

  await artist.context().setOffline(true)
  await artist.getByRole('button', { name: 'I have arrived' }).click()
  await expect(status(artist).getByText('Mia has arrived.')).toBeVisible()
  // The focus moves to the next action.
  await expect(artist.getByRole('button', { name: 'I am running late' })).toBeFocused()
  await expect(artist.getByText(/^Offline: 1 update /)).toBeVisible()
  await goOn(artist, '12:05')
  await press(artist, 'Ana', /^Started/)
  await expect(status(artist).getByText('Ana has started: Makeup.')).toBeVisible()
  await expect(status(artist).getByText(/^\d+ minutes behind\. Zoe now starts at /)).toBeVisible()
  await expect(status(artist).getByText(/^Everyone is ready at /)).toBeVisible()
  await goOn(artist, '12:45')
  await expect(sitting(artist, 'Ana').getByRole('button', { name: /^Done/ })).toBeFocused()
  await press(artist, 'Ana', /^Done/)
  await expect(sitting(artist, 'Ana').getByRole('button', { name: /^Undo/ })).toBeFocused()
  await expect(artist.getByText(/^Offline: 3 updates /)).toBeVisible()
  await clean(artist)

  await goOn(customer, '12:46')
  await expect(status(customer).getByText(/^No update from Mia yet/)).toBeVisible()
  expect((await shown(customer)).join()).not.toContain('behind')
  expect(await customer.getByRole('region', { name: 'Run sheet' }).innerText()).toContain(plan.split('\n')[0] ?? '')
  await clean(customer)

  await market.at(`${dayAfter(4)}T12:46:00Z`)
  await goOn(artist, '12:46')
  await artist.context().setOffline(false)
  await expect(artist.getByText(/^Offline:/)).toHaveCount(0, { timeout: 30_000 })
  await expect(status(customer).getByText('Ana is done: Makeup.')).toBeVisible({ timeout: 30_000 })
  await expect(status(customer).getByText('Mia reported this at 12:45 PM.')).toBeVisible()
  await expect(status(customer).getByText(/^\d+ minutes behind\. Zoe now starts at /)).toBeVisible()
  await expect(async () => expect(await shown(customer)).toEqual(await shown(artist))).toPass({ timeout: 30_000 })

  await press(artist, 'Ana', /^Undo/)
  await expect(status(customer).getByText('Ana has started: Makeup.')).toBeVisible({ timeout: 30_000 })
  await expect(async () => expect(await shown(customer)).toEqual(await shown(artist))).toPass({ timeout: 30_000 })
  for (const page of [artist, customer]) {
    await clean(page)
    await page.context().close()
  }
})

test('an artist agrees to share their location, and only the customer sees the distance', { tag: '@proof' }, async ({
  browser,
}) => {
  await market.at(`${dayAfter(11)}T11:30:00Z`)
  const artist = await market.person(browser, 'mia@primp.test', { width: 320, height: 700 })
  await artist.context().grantPermissions(['geolocation'])
  await artist.context().setGeolocation({ latitude: 51.48, longitude: -0.12 })
  const customer = await market.person(browser, 'ana@primp.test')
  const friend = await market.person(browser, null)
  await customer.goto(`/customer-dashboard/bookings/${later.id}`)
  await friend.goto(`/book/day/${later.shareKey}`)
  await artist.goto(`/dashboard/appointments/${later.id}`)
  await expect(artist.getByText(/^Ana sees roughly how many minutes away you are/)).toBeVisible()
  await artist.getByRole('button', { name: 'Share my arrival time with Ana' }).click()
  const away = status(customer).getByText(/^Mia is about \d+ minutes? away/)
  await expect(away).toBeVisible({ timeout: 30_000 })
  await expect(friend.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(friend.getByText(/minutes? away/)).toHaveCount(0)
  expect(await artist.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  for (const page of [artist, customer]) await clean(page)
  await artist.getByRole('button', { name: 'Stop sharing' }).click()
  await expect(away).toHaveCount(0, { timeout: 30_000 })
  await artist.getByRole('button', { name: 'Share my arrival time with Ana' }).click()
  await expect(status(customer).getByText(/is sharing their arrival time|minutes? away/)).toBeVisible({
    timeout: 30_000,
  })
  await artist.getByRole('button', { name: 'I have arrived' }).click()
  await expect(status(customer).getByText('Mia has arrived.')).toBeVisible({ timeout: 30_000 })
  await expect(status(customer).getByText(/arrival time|minutes? away/)).toHaveCount(0)
  await expect(artist.getByRole('button', { name: /Share my arrival time|Stop sharing/ })).toHaveCount(0)
  for (const page of [artist, customer, friend]) await page.context().close()
})
