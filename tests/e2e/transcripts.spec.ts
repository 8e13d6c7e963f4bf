import type { Page } from '@playwright/test'
import { checkoutFor, openCheckout } from '#tests/e2e/bookings/booking-steps.ts'
import { openConversation } from '#tests/e2e/messaging/conversation-steps.ts'
import { become, expect, loaded, logIn, test } from './stage.ts'

// The accessibility tree of pages: landmarks, headings, names, states and reading order. The transcripts are in
// `transcripts/`. After an intended change of a page, write them again with `playwright test transcripts -u` and read the
// difference.

/**
 * Replaces what differs between runs: IDs and numbers, such as those of prices, dates and counts, and whether anything
 * waits at all. An entry that repeats, such as the other artists on the map, is written once.
 */
const maskNumbers = (transcript: string): string =>
  transcript
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|(?<=\/(quotes|book)\/)[\w-]{16}/g, '{id}')
    .replace(/(?<!%)\d+([.,:]\d+)*/g, '#')
    .replace(/# (minute|second)s?\b/g, '# $1s')
    .replace(/ # waiting(?=")/g, '')
    .replace(/((?:.+\n){2})\1+/g, '$1')

async function expectTranscript(page: Page, name: string): Promise<void> {
  await loaded(page)
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  // Waits for what the page still loads: a transcript is compared once two in a row are equal.
  let before = ''
  await expect
    .poll(async () => {
      const now = await page.locator('body').ariaSnapshot()
      const isStill = now === before
      before = now
      return isStill
    })
    .toBe(true)
  expect(maskNumbers(`${before}\n`)).toMatchSnapshot(`${name}.yml`)
}

test('transcripts of home and search', async ({ page }) => {
  await page.goto('/')
  await expectTranscript(page, 'home')
  await page.goto('/search')
  await expectTranscript(page, 'search')
})

test('transcripts of quotes, profile and checkout', async ({ page }) => {
  const { id, slug, path } = await checkoutFor(page)
  await page.goto(`/quotes/${id}`)
  await expectTranscript(page, 'quotes')
  await page.goto(`/@/${slug}`)
  await expectTranscript(page, 'profile')
  await openCheckout(page, path, 'leila@transcripts.example')
  await expectTranscript(page, 'checkout')
})

test('transcripts of messages and calendar', async ({ page, artist, baseURL }) => {
  const { mia, conversationId } = await openConversation(baseURL, artist)
  await become(page, mia)
  // Counts arrive after the page.
  const asked = page.getByRole('link', { name: /^Requests \d/ })
  await page.goto(`/dashboard/messages/${conversationId}`)
  await expect(asked).toBeAttached()
  await expect(page.getByText(/unread message/)).toHaveCount(0)
  await expectTranscript(page, 'messages')
  await page.goto('/dashboard/calendar?view=week')
  await expect(asked).toBeAttached()
  await expectTranscript(page, 'calendar')
})

test('transcript of a table of the console', async ({ page, artist }) => {
  await become(page, await logIn('olu@primp.test', 'primp-sample-1'))
  await page.goto(`/operator/people?text=${encodeURIComponent(artist.email)}`)
  await expectTranscript(page, 'console-table')
})
