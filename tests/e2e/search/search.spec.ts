import { formatDay } from '#tests/e2e/market.ts'
import { setTimeout } from 'node:timers/promises'
import type { Locator } from '@playwright/test'
import { expect, prices, searched, test, wedding } from '#tests/e2e/stage.ts'

async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  if (!box) throw new Error('it is not on the page')
  return box
}
const middleOf = async (part: Locator): Promise<number> => {
  const { y, height } = await boxOf(part)
  return y + height / 2
}

test('a visitor enters where, when and who, and opens an artist with one total price', async ({ page }) => {
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
  // Any Saturday of a month with availability; the months begin at the selected one.
  await when.getByText('Flexible? See the best days of the month').click()
  await when.getByRole('combobox', { name: 'Month' }).selectOption('June 2027')
  const saturdays = when.getByRole('list', { name: 'Saturdays in June 2027' })
  await expect(saturdays.getByRole('button', { name: /Most artists free/ })).not.toHaveCount(0)
  await saturdays
    .getByRole('button', {
      name: new RegExp(`^${formatDay(wedding.eventDate)} \\d+ of \\d+ artists have time that day`),
    })
    .click()
  await expect(
    when.getByRole('button', {
      name: new RegExp(`^${formatDay(wedding.eventDate, true)}, \\d+ of \\d+ artists have time that day`),
      pressed: true,
    }),
  ).toBeInViewport()
  await expect(
    when.getByText(
      new RegExp(`^${formatDay(wedding.eventDate, true)} near Hackney: \\d+ of \\d+ artists have time that day`),
    ),
  ).toBeVisible()
  await when.getByText('1:30 PM', { exact: true }).click()

  const who = page.getByRole('dialog', { name: 'Who needs what' })
  await who.getByRole('button', { name: 'Makeup', exact: true }).click()
  await who.getByRole('button', { name: 'Person 1: Add a person with this look' }).click()
  await who.getByRole('button', { name: 'Add another person' }).click()
  await who.getByRole('button', { name: 'Updo', exact: true }).click()
  await expect(who.getByText('3 people, 3 services')).toBeVisible()
  await who.getByRole('button', { name: 'Done' }).click()
  await bar.getByRole('button', { name: 'Search' }).click()

  await expect(page).toHaveURL(/\/quotes\/[\w-]{10,24}$/)
  await expect(
    page.getByRole('heading', { level: 1, name: /\d+ artists can have all three of you ready by 1:30 PM/ }),
  ).toBeVisible()
  await expect(page.getByRole('meter')).toHaveAccessibleName(/% of artists near Hackney are booked at this time/)
  expect(await page.evaluate(() => localStorage.getItem('searchId'))).toMatch(/^[\w-]{10,24}$/)

  const card = page.getByRole('article').first()
  const price = await card.locator('.number').textContent()
  // The card transitions into the profile, and Back restores the scroll position.
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

test('the three days before and after lead to the same search on another day, with the promised count', {
  tag: '@proof',
}, async ({ page }) => {
  await page.goto(`/quotes/${await searched(page)}`)
  await page.getByRole('button', { name: '± 3 days' }).click()
  const days = page.getByRole('dialog', { name: 'Three days either way' })
  await expect(days.getByRole('listitem')).toHaveCount(7)
  const sunday = days.getByRole('button', { name: /^Sun 13 June/ })
  const [, fits] = /(\d+) artists available, from £[\d,]+/.exec((await sunday.textContent()) ?? '') ?? []
  await sunday.click()
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(`^${fits} artists can have`) })).toBeVisible()
})

test('a place that was typed but not chosen uses the first suggestion', { tag: '@proof' }, async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: /^Location/ }).click()
  await page.getByRole('combobox', { name: 'Location' }).fill('Leith')
  await expect(page.getByRole('option', { name: /Leith/ }).first()).toBeVisible()
  await page.getByRole('combobox', { name: 'Location' }).press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Location Leith/ })).toBeVisible()
  await expect(page.getByText(/^We used the first match: Leith, .*Scotland/).first()).toBeVisible()
})

test('a popdown does not overlap the cookie card or a message that appears while it is open', {
  tag: '@proof',
}, async ({ page }) => {
  await page.addInitScript(() => localStorage.removeItem('cookieConsent'))
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/')
  const banner = page.getByRole('region', { name: 'Cookie settings' })
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
  const message = page.locator('[data-foot]', { hasText: /Leith/ })
  await expect(message).toBeVisible()
  await expect(popdown).toBeVisible()
  await expect.poll(async () => (await end()) <= (await top(message))).toBe(true)
  expect(await end()).toBeLessThanOrEqual(await top(banner))
  await banner.getByRole('button', { name: 'Only necessary' }).click()
  await expect(message).toHaveCount(0)
  if (!(await popdown.isVisible())) await page.getByRole('button', { name: /^Date/ }).click()
  await expect(popdown).toBeVisible()
  const alone = await end()
  expect(alone).toBeLessThanOrEqual(900)
  await page.evaluate(() => dispatchEvent(new Event('offline')))
  const later = page.locator('[data-foot]', { hasText: 'You are offline.' })
  await expect(later).toBeVisible()
  await expect.poll(async () => (await end()) <= (await top(later))).toBe(true)
})

