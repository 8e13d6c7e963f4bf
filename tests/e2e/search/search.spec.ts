import type { Locator } from '@playwright/test'
import { setTimeout } from 'node:timers/promises'
import { expect, prices, searched, test } from '#tests/e2e/stage.ts'

test('a visitor says where, when and who, and opens an artist with one whole price', async ({ page }) => {
  await page.goto('/')
  const bar = page.getByRole('search', { name: 'Search for artists' })
  await bar.getByRole('button', { name: /^Location/ }).click()
  await page.getByRole('combobox', { name: 'Location' }).fill('Hackney')
  await page
    .getByRole('option', { name: /Hackney.*London/ })
    .first()
    .click()

  const when = page.getByRole('dialog', { name: /Date/ })
  await expect(when).toBeVisible()
  // Any Saturday of a month, each with how many are free and from what price; the months begin at the one that is taken.
  await when.getByText('Any Saturday? See the best').click()
  await when.getByRole('combobox', { name: 'Month' }).selectOption('June 2027')
  const saturdays = when.getByRole('list', { name: 'Saturdays in June 2027' })
  await expect(saturdays.getByRole('button', { name: /Most free/ })).not.toHaveCount(0)
  await saturdays.getByRole('button', { name: /^Sat 12 June \d+ of \d+ artists free, from £\d+ a person/ }).click()
  await expect(
    when.getByRole('button', { name: /^Sat 12 June 2027, \d+ of \d+ artists free, from £\d+ a person/, pressed: true }),
  ).toBeInViewport()
  await expect(when.getByText(/^Sat 12 June 2027, around Hackney: \d+ of \d+ artists free/)).toBeVisible()
  await when.getByText('1:30 PM', { exact: true }).click()

  const who = page.getByRole('dialog', { name: 'Who needs what' })
  await who.getByRole('button', { name: 'Makeup', exact: true }).click()
  await who.getByRole('button', { name: 'Person 1: One more person with this look' }).click()
  await who.getByRole('button', { name: 'Add another person' }).click()
  await who.getByRole('button', { name: 'Updo', exact: true }).click()
  await expect(who.getByText('3 people, 3 services')).toBeVisible()
  await who.getByRole('button', { name: 'Done' }).click()
  await bar.getByRole('button', { name: 'Search' }).click()

  await expect(page).toHaveURL(/\/quotes\/[\w-]{10,24}$/)
  await expect(
    page.getByRole('heading', { level: 1, name: /\d+ artists can have three of you ready by 1:30 PM/ }),
  ).toBeVisible()
  await expect(page.getByRole('meter')).toHaveAccessibleName(/% of artists near Hackney are booked out on this date/)
  expect(await page.evaluate(() => localStorage.getItem('searchId'))).toMatch(/^[\w-]{10,24}$/)

  const card = page.getByRole('article').first()
  const price = await card.locator('.number').textContent()
  // The card becomes the top of the profile, and on the way back the list stands where it was.
  await page.evaluate(() => {
    const parts = ['.view-cover', '.view-name']
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (update) => {
      const named = () => parts.map((part) => document.querySelectorAll(part).length).join()
      document.body.dataset['before'] = named()
      const transition = start(update)
      transition.updateCallbackDone.then(() => {
        document.body.dataset['after'] = named()
      })
      return transition
    }
  })
  const second = page.getByRole('article').nth(1).getByRole('heading', { level: 3 }).getByRole('link')
  await second.scrollIntoViewIfNeeded()
  const scrolled = await page.evaluate(() => scrollY)
  await second.click()
  await expect(page).toHaveURL(/\/@\//)
  await expect(page.locator('body[data-before="1,1"][data-after="1,1"]')).toBeVisible()
  await page.goBack()
  await expect(second).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled)
  await card.getByRole('heading', { level: 3 }).getByRole('link').click()
  await expect(page).toHaveURL(/\/@\//)
  await expect(
    page
      .getByRole('complementary')
      .getByText(price ?? '', { exact: true })
      .first(),
  ).toBeVisible()
  await expect(page.getByText('Total for 3 people')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Run sheet' })).toBeVisible()
})

test('three days either way lead to the same search on another day, with the count that it then has', {
  tag: '@proof',
}, async ({ page }) => {
  await page.goto(`/quotes/${await searched(page)}`)
  await page.getByRole('button', { name: '± 3 days' }).click()
  const days = page.getByRole('dialog', { name: 'Three days either way' })
  await expect(days.getByRole('listitem')).toHaveCount(7)
  const sunday = days.getByRole('button', { name: /^Sun 13 June/ })
  const [, fits] = /(\d+) artists fit, from £[\d,]+/.exec((await sunday.textContent()) ?? '') ?? []
  await sunday.click()
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(`^${fits} artists can have`) })).toBeVisible()
})

test('a typed place that nobody chose takes the first suggestion', { tag: '@proof' }, async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: /^Location/ }).click()
  await page.getByRole('combobox', { name: 'Location' }).fill('Leith')
  await expect(page.getByRole('option', { name: /Leith/ }).first()).toBeVisible()
  await page.getByRole('combobox', { name: 'Location' }).press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Location Leith/ })).toBeVisible()
})

