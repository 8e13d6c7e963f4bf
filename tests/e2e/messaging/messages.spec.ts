import { type Browser, type Page, request } from '@playwright/test'
import sharp from 'sharp'
import { clean } from '#tests/e2e/axe.ts'
import { become, type Entered, expect, test } from '#tests/e2e/stage.ts'
import { signedIn } from '#tests/signed-in.ts'
import { openConversation } from './conversation-steps.ts'

async function otherBrowser(browser: Browser, baseURL: string | undefined, person: Entered): Promise<Page> {
  const context = await browser.newContext({
    baseURL: baseURL as string,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    viewport: { width: 390, height: 844 },
  })
  const page = await context.newPage()
  await page.addInitScript(() => localStorage.setItem('cookieConsent', 'necessary'))
  await become(page, person)
  return page
}

test('two browsers chat live: text, a photo, read receipts, masking, report and block', async ({
  page,
  browser,
  baseURL,
  artist,
}) => {
  const { customer, mia, conversationId } = await openConversation(baseURL, artist)
  await become(page, customer)
  const hers = await otherBrowser(browser, baseURL, mia)
  await page.goto('/customer-dashboard/messages')
  await page
    .getByRole('link', { name: /Mia Vale/ })
    .first()
    .click()
  await expect(page.getByText('Request sent', { exact: true }).last()).toBeVisible()
  await hers.goto(`/dashboard/messages/${conversationId}`)
  await expect(hers.getByText('Phone numbers and addresses are hidden until Leila books.')).toBeVisible()

  await page.getByLabel('Write a message').fill('Hello Mia, ring me on 07700 900142')
  await page.getByRole('button', { name: 'Send' }).click()
  const log = hers.getByRole('log')
  await expect(log.getByText(/Hello Mia, ring me on •••/)).toBeVisible()
  await expect(log).not.toContainText('900142')
  await expect(page.getByText(/^Read /)).toBeVisible()
  await hers.getByLabel('Write a message').fill('Hello Leila')
  await hers.getByLabel('Write a message').press('Enter')
  await expect(page.getByRole('log').getByText('Hello Leila')).toBeVisible()

  await page.locator('input[type=file]').setInputFiles({
    name: 'face.png',
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 800, height: 800, channels: 3, background: '#a0522d' } })
      .png()
      .toBuffer(),
  })
  await expect(page.getByRole('button', { name: 'Remove photo 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(log.getByRole('img', { name: 'Photo in this message' })).toBeVisible()
  await clean(page)
  await clean(hers)

  await page.getByRole('button', { name: 'Report' }).click()
  await page.getByRole('dialog').getByLabel('What is the problem?').fill('Only trying this')
  await page.getByRole('dialog').getByRole('button', { name: 'Report' }).click()
  await expect(page.getByText('Reported. Our team will read it.')).toBeVisible()
  await page.getByRole('button', { name: 'Block Mia' }).click()
  await expect(page.getByText('You have blocked Mia Vale.')).toBeVisible()
  await expect(hers.getByText(/You can no longer write to Leila/)).toBeVisible()
  await page.getByRole('button', { name: 'Unblock Mia' }).click()
  await expect(page.getByLabel('Write a message')).toBeVisible()
  await expect(hers.getByLabel('Write a message')).toBeVisible()
  await hers.context().close()
})

test('an unsent message stays in the field and is sent on retry; new messages are counted', { tag: '@proof' }, async ({
  page,
  baseURL,
  artist,
}) => {
  const { customer, mia, conversationId } = await openConversation(baseURL, artist)
  await become(page, customer)
  await page.goto(`/customer-dashboard/messages/${conversationId}`)
  await page.route('**/v1/conversations/*/messages', (route) => route.abort())
  await page.getByLabel('Write a message').fill('Is the 7th still free?')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('We could not send your message. It is saved below.')).toBeVisible()
  await page.unroute('**/v1/conversations/*/messages')
  await page.getByRole('button', { name: 'Not sent. Try again' }).click()
  await expect(page.getByRole('button', { name: 'Not sent. Try again' })).toBeHidden()
  await page.reload()
  await expect(page.getByRole('log').getByText('Is the 7th still free?')).toHaveCount(1)

  await page.goto('/customer-dashboard')
  const api = await request.newContext({ baseURL: baseURL as string })
  await api.post(`/v1/conversations/${conversationId}/messages`, {
    data: { text: 'It is' },
    headers: signedIn(mia.token),
  })
  await expect(page.getByRole('link', { name: /Messages.*1 unread conversation/ })).toBeVisible()
  await api.dispose()
})

test('the message field is on the first screen, and neither the cookie card nor the bottom bar covers it', {
  tag: '@proof',
}, async ({ browser, baseURL, artist }) => {
  const { mia, conversationId } = await openConversation(baseURL, artist)
  const context = await browser.newContext({ baseURL: baseURL as string })
  const page = await context.newPage()
  await become(page, mia)
  for (const { width, height, letters } of [
    { width: 320, height: 640, letters: 200 },
    { width: 390, height: 844, letters: 100 },
    { width: 768, height: 900, letters: 100 },
    { width: 1440, height: 900, letters: 100 },
  ]) {
    await page.setViewportSize({ width, height })
    await page.goto(`/dashboard/messages/${conversationId}`)
    await page.getByLabel('Write a message').waitFor()
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = `${size}%`
    }, letters)
    for (const part of [page.getByLabel('Write a message'), page.getByRole('button', { name: 'Send', exact: true })]) {
      const covered = await part.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        return !element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      })
      expect({ width, covered }).toEqual({ width, covered: false })
    }
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect({ width, wider }).toEqual({ width, wider: 0 })
    if (width === 1440) {
      const list = await page.getByRole('navigation', { name: 'Conversations' }).boundingBox()
      const words = await page.getByLabel('Write a message').boundingBox()
      expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(words?.x ?? 0)
    }
    const field = await page.locator('[data-foot-act], form:has(textarea)').last().boundingBox()
    const card = await page.getByRole('region', { name: 'Cookie settings' }).boundingBox()
    if (!field || !card) throw new Error('there is no card, or no field')
    const apart = card.y + card.height <= field.y || field.y + field.height <= card.y
    expect({ width, apart, within: card.y >= 0 }).toEqual({ width, apart: true, within: true })
  }
  await context.close()
})

test('one stream serves all tabs of a browser, and the next tab takes over when the first closes', {
  tag: '@proof',
}, async ({ page, baseURL, artist }) => {
  const { customer, mia, conversationId } = await openConversation(baseURL, artist)
  const streams: string[] = []
  page.context().on('request', (one) => {
    if (new URL(one.url()).pathname === '/v1/live') streams.push(one.url())
  })
  await become(page, customer)
  await page.goto(`/customer-dashboard/messages/${conversationId}`)
  await expect.poll(() => streams.length).toBe(1)
  const second = await page.context().newPage()
  await second.goto(`/customer-dashboard/messages/${conversationId}`)
  await expect(second.getByRole('log')).toBeVisible()
  const api = await request.newContext({ baseURL: baseURL as string, extraHTTPHeaders: signedIn(mia.token) })
  const say = (text: string) => api.post(`/v1/conversations/${conversationId}/messages`, { data: { text } })
  await say('To both')
  for (const tab of [page, second]) await expect(tab.getByRole('log').getByText('To both')).toBeVisible()
  expect(streams).toHaveLength(1)
  await page.close()
  await expect.poll(() => streams.length).toBe(2)
  await say('To the one left')
  await expect(second.getByRole('log').getByText('To the one left')).toBeVisible()
  await api.dispose()
})