test('pressing Search without any input asks for the place first', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('search').getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('button', { name: /Please enter location/ })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Location' })).toBeFocused()
})

test('editing the time sends the search immediately; editing services waits for Update', async ({ page }) => {
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
  await expect(page.getByRole('heading', { level: 1, name: /all four of you/ })).toBeVisible()
})

test('tabs, sorting and filters change the list and the URL', async ({ page }) => {
  const id = await searched(page, {
    services: ['makeup', 'updo'],
    people: [{ count: 1, services: ['makeup', 'updo'] }],
  })
  await page.goto(`/quotes/${id}`)
  expect((await page.locator('#quotes-panel article').first().boundingBox())?.y).toBeLessThanOrEqual(330)
  const { y, height } = await boxOf(page.locator('#quotes-panel article .number').first())
  expect(y + height).toBeLessThanOrEqual(900)
  await page.getByLabel('Sort').selectOption('price')
  await expect(page).toHaveURL(/sortBy=price/)
  // One list of available artists, then unavailable ones; no group above a lower price.
  const sorted = page.getByRole('region', { name: 'All available artists' })
  await expect
    .poll(async () => {
      const all = await prices(sorted)
      return all.length > 3 && all.every((price, i) => i === 0 || price >= (all[i - 1] ?? 0))
    })
    .toBe(true)
  for (const group of ['Instant Book', 'Featured', 'More artists'])
    await expect(page.getByRole('heading', { level: 2, name: group })).toHaveCount(0)

  // On a slow connection the tab is selected immediately and its cards are loading.
  await page.route(/\.data\?.*type=studio/, async (route) => {
    await setTimeout(700)
    await route.continue()
  })
  const studio = page.getByRole('tab', { name: /Studio/ })
  await studio.click()
  await expect(studio).toHaveAttribute('aria-selected', 'true', { timeout: 500 })
  await expect(page.locator('#quotes-panel').getByRole('status')).toBeVisible()
  await expect(page).toHaveURL(/type=studio/)
  await expect(page.getByText('You go to the artist.')).toBeVisible()
  await expect(page.locator('#quotes-panel article a[href*="type=studio"]').first()).toBeVisible()

  await page.getByRole('tab', { name: /Mobile/ }).click()
  await page.getByRole('button', { name: 'Filters' }).click()
  const filters = page.getByRole('dialog', { name: 'Filters' })
  // With a mouse it is anchored to its button.
  const hung = await boxOf(filters)
  const from = await boxOf(page.getByRole('button', { name: 'Filters', exact: true }))
  expect([hung.width, hung.y >= from.y + from.height]).toEqual([460, true])
  const all = await filters.getByRole('button', { name: /^Show \d+ mobile artists?$/ }).textContent()
  await filters.getByRole('checkbox', { name: 'Instant Book' }).check()
  const show = filters.getByRole('button', { name: /^Show \d+ mobile artists?$/ })
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

test('one toolbar is above the list, and a card shows name, rating and price in this order', {
  tag: '@proof',
}, async ({ page }) => {
  const id = await searched(page, {
    services: ['makeup', 'updo'],
    people: [{ count: 1, services: ['makeup', 'updo'] }],
  })
  await page.goto(`/quotes/${id}`)
  const panel = page.locator('#quotes-panel')

  expect((await boxOf(page.getByRole('meter'))).height).toBeLessThanOrEqual(32)
  const explained = page.getByText(/^\d+ of the \d+ artists who travel to Hackney, or have a studio nearby, are booked/)
  await expect(explained).toBeHidden()
  await page.getByRole('button', { name: 'How this is counted' }).click()
  await expect(explained).toBeVisible()
  await page.keyboard.press('Escape')

  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    const row = [page.getByRole('tablist'), page.getByRole('button', { name: 'Filters' }), page.getByLabel('Sort')].map(
      middleOf,
    )
    const [tabs = 0, filters = 0, sort = 0] = await Promise.all(row)
    expect({ width, filters: Math.abs(filters - tabs) < 4, sort: Math.abs(sort - tabs) < 4 }).toEqual({
      width,
      filters: true,
      sort: true,
    })
    const chips = page.getByRole('list', { name: 'Filters' })
    expect((await boxOf(chips)).height).toBeLessThanOrEqual(60)
    expect(await chips.evaluate((list) => getComputedStyle(list).overflowX)).toBe('auto')
  }
  await page.setViewportSize({ width: 1440, height: 1000 })

  const instant = page.getByRole('region', { name: 'Instant Book' })
  const ask = instant.getByRole('button', { name: 'Ask the first 5 artists' })
  const last = await boxOf(instant.getByRole('article').last())
  expect((await boxOf(ask)).y).toBeGreaterThan(last.y)

  const card = instant.getByRole('article').first()
  const tick = card.getByRole('checkbox', { name: /^Compare/ }).locator('xpath=..')
  const disc = await boxOf(tick)
  const heart = await boxOf(card.getByRole('button', { name: /^Save/ }))
  expect([disc.width, disc.height, disc.y]).toEqual([44, 44, heart.y])
  const why = card.getByText('Why this position')
  await expect(why).toBeHidden()
  await card.getByRole('button', { name: /^Why .+ is in this position$/ }).click()
  await expect(why).toBeVisible()
  await page.keyboard.press('Escape')
  const [name, rate, price, book] = await Promise.all(
    [
      card.getByRole('heading', { level: 3 }),
      card.getByText(/out of 5, /).locator('xpath=..'),
      card.locator('.number'),
      card.getByRole('link', { name: /^Book/ }),
    ].map(middleOf),
  )
  expect([name, rate, price]).toEqual([name, rate, price].toSorted((a = 0, b = 0) => a - b))
  expect(Math.abs((price ?? 0) - (book ?? 0))).toBeLessThan(40)

  const known = ['Featured', 'Instant Book', 'In Demand', 'COVID Trained', 'Vaccinated', 'Requested', 'Booked']
  const badges = await panel
    .getByRole('article')
    .evaluateAll(
      (cards, known) =>
        cards.map((card) =>
          [...card.querySelectorAll('span, div')]
            .filter((part) => part.querySelector(':scope > svg') && known.includes(part.textContent?.trim() ?? ''))
            .map(
              (part) => [part.textContent?.trim() === 'Featured', Math.round(part.getBoundingClientRect().y)] as const,
            ),
        ),
      known,
    )
  expect(badges.flat().length).toBeGreaterThan(5)
  for (const marks of badges) {
    expect(marks.length).toBeLessThanOrEqual(2)
    expect(new Set(marks.filter(([featured]) => !featured).map(([, y]) => y)).size).toBeLessThanOrEqual(1)
  }
})

test('no picture is blank while the list is scrolled at normal speed', { tag: '@proof' }, async ({ page }) => {
  // Outside a proof the browser loads no pictures.
  test.skip(!process.env['PROVE'], 'pictures are loaded in a proof')
  await page.goto(`/quotes/${await searched(page)}`)
  await expect(page.locator('#quotes-panel article img').first()).toBeVisible()
  await page.mouse.move(400, 600)
  for (let step = 0; step < 12; step++) {
    await page.mouse.wheel(0, 600)
    await page.clock.runFor(100)
    await page.waitForTimeout(100)
    const blank = await page.locator('#quotes-panel article img').evaluateAll(
      (pictures) =>
        (pictures as HTMLImageElement[]).filter((picture) => {
          const { top, bottom } = picture.getBoundingClientRect()
          return bottom > 0 && top < innerHeight && !(picture.complete && picture.naturalWidth > 0)
        }).length,
    )
    expect({ step, blank }).toEqual({ step, blank: 0 })
  }
})

test('the search bar keeps its fields readable and its popdowns on the screen', { tag: '@proof' }, async ({ page }) => {
  const id = await searched(page)
  await page.setViewportSize({ width: 1024, height: 900 })
  await page.goto(`/quotes/${id}`)
  const when = page.getByRole('search').getByRole('button', { name: /^Date/ })
  const year = when.locator('i')
  await expect(when).toContainText(formatDay(wedding.eventDate))
  await expect(year).toBeHidden()
  const cut = () =>
    when
      .locator('span')
      .last()
      .evaluate((said) => said.scrollWidth > said.clientWidth)
  await expect(when).toContainText('1:30 PM')
  expect(await cut()).toBe(false)

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/')
  const hero = page.locator('main').locator('xpath=./*[1]')
  const before = (await boxOf(hero)).height
  const bar = page.getByRole('search', { name: 'Search for artists' })
  await bar.getByRole('button', { name: /^Location/ }).click()
  const place = page.getByRole('combobox', { name: 'Location' })
  // Before typing: the visitor's location and six towns of the country.
  await expect(page.getByRole('option')).toHaveText([/^Use my location/, ...Array(6).fill(/United Kingdom$/)])
  await place.fill('Hackney')
  await page
    .getByRole('option', { name: /Hackney.*London/ })
    .first()
    .click()
  const fits = async (name: RegExp) => {
    const dialog = page.getByRole('dialog', { name })
    await expect(dialog).toBeVisible()
    const { y, height } = await boxOf(dialog)
    expect({ name, top: y >= 0, foot: y + height <= 900 }).toEqual({ name, top: true, foot: true })
    expect((await boxOf(hero)).height).toBe(before)
    return dialog
  }
  const date = await fits(/Date/)
  await date.getByText('Flexible? See the best days of the month').click()
  await date.getByRole('combobox', { name: 'Month' }).selectOption('June 2027')
  await date
    .getByRole('list', { name: 'Saturdays in June 2027' })
    .getByRole('button', { name: new RegExp(`^${formatDay(wedding.eventDate)}`) })
    .click()
  // The selected day keeps its colour on hover, and days with more free artists have stronger colour.
  const day = date.getByRole('button', { name: new RegExp(`^${formatDay(wedding.eventDate, true)}`), pressed: true })
  const colour = () => day.evaluate((button) => getComputedStyle(button).backgroundColor)
  const chosen = await colour()
  await day.hover()
  expect(await colour()).toBe(chosen)
  const colours = await date
    .locator('table [data-day]:not([disabled])')
    .evaluateAll((days) => [...new Set(days.map((one) => getComputedStyle(one).backgroundColor))])
  expect(colours.length).toBeGreaterThan(2)
  // The list of times opens at midday, in three columns.
  const time = (hhmm: string) => date.locator(`label:has(input[value="${hhmm}"])`)
  await expect(time('12:00')).toBeInViewport()
  await expect(time('05:00')).not.toBeInViewport()
  const row = await Promise.all(['12:00', '12:30', '13:00'].map((hhmm) => boxOf(time(hhmm))))
  expect([new Set(row.map(({ x }) => x)).size, new Set(row.map(({ y }) => y)).size]).toEqual([3, 1])
  await date.getByText('1:30 PM', { exact: true }).click()

  const who = await fits(/Who needs what/)
  // Six services with minutes and price, the others collapsed with their count, and a search field.
  const front = who.getByRole('button').and(page.locator('[aria-pressed]'))
  await expect(front).toHaveCount(6)
  for (const chip of await front.all()) await expect(chip).toContainText(/(min|hour).*, from £\d+/)
  await expect(who.locator('summary').first()).toHaveText(/.+ \(\d+\)$/)
  await who.getByRole('searchbox', { name: 'Find a service' }).fill('bridal m')
  await expect(front.first()).toHaveText(/^Bridal makeup/i)
  await who.getByRole('searchbox', { name: 'Find a service' }).fill('')
  await front.first().click()
  await who.getByRole('button', { name: 'Add another person' }).click()
  await who.getByRole('button', { name: 'Same as person 1' }).click()
  await expect(who.getByText('2 people, 2 services')).toBeVisible()
})

test('a corrected field is no longer marked, and the form asks which of several places of one name is meant', {
  tag: '@proof',
}, async ({ page }) => {
  await page.goto('/')
  const send = page.getByRole('search').getByRole('button', { name: 'Search' })
  await send.click()
  await expect(page.getByRole('button', { name: /Please enter location/ })).toBeVisible()
  const place = page.getByRole('combobox', { name: 'Location' })
  await place.pressSequentially('St Ives')
  await expect(page.getByRole('button', { name: /Please enter location/ })).toHaveCount(0)
  await expect(place).not.toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('option', { name: /^St Ives/ }).first()).toBeVisible()
  await place.press('Escape')
  await page.keyboard.press('Escape')
  await send.click()
  await expect(page.getByText('Which St Ives? Choose one.')).toBeVisible()
})

test("texts, places and the phone prefix follow the visitor's country", { tag: '@proof' }, async ({
  browser,
  baseURL,
}) => {
  for (const [locale, asked, towns, prefix] of [
    ['en-AU', 'Suburb or place', /Australia$/, 'Australia (+61)'],
    ['en-GB', 'Neighbourhood or place', /United Kingdom$/, 'United Kingdom (+44)'],
  ] as const) {
    const context = await browser.newContext({ locale, ...(baseURL ? { baseURL } : {}) })
    const page = await context.newPage()
    await page.addInitScript(() => localStorage.setItem('cookieConsent', 'necessary'))
    await page.goto('/')
    await page.getByRole('button', { name: /^Location/ }).click()
    await expect(page.getByRole('combobox', { name: 'Location' })).toHaveAttribute('placeholder', asked)
    await expect(page.getByRole('option')).toHaveText([/^Use my location/, ...Array(6).fill(towns)])
    for (const path of ['/register', '/signup/profile/register']) {
      await page.goto(path)
      await expect(page.getByLabel('Country').locator('option:checked')).toHaveText(prefix)
    }
    await context.close()
  }
})
