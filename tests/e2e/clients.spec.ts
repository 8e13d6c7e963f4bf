import type { Page } from '@playwright/test'
import { clean } from '#tests/e2e/axe.ts'
import { addDays, dayAfter, formatDay } from '#tests/e2e/market.ts'
import { become, expect, test } from '#tests/e2e/stage.ts'
import { signedIn } from '#tests/signed-in.ts'

/** An artist accepts once that they are responsible for their clients' data, before the first of them is saved. */
async function acceptTerms(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'You are responsible for your clients’ data' })
  await expect(dialog).toBeVisible()
  await clean(page)
  await dialog.getByRole('button', { name: 'Accept and save' }).click()
}

test('an artist adds a private client and rebooks them in two taps; the appointment is in the calendar, and the client confirms by link', async ({
  page,
  browser,
  artist,
}) => {
  const day = dayAfter(4)
  const next = addDays(day, 1)
  // As accessible names of days begin: `Wed 25`.
  const startsWithNext = new RegExp(`^${formatDay(next).split(' ', 2).join(' ')}`)
  const mia = await artist.logIn()
  await become(page, mia)
  await page.goto('/dashboard/clients')
  await page.getByRole('button', { name: 'Add a client' }).click()
  await page.getByRole('button', { name: 'Save client' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.getByLabel('Name', { exact: true }).fill('Priyanka Natarajan')
  await page.getByLabel('Allergies').fill('Lanolin')
  await clean(page)
  await page.getByRole('button', { name: 'Save client' }).click()
  await acceptTerms(page)
  await expect(page.getByRole('heading', { name: 'Priyanka Natarajan', level: 1 })).toBeVisible()

  await page.getByRole('button', { name: 'Add appointment' }).click()
  await page.getByLabel('Date', { exact: true }).fill(day)
  await page.getByLabel('Start time').fill('05:30')
  await page.getByLabel('Services').fill('Brow shape and tint')
  await page.getByRole('textbox', { name: /^Price/ }).fill('42,50')
  const minutes = page.getByLabel('Minutes')
  const usual = await minutes.inputValue()
  await minutes.fill('-5')
  await page.getByRole('button', { name: 'Save appointment' }).click()
  await expect(page.getByText('Enter a whole number such as 45')).toBeInViewport()
  await expect(minutes).toBeFocused()
  await expect(minutes).toHaveValue('-5')
  await minutes.fill(usual || '45')
  await page.getByRole('button', { name: 'Save appointment' }).click()
  await expect(page.getByText('Saved. The time is booked out.')).toBeVisible()
  await expect(page.getByText('£42.50').first()).toBeVisible()

  await page.getByRole('button', { name: 'Rebook' }).click()
  await expect(page.getByLabel('Date', { exact: true })).toHaveValue(addDays(day, 42))
  await page.getByRole('button', { name: 'Save appointment' }).click()
  const link = await page.getByLabel('Link to this appointment').inputValue()
  await clean(page)

  await page.goto(`/dashboard/calendar?day=${day}`)
  const ofDay = page
    .getByRole('region', { name: new RegExp(`^${formatDay(day)}`) })
    .getByRole('listitem')
    .filter({ hasText: 'Priyanka' })
  await expect(ofDay.getByRole('link', { name: 'Priyanka Natarajan' })).toBeVisible()
  await expect(ofDay).toContainText('Brow shape and tint, 5:30 AM to')
  await page.goto(`/dashboard/calendar?day=${day}&view=week`)
  const block = page
    .getByRole('list', { name: new RegExp(`^${formatDay(day).split(' ', 2).join(' ')}`) })
    .getByRole('link', { name: /Priyanka/ })
  await block.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Priyanka Natarajan picked up.')).toBeAttached()
  await page.clock.runFor(100)
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key)
  await expect(page.locator('#announcements')).toContainText(`${formatDay(next)}, 6:00 AM`)
  await page.keyboard.press('Space')
  await expect(page.getByText('Priyanka Natarajan moved.')).toBeVisible()
  await expect(
    page.getByRole('list', { name: startsWithNext }).getByRole('link', { name: /Priyanka .*6 to/ }),
  ).toBeVisible()
  const dragBy = async (hours: number) => {
    const [eight, nine] = [page.getByText('8 AM', { exact: true }), page.getByText('9 AM', { exact: true })]
    const anHour = ((await nine.first().boundingBox())?.y ?? 0) - ((await eight.first().boundingBox())?.y ?? 0)
    expect(anHour).toBeGreaterThan(20)
    const moved = page.getByRole('list', { name: startsWithNext }).getByRole('link', { name: /Priyanka/ })
    await moved.scrollIntoViewIfNeeded()
    const { x, y } = (await moved.boundingBox()) ?? { x: 0, y: 0 }
    await page.mouse.move(x + 20, y + 8)
    await page.mouse.down()
    await page.mouse.move(x + 20, y + 8 + hours * anHour, { steps: 6 })
    await page.mouse.up()
  }
  const on25 = page.getByRole('list', { name: startsWithNext })
  await dragBy(1)
  await expect(on25.getByRole('link', { name: /Priyanka .*7 to/ })).toBeVisible()
  await dragBy(-1)
  await expect(on25.getByRole('link', { name: /Priyanka .*6 to/ })).toBeVisible()
  await expect(page).toHaveURL(/view=week/)
  // An overlapping selection shows an error and can be changed.
  await page.getByRole('gridcell', { name: `${formatDay(next)}, 9 AM` }).focus()
  await page.keyboard.press('Enter')
  for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('alert')).toContainText(
    'You already have Priyanka Natarajan at that time: Brow shape and tint, 6:00 AM',
  )
  await expect(page.getByText('6:00 AM to 9:30 AM').first()).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(page.getByText('You already have Priyanka')).toHaveCount(0)
  await clean(page)
  await page.goto(`/dashboard/calendar?day=${next}&view=agenda`)
  const listed = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: startsWithNext }) })
  await expect(listed.getByRole('link', { name: /^Priyanka Natarajan/ })).toBeVisible()
  await listed.getByRole('heading').getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/dashboard/calendar/sheet/${next}$`))
  await expect(page.getByRole('definition').getByText('Lanolin')).toBeVisible()
  await clean(page)
  const [print, rail] = [page.getByRole('button', { name: 'Print' }), page.locator('aside')]
  await expect(print).toBeVisible()
  await expect(rail).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(print).toBeHidden()
  await expect(rail).toBeHidden()
  await expect(page.getByRole('definition').getByText('Lanolin')).toBeVisible()
  expect((await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  await page.emulateMedia({ media: null })
  const theirs = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  await theirs.addInitScript(() => localStorage.setItem('cookieConsent', 'necessary'))
  await theirs.goto(new URL(link).pathname)
  await expect(theirs.getByText('Hello Priyanka, does this time work for you?')).toBeVisible()
  await expect(theirs.getByText('£42.50')).toBeVisible()
  await clean(theirs)
  await theirs.getByRole('button', { name: 'Yes, that works' }).click()
  await expect(theirs.getByRole('status').getByText('Confirmed. We have told Mia Vale.')).toBeVisible()
  await theirs.context().close()

  await page.goto('/dashboard/clients')
  await page.getByRole('link', { name: 'Priyanka Natarajan' }).click()
  await expect(page.getByText('Agreed', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Delete client' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete client' }).click()
  await expect(page.getByText('Priyanka Natarajan deleted.')).toBeVisible()

  await page.getByRole('link', { name: 'Import clients' }).click()
  const rows = ['Client,Day seen,Date,Time,Price', 'Ada Obi,once,03/05/2026,10:00,£40', 'Eve,,31/02/2026,10:00,']
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'book.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) })
  await expect(page.getByText('Skipped: we cannot read the date.')).toBeVisible()
  await expect(page.getByText('2 rows: 1 new client, 1 new appointment, 1 row skipped.')).toBeVisible()
  await clean(page)
  await page.getByLabel('Day seen').selectOption('Skip')
  await page.getByRole('button', { name: 'Start import' }).click()
  await expect(page.getByRole('heading', { name: 'Imported book.csv' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download result' })).toBeVisible()
  await clean(page)
  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByRole('heading', { name: 'Import of book.csv undone' })).toBeVisible()
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'again.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) })
  await page.getByRole('button', { name: 'Start import' }).click()
  await expect(page.getByRole('heading', { name: 'Imported again.csv' })).toBeVisible()
  await page.getByRole('link', { name: 'All clients' }).click()
  await page.getByRole('link', { name: 'Ada Obi' }).click()
  await expect(page.locator('dd').getByText('£40', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Delete client' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete client' }).click()
  await expect(page.getByText('Ada Obi deleted.')).toBeVisible()
  const { clients } = (
    await (await page.request.get('/v1/providers/me/clients', { headers: signedIn(mia.token) })).json()
  ).data
  expect(clients.some(({ own }: { own: boolean }) => own)).toBe(false)
})