test('a popdown is clear of the cookie card and of a message that comes while it is open', { tag: '@proof' }, async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.removeItem('cookieConsent'))
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/')
  const banner = page.getByRole('region', { name: 'Cookie choice' })
  const popdown = page.getByRole('dialog', { name: /^Date/ })
  const top = async (foot: Locator) => (await foot.boundingBox())?.y ?? 0
  const end = async () => {
    const box = await popdown.boundingBox()
    return box ? box.y + box.height : Number.POSITIVE_INFINITY
  }
  await page.getByRole('button', { name: /^Location/ }).click()
  await page.getByRole('combobox', { name: 'Location' }).fill('Leith')
  await expect(page.getByRole('option', { name: /Leith/ }).first()).toBeVisible()
  await page.getByRole('search').getByRole('button', { name: 'Search' }).click()
  // The place is taken, which a message says, and the date is asked for.
  const message = page.locator('[data-foot]', { hasText: /Leith/ })
  await expect(message).toBeVisible()
  await expect(popdown).toBeVisible()
  await expect.poll(async () => (await end()) <= (await top(message))).toBe(true)
  expect(await end()).toBeLessThanOrEqual(await top(banner))
  await banner.getByRole('button', { name: 'Only necessary' }).click()
  await expect(message).toHaveCount(0)
  const alone = await end()
  expect(alone).toBeLessThanOrEqual(900)
  // One that comes later.
  await page.evaluate(() => dispatchEvent(new Event('offline')))
  const later = page.locator('[data-foot]', { hasText: 'You are offline.' })
  await expect(later).toBeVisible()
  await expect.poll(async () => (await end()) <= (await top(later))).toBe(true)
})

test('Search with nothing filled in asks for the place first and says so', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('search').getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('button', { name: /Please enter location/ })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Location' })).toBeFocused()
})

test('editing the time sends the search by itself, editing the services waits for Update', async ({ page }) => {
  const id = await searched(page)
  await page.goto(`/quotes/${id}`)
  const bar = page.getByRole('search')
  await bar.getByRole('button', { name: /^Date/ }).click()
  await page.getByRole('dialog').getByText('3 PM', { exact: true }).click()
  await expect(page).not.toHaveURL(new RegExp(id))
  await expect(page.getByRole('heading', { level: 1, name: /ready by 3 PM/ })).toBeVisible()

  const second = page.url()
  await bar.getByRole('button', { name: /^Services/ }).click()
  await page.getByRole('button', { name: 'Person 5: Remove this person' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: /^Services 4 people, 8 services/ })).toBeVisible()
  expect(page.url()).toBe(second)
  await bar.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /four of you/ })).toBeVisible()
})

test('tabs, sorting and filters change the list and the address', async ({ page }) => {
  const id = await searched(page, {
    services: ['makeup', 'updo'],
    people: [{ count: 1, services: ['makeup', 'updo'] }],
  })
  await page.goto(`/quotes/${id}`)
  expect((await page.locator('#quotes-panel article').first().boundingBox())?.y).toBeLessThanOrEqual(330)
  await page.getByLabel('Sort').selectOption('price')
  await expect(page).toHaveURL(/sortBy=price/)
  // Groups come first in every order; within each the prices rise.
  await expect
    .poll(async () => {
      const groups = await Promise.all((await page.locator('#quotes-panel section').all()).map(prices))
      return (
        groups.flat().length > 3 &&
        groups.every((all) => all.every((price, i) => i === 0 || price >= (all[i - 1] ?? 0)))
      )
    })
    .toBe(true)

  // A line that takes its time: the tab is chosen at once, and says that its cards are on their way.
  await page.route(/\.data\?.*type=studio/, async (route) => {
    await setTimeout(700)
    await route.continue()
  })
  const studio = page.getByRole('tab', { name: /Studio/ })
  await studio.click()
  await expect(studio).toHaveAttribute('aria-selected', 'true', { timeout: 500 })
  await expect(page.locator('#quotes-panel').getByRole('status')).toBeVisible()
  await expect(page).toHaveURL(/type=studio/)
  await expect(page.getByText('You go to them.')).toBeVisible()
  await expect(page.locator('#quotes-panel article a[href*="type=studio"]').first()).toBeVisible()

  await page.getByRole('tab', { name: /Mobile/ }).click()
  await page.getByRole('button', { name: 'Filters' }).click()
  const filters = page.getByRole('dialog', { name: 'Filters' })
  const all = await filters.getByRole('button', { name: /^Show \d+ artists?$/ }).textContent()
  await filters.getByRole('checkbox', { name: 'Instant Book' }).check()
  const show = filters.getByRole('button', { name: /^Show \d+ artists?$/ })
  await expect(show).not.toHaveText(all ?? '')
  const promised = Number((await show.textContent())?.match(/\d+/)?.[0])
  await show.click()
  await expect(page).toHaveURL(/filterBy=instant/)
  await expect
    .poll(async () => {
      const cards = page.locator('#quotes-panel article')
      return (
        (await cards.count()) === Math.min(24, promised) &&
        (await cards.filter({ hasText: 'Instant Book' }).count()) === (await cards.count())
      )
    })
    .toBe(true)
})
