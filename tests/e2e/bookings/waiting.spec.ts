import { cleanInBoth } from '#tests/e2e/axe.ts'
import { dayAfter, formatDay } from '#tests/e2e/market.ts'
import { become, expect, mailTo, searched, test } from '#tests/e2e/stage.ts'
import { signedIn } from '#tests/signed-in.ts'
import { newAddress } from './booking-steps.ts'

const day = dayAfter(327)

test("a customer joins the waiting list of an artist's day, the artist sees them, and they leave it without an account", async ({
  page,
  browser,
  artist,
}) => {
  const mia = await artist.logIn()
  const headers = signedIn(mia.token)
  const out = await page.request.put(`/v1/providers/bookedoutdates/fullday/${day}`, { headers })
  expect(out.status(), await out.text()).toBe(200)
  const people = [{ count: 1, services: ['makeup'] }]
  const theirs = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  await theirs.addInitScript(() => localStorage.setItem('cookieConsent', 'necessary'))
  await theirs.goto('/content/help')
  const id = await searched(theirs, { location: artist.location, eventDate: day, people, services: ['makeup'] })
  await theirs.goto(`/quotes/${id}/@/${artist.slug}?type=mobile`)
  const card = theirs.getByRole('region', { name: 'Wait for Mia Vale' })
  await card.getByLabel('Email').fill('nobody')
  await card.getByRole('button', { name: 'Join waiting list' }).click()
  await expect(card.getByText('Email address is not valid')).toBeVisible()
  await expect(card.getByLabel('Email')).toBeFocused()
  await expect(card.getByLabel('Email')).toHaveValue('nobody')
  await cleanInBoth(theirs)
  const email = newAddress()
  await card.getByLabel('Email').fill(email)
  await card.getByRole('button', { name: 'Join waiting list' }).click()
  await expect(card.getByText(`Open the email we sent to ${email}`)).toBeVisible()

  await become(page, mia)
  await page.goto(`/dashboard/calendar?day=${day}&view=day`)
  const panel = page.getByRole('region', { name: new RegExp(`^${formatDay(day)}`) })
  await expect(panel.getByRole('button', { name: /^Remove/ })).toBeVisible()
  await expect(panel.getByText('1 person is waiting for this day')).toHaveCount(0)
  const { path } = await mailTo(email, /Confirm your email address/)
  await theirs.goto(path)
  await theirs.getByRole('main').getByRole('button').first().click()
  await theirs.waitForLoadState('networkidle')

  await page.reload()
  await expect(panel.getByText('1 person is waiting for this day')).toBeVisible()
  await expect(panel.getByText(`${email[0]}•••@${email.split('@')[1]}`)).toBeVisible()
  await cleanInBoth(page)
  await panel.getByRole('button', { name: 'Close list' }).click()
  await expect(panel.getByText('The list is closed. People already on it keep their place.')).toBeVisible()

  const late = await searched(theirs, { location: artist.location, eventDate: day, people, services: ['makeup'] })
  await theirs.goto(`/book/${late}/@/${artist.slug}?type=mobile`)
  await card.getByLabel('Email').fill(newAddress())
  await card.getByRole('button', { name: 'Join waiting list' }).click()
  await expect(card.getByText('The waiting list for this day is closed.')).toBeVisible()
  await panel.getByRole('button', { name: 'Reopen list' }).click()
  await expect(panel.getByRole('button', { name: 'Close list' })).toBeVisible()
  await card.getByRole('button', { name: 'Join waiting list' }).click()
  await expect(card.getByText(/Open the email we sent/)).toBeVisible()
  await card.getByRole('button', { name: 'Leave waiting list' }).click()
  await expect(card.getByText('You have left the waiting list.')).toBeVisible()
  await theirs.context().close()
})
