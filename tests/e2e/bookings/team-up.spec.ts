import type { TeamGuest } from '#contract/appointments/appointment.ts'
import { dayAfter } from '#tests/e2e/market.ts'
import { cleanInBoth } from '#tests/e2e/axe.ts'
import { expect, running, searched, test } from '#tests/e2e/stage.ts'
import { fromThePage } from '#tests/signed-in.ts'
import { newAddress, testCard } from './booking-steps.ts'

test('a party of nine too large for one artist swaps one artist of a team of two and books both with one card', {
  tag: '@proof',
}, async ({ page, browser }) => {
  await page.goto(`/quotes/${await searched(page)}`)
  await page.getByRole('link', { name: 'Teams of 2 or 3' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Teams for your group' })).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
  const people = [{ count: 9, services: ['makeup', 'updo'] }]
  const id = await searched(page, {
    eventDate: dayAfter(230 + test.info().repeatEachIndex * 2 + test.info().retry),
    finishTime: '11:00',
    services: people.flatMap(({ count, services }) => Array.from({ length: count }, () => services).flat()),
    people,
  })
  await page.goto(`/quotes/${id}?rescue=1`)
  await page.getByRole('link', { name: 'A team of two or three artists' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Teams for your group' })).toBeVisible()
  await running(page)
  const teams = page.getByRole('article')
  await expect(teams.first()).toBeVisible()
  await teams.first().getByText('Plan by artist').click()
  await expect(teams.first().getByText('Everyone is ready')).toBeVisible()
  await cleanInBoth(page)

  await page.getByRole('link', { name: 'Price', exact: true }).click()
  await expect(page).toHaveURL(/sortBy=price/)
  await page.getByRole('link', { name: 'Instant Book only' }).click()
  await expect(page).toHaveURL(/instant=true/)
  const atOnce = teams.filter({ hasNotText: 'Needs to confirm first' })
  await atOnce
    .first()
    .getByRole('button', { name: /^Choose this team/ })
    .click()
  await expect(page).toHaveURL(/\/teams\//)
  const title = page.getByRole('heading', { level: 1, name: / for your group$/ })
  await expect(title).toBeVisible()
  const before = (await title.textContent()) ?? ''

  await running(page)
  await page
    .getByRole('link', { name: /^Swap .* for another artist$/ })
    .last()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Choose another artist for your team' })).toBeVisible()
  await running(page)
  await page.getByRole('link', { name: 'Instant Book only' }).click()
  await expect(page).toHaveURL(/instant=true/)
  await atOnce
    .first()
    .getByRole('button', { name: /^Choose this team/ })
    .click()
  await expect(page).toHaveURL(/\/teams\//)
  await expect(title).not.toHaveText(before)
  await cleanInBoth(page)

  await expect(page.getByRole('heading', { name: 'Book the team' })).toBeVisible()
  await running(page)
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await expect(page.getByText('Street address').first()).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Leila Hart')
  await page.getByLabel('Email', { exact: true }).fill(newAddress())
  await page.getByLabel('Event', { exact: true }).fill('Wedding')
  await page.getByLabel('Mobile').fill('07700 900123')
  await page.getByLabel('Street address').fill('14 Lark Row, London E2 9JA')
  await page.getByLabel(/I agree to each/).check()
  // A failed reload keeps the page and the input.
  const teamId = page.url().split('/').at(-1)
  const call = async (path: string, body: object, method = 'POST') => {
    const headers = { ...fromThePage, 'idempotency-key': crypto.randomUUID() }
    const answer = await page.request.fetch(path, { method, headers, data: body })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  const { team } = (await (await page.request.get(`/v1/teams/${teamId}`)).json()).data
  const who = { name: 'Leila Hart', email: newAddress(), event: 'Wedding', mobile: '07700 900123' }
  await call(`/v1/quotes/${team.search.id}`, { ...who, timeConstraint: 'finish' }, 'PATCH')
  await call(`/v1/teams/${teamId}/hold`, {
    hashes: team.parts.map(({ locked }: { locked: { hash: string } }) => locked.hash),
  })
  await page.route('**/teams/*.data*', (route) => route.abort())
  const unanswered = page.waitForEvent('requestfailed', (request) => request.url().includes('.data'))
  await call(`/v1/teams/${teamId}/hold/release`, {})
  await unanswered
  await page.unroute('**/teams/*.data*')
  await expect(page.getByLabel('Street address')).toHaveValue('14 Lark Row, London E2 9JA')
  await expect(page.getByText(/^Primp holds the deposit\. Each artist is paid/)).toBeVisible()
  // A declined card keeps the holds, the remaining time and the input.
  await testCard(page, /declined/i)
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await expect(page.getByText(/^Your card was declined\./)).toBeVisible()
  await expect(page.getByRole('timer', { name: /^Time held for you, 1\d minutes/ })).toBeVisible()
  await expect(page.getByLabel('Street address')).toHaveValue('14 Lark Row, London E2 9JA')
  await testCard(page, /succeeds/)
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await expect(page.getByText('Your team is booked.')).toBeVisible()
  await page
    .getByRole('link', { name: /^View booking with / })
    .first()
    .click()
  await expect(page).toHaveURL(/\/book\/booked\//)

  // The bookings of a team share one guest list, with one link for each person.
  const list = page.getByRole('region', { name: 'Guest list' })
  await expect(list.getByText('No link yet')).toHaveCount(9)
  const read = async (booking: string) =>
    (await (await page.request.get(`/v1/bookings/${booking}`)).json()).data.appointment.teamGuests as TeamGuest[]
  const booking = page.url().split('/').at(-1) ?? ''
  const guests = await read(booking)
  const most = Math.max(...guests.map((guest) => guest.length))
  const at = guests.findIndex((guest) => guest.length === most)
  await list
    .getByRole('listitem')
    .nth(at)
    .getByRole('button', { name: /^Create link/ })
    .click()
  await expect(list.getByText('Not answered yet')).toHaveCount(1)
  await cleanInBoth(page)
  const guest = (await read(booking))[at] ?? []
  const other = await browser.newContext()
  const theirs = await other.newPage()
  await theirs.setViewportSize({ width: 320, height: 800 })
  await theirs.goto(`/guest/${guest[0]?.row.key}`)
  await running(theirs)
  await expect(theirs.getByText(/^Your time/)).toHaveCount(most)
  for (const { provider } of guest) await expect(theirs.locator('.lead')).toContainText(provider)
  await cleanInBoth(theirs)
  await theirs.getByLabel('Your first name').fill('Zoe')
  await theirs.getByLabel('Your look').fill('Soft waves')
  await theirs.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(theirs.getByText(/^Saved\./)).toBeVisible()
  await other.close()

  const elsewhere = guests.flat().find(({ appointmentId }) => appointmentId !== booking)?.appointmentId ?? ''
  await page.goto(`/book/booked/${elsewhere}`)
  await expect(list.getByRole('listitem').nth(at)).toContainText('Soft waves')
  await expect(list.getByText('No link yet')).toHaveCount(8)
})
