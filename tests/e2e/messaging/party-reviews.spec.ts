import { marketTime, dayAfter } from '#tests/e2e/market.ts'
import type { Browser, Page } from '@playwright/test'
import sharp from 'sharp'
import { clean, cleanInBoth } from '#tests/e2e/axe.ts'
import { OwnMarket } from '#tests/e2e/own-market.ts'
import { expect, running, test } from '#tests/e2e/stage.ts'

// Needs its own market, whose clock moves to the evening of a wedding.
test.describe.configure({ mode: 'serial' })

const market = new OwnMarket(24_500)
const { base } = market
let booking = ''
let links: string[] = []

test.beforeAll(async () => {
  test.setTimeout(240_000)
  await market.open(marketTime.toISOString())
  const ana = await market.caller('ana@primp.test')
  const { id } = await ana.book({ slug: 'mia-hollis' }, dayAfter(4), '13:30', ['Ana', 'Noor', 'Zoe'])
  for (const person of [2, 3]) await ana.call('POST', `/v1/bookings/${id}/guests`, { person })
  await ana.close()
  await market.at(`${dayAfter(4)}T18:00:00Z`)
  const later = await market.caller('ana@primp.test')
  const { guests } = (await later.call('GET', `/v1/bookings/${id}`)).appointment
  links = guests.flatMap(({ key }: { key: string | null }) => (key ? [`${base}/guest/${key}`] : []))
  await later.close()
  booking = id
})
test.afterAll(() => market.close())

const phone = { width: 320, height: 800 }
const totalOf = async (page: Page): Promise<number> => {
  await page.goto(`${base}/@/mia-hollis`)
  const said = await page
    .getByText(/^[\d,]+ reviews?$/)
    .first()
    .innerText()
  return Number(said.replace(/\D/g, ''))
}
const guest = async (browser: Browser, link: string | undefined): Promise<Page> => {
  const page = await market.person(browser, null, phone)
  await page.goto(link ?? '')
  await running(page)
  return page
}
const picture = async (background: string) => ({
  name: 'look.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 600, height: 750, channels: 3, background } })
    .png()
    .toBuffer(),
})

test('guests of a party review with their own links, and the party counts as one booking', {
  tag: '@proof',
}, async ({ page, browser }) => {
  expect(links).toHaveLength(2)
  const before = await totalOf(page)
  const organiser = await market.person(browser, 'ana@primp.test')
  await organiser.goto(`${base}/book/booked/${booking}`)
  const list = organiser.getByRole('region', { name: 'Your guests can leave a review' })
  await expect(list.getByRole('button', { name: /^Send link/ })).toHaveCount(2)
  await clean(organiser)

  for (const [i, score] of [4, 5].entries()) {
    const theirs = await guest(browser, links[i])
    await expect(theirs.getByRole('heading', { level: 1, name: /^How was Mia/ })).toBeVisible()
    await theirs.getByLabel('Comments').fill(`Soft waves that lasted, said guest ${i}.`)
    await theirs.getByRole('button', { name: 'Post review' }).click()
    await expect(theirs.getByText('Score is required')).toBeVisible()
    await expect(theirs.getByLabel('Comments')).toHaveValue(/said guest/)
    if (i === 0) await cleanInBoth(theirs)
    await theirs
      .getByRole('radio', { name: new RegExp(`^${score} out of 5`) })
      .first()
      .press('Space')
    await theirs.getByLabel('Your role').selectOption('Bridesmaid')
    await theirs.getByRole('button', { name: 'Post review' }).click()
    await expect(theirs.getByText(/^Thank you\. Your review is on/)).toBeVisible()
    await theirs.context().close()
  }

  await expect.poll(() => totalOf(page)).toBe(before + 1)
  const party = page.getByRole('region', { name: '2 reviews from one group' })
  await expect(party.getByText('Each booking counts once in the rating')).toBeVisible()
  await expect(party.getByText('Guest · Bridesmaid, 1 of 2 from this group')).toHaveCount(2)
  await expect(party.getByRole('article')).toHaveCount(2)
  await clean(page)
  await organiser.context().close()
})

test("before and after pictures are shown with the person's consent, and deleted when it is withdrawn", {
  tag: '@proof',
}, async ({ page, browser }) => {
  const mia = await market.person(browser, 'mia@primp.test')
  await mia.goto(`${base}/dashboard/appointments/${booking}`)
  const card = mia.getByRole('region', { name: 'Before and after' })
  const zoe = card.getByRole('listitem').filter({ hasText: 'Zoe' })
  await zoe.getByRole('button', { name: /^Add pictures/ }).click()
  await zoe.getByRole('button', { name: 'Add both' }).click()
  await expect(zoe.getByText('Choose both pictures.')).toBeVisible()
  await zoe.getByLabel('Before').setInputFiles(await picture('#8a6a55'))
  await zoe.getByLabel('After').setInputFiles(await picture('#b3506a'))
  await zoe.getByRole('button', { name: 'Add both' }).click()
  await expect(zoe.getByText('Waiting for consent')).toBeVisible()
  await clean(mia)

  const shown = () => page.getByRole('img', { name: /^After, / })
  await page.goto(`${base}/@/mia-hollis`)
  await expect(page.getByText('said guest 1.')).toBeVisible()
  await expect(shown()).toHaveCount(0)
  const theirs = await guest(browser, links[1])
  const own = theirs.getByRole('region', { name: 'Before and after' })
  await expect(own.getByText(/^I am the person in these two pictures/)).toBeVisible()
  await cleanInBoth(theirs)
  await own.getByRole('button', { name: 'Agree' }).click()
  await expect(own.getByText(/^Published since/)).toBeVisible()
  // A cached page is updated a moment after a change.
  const reloaded = async (count: number) => {
    await page.reload()
    await expect(page.getByText('said guest 1.')).toBeVisible()
    expect(await shown().count()).toBe(count)
  }
  await expect(() => reloaded(1)).toPass({ timeout: 20_000 })
  await mia.reload()
  await expect(zoe.getByText(/^Published since/)).toBeVisible()

  await own.getByRole('button', { name: 'Withdraw consent and delete' }).click()
  await expect(own.getByRole('button', { name: 'Add both' })).toBeVisible()
  await expect(() => reloaded(0)).toPass({ timeout: 20_000 })
  for (const one of [theirs, mia]) await one.context().close()
})
