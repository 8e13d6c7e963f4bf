import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ReviewExport, TAKEN_KEYS_PATH } from '#contract/reviews/review-export.ts'
import { createReviewsKey, hashHolder, signTaken } from '#server/reviews/exported-reviews.ts'
import { clean, cleanInBoth } from '#tests/e2e/axe.ts'
import { dayAfter, formatDay, marketTime, otherSitePort } from '#tests/e2e/market.ts'
import { become, expect, logIn, mailTo, running, test } from '#tests/e2e/stage.ts'

/** Another origin on this machine, cross-site for every browser. */
async function siteOf(body: string): Promise<{ address: string; close: () => void }> {
  const server = createServer((_, answer) => {
    answer
      .setHeader('content-type', 'text/html')
      .end(`<!DOCTYPE html><html lang="en"><title>Mia</title><main><h1>Mia</h1>${body}</main>`)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

test('an artist embeds their form on another site, and its choices are booked here', {
  tag: '@proof',
}, async ({ page, browser, baseURL, artist }) => {
  await become(page, await artist.logIn())
  const day = dayAfter(204)
  await page.goto('/dashboard/share')
  await page.getByLabel('Theme').selectOption({ label: 'Dark' })
  const preview = page.getByRole('region', { name: 'Preview' }).frameLocator('iframe')
  await expect(preview.getByRole('button', { name: 'See the price and plan' })).toBeVisible()
  await clean(page)
  const snippet = await page.getByRole('textbox', { name: 'Code for your website' }).inputValue()

  const theirs = await browser.newContext({ reducedMotion: 'reduce' })
  await theirs.addInitScript(() => window === top && localStorage.setItem('cookieConsent', 'necessary'))
  // The snippet contains the market's URL, which can differ from the journey's.
  const line = snippet.replace(/https?:\/\/[^/]+/, new URL(baseURL as string).origin)
  const elsewhere = await siteOf(line)
  const blog = await theirs.newPage()
  await blog.goto(elsewhere.address)
  const frame = blog.locator('iframe')
  const form = frame.contentFrame()
  await form.getByText(/^More services/).click()
  await form.getByRole('button', { name: 'Add Updo', exact: true }).click()
  await form.getByRole('button', { name: 'One person more: Updo' }).click()
  await expect(form.locator('output')).toContainText(/^Services: 2\. (Together £|£\d+, the minimum booking)/)
  await form.getByRole('button', { name: 'Date Choose a date' }).click()
  const dayButton = form.getByRole('button', { name: `${formatDay(day, true).replace(' ', ', ')}` })
  while (!(await dayButton.isVisible())) await form.getByRole('button', { name: 'Next month' }).click()
  await clean(blog)
  await dayButton.click()
  await form.getByRole('button', { name: 'Ready by Not sure yet' }).click()
  await form.getByRole('radio', { name: '1:30 PM', exact: true }).click()
  await expect(form.getByRole('button', { name: 'Ready by 1:30 PM' })).toBeFocused()
  const high = () => frame.evaluate((element) => (element as HTMLElement).style.height)
  await expect.poll(high).not.toBe('640px')
  const before = await high()
  await blog.evaluate(() => window.postMessage({ primp: 1, height: 5000 }, '*'))
  await expect(form.getByRole('button', { name: 'See the price and plan' })).toBeVisible()
  expect(await high(), 'what another says of the height is not heard').toBe(before)
  expect(await theirs.cookies(), 'nothing is kept in a frame').toEqual([])

  const [tab] = await Promise.all([
    theirs.waitForEvent('page'),
    form.getByRole('button', { name: 'See the price and plan' }).click(),
  ])
  await expect(tab).toHaveURL(new RegExp(`/@/${artist.slug}/book\\?n\\.updo=2&date=${day}&time=13%3A30$`))
  await expect(tab.getByRole('region', { name: 'People 1 to 2' })).toContainText('Updo')
  await expect(tab.getByRole('button', { name: 'Ready by 1:30 PM' })).toBeVisible()
  elsewhere.close()

  const marks = 'data-primp-kind="button" data-primp-label="Book Mia" data-primp-color="00aa55"'
  const another = await siteOf(line.replace('<script ', `<script ${marks} `))
  await blog.goto(another.address)
  const button = blog.getByRole('link', { name: 'Book Mia' })
  await expect(button).toHaveAttribute('href', `${new URL(baseURL as string).origin}/@/${artist.slug}/book`)
  await expect(button).toHaveCSS('background-color', 'rgb(0, 170, 85)')
  await expect(button, 'dark words on a light colour').toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(blog.locator('iframe')).toHaveCount(0)
  const [opened] = await Promise.all([theirs.waitForEvent('page'), button.click()])
  await expect(opened.getByRole('heading', { name: 'Book Mia Vale', level: 1 })).toBeVisible()
  await theirs.close()
  another.close()

  await page.goto('/dashboard/share/card')
  await expect(page.getByRole('img', { name: new RegExp(`QR code for .*/@/${artist.slug}`) })).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PNG' }).click()
  expect((await saved).suggestedFilename()).toBe(`${artist.slug}.png`)
  await clean(page)
})

test('a client comments on work done elsewhere, and the comment is marked on the page and not counted', {
  tag: '@proof',
}, async ({ page, browser, artist }) => {
  await become(page, await artist.logIn())
  await page.goto('/dashboard/reviews')
  const guest = `${crypto.randomUUID().slice(0, 13)}@journeys.example`
  const ask = page.getByRole('region', { name: 'Work done elsewhere' })
  await ask.getByLabel('First name').fill('Ngozi')
  await ask.getByLabel('Email').fill(guest)
  await ask.getByLabel('What did you do for them?').fill('Wedding in Leeds, May 2024')
  await ask.getByRole('button', { name: 'Send request' }).click()
  await expect(ask.getByRole('listitem').filter({ hasText: 'Ngozi' })).toContainText('Requested')
  await clean(page)

  const theirs = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  await theirs.addInitScript(() => localStorage.setItem('cookieConsent', 'necessary'))
  const { path } = await mailTo(guest, /asks you for a review/)
  await theirs.goto(path)
  await running(theirs)
  await theirs.getByLabel('Your review').fill('Good')
  await theirs.getByRole('button', { name: 'Publish' }).click()
  await expect(theirs.getByText('Write at least a sentence.')).toBeVisible()
  await clean(theirs)
  await theirs.getByLabel('Your review').fill('She stayed calm while it rained on all of us.')
  await theirs.getByRole('button', { name: 'Publish' }).click()
  await expect(theirs.getByText("Thank you. Your words are on Mia Vale's page.")).toBeVisible()
  await theirs.getByRole('link', { name: "See Mia Vale's page" }).click()
  const outside = theirs.getByRole('region', { name: 'Work done elsewhere' })
  await expect(outside.getByRole('article')).toContainText('Ngozi')
  await expect(outside.getByRole('article')).toContainText('Work done elsewhere')
  await clean(theirs)
  await theirs.context().close()
})

test('an artist exports signed reviews, and anyone can verify the file', {
  tag: '@proof',
}, async ({ page, browser }) => {
  await become(page, await logIn('mia@primp.test', 'primp-sample-1'))
  await page.goto('/dashboard/reviews')
  await page.getByRole('heading', { name: 'Export and import' }).click()
  const take = page.getByRole('region', { name: 'Export your reviews' })
  const saved = page.waitForEvent('download')
  await take.getByRole('button', { name: 'Download' }).click()
  const file = await (await saved).path()
  const text = await readFile(file, 'utf8')

  const anyone = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  await anyone.addInitScript(() => localStorage.setItem('cookieConsent', 'necessary'))
  await anyone.setViewportSize({ width: 320, height: 800 })
  await anyone.goto('/signed-reviews')
  await running(anyone)
  await anyone.getByRole('button', { name: 'Check file' }).click()
  await expect(anyone.getByText('Choose a file or paste its content.')).toBeVisible()
  await anyone.getByLabel('The file').setInputFiles(file)
  await expect(anyone.getByText('This file is genuine')).toBeVisible()
  await expect(anyone.getByText(/^We signed it for Mia Hollis/)).toBeVisible()
  await clean(anyone)
  const changed = text.replace(/"score": 5/, '"score": 4')
  expect(changed).not.toBe(text)
  await anyone.getByLabel('Or paste its content').fill(changed)
  await anyone.getByRole('button', { name: 'Check file' }).click()
  await expect(anyone.getByText('This file has been changed')).toBeVisible()
  await anyone.getByLabel('Or paste its content').fill('no file')
  await anyone.getByRole('button', { name: 'Check file' }).click()
  await expect(anyone.getByText('This is not a review file')).toBeVisible()
  await anyone.context().close()
})

test('an artist brings a profile from another site: the preview saves nothing, and nothing is added twice', {
  tag: '@proof',
}, async ({ page, artist }) => {
  const issuer = `http://localhost:${otherSitePort}`
  const { d, ...open } = await createReviewsKey()
  const site = createServer((request, answer) => {
    if (request.url !== TAKEN_KEYS_PATH) answer.statusCode = 404
    answer.end(JSON.stringify({ keys: [open] }))
  })
  await new Promise<void>((done) => site.listen(otherSitePort, 'localhost', done))
  const offered = { words: '', minutes: 60, price: 80, currency: 'GBP' as const }
  const review = { author: 'Leila M.', event: 'Wedding', score: 5, reply: null, guest: false, role: '', weight: 100 }
  const statement: ReviewExport = {
    format: 'primp-reviews-1',
    issuer,
    checkedAt: `${issuer}/signed-reviews`,
    issuedAt: marketTime.toISOString(),
    artist: {
      slug: 'mia',
      name: 'Mia Vale',
      bio: 'I have painted faces on islands for eleven years, slowly.',
      countryCode: 'GB',
      area: 'Stornoway',
      languages: ['English'],
      services: [
        { ...offered, label: 'Gel manicure', slug: 'gel-manicure' },
        { ...offered, label: 'Moon makeup', slug: 'moon-makeup' },
      ],
      albums: [{ title: 'Bridal', pictures: [] }],
      holder: await hashHolder(artist.email),
    },
    score: { average: 5, reviews: 1 },
    reviews: [{ ...review, id: '1', comments: 'She stayed calm while it rained.', at: marketTime.toISOString() }],
  }
  const signed = await signTaken({ ...open, d }, statement)
  const file = (content: unknown) => ({
    name: 'primp-mia.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(content)),
  })
  await page.setViewportSize({ width: 320, height: 800 })
  await become(page, await artist.logIn())
  await page.goto('/dashboard/reviews')
  const openFold = () => page.getByRole('heading', { name: 'Export and import' }).click()
  await openFold()
  const bring = page.getByRole('region', { name: 'Bring a profile from another Primp site' })
  const choose = (content: unknown) => bring.getByLabel('Your exported file').setInputFiles(file(content))
  await choose('no export')
  await expect(bring.getByText('This is not a signed export of a Primp site.')).toBeVisible()
  await choose({ ...signed, statement: { ...statement, artist: { ...statement.artist, name: 'Mia Best' } } })
  await expect(bring.getByText('The signature of this file is invalid')).toBeVisible()
  await clean(page)
  const theirs = { ...statement, artist: { ...statement.artist, holder: await hashHolder('other@mail.example') } }
  await choose(await signTaken({ ...open, d }, theirs))
  await expect(bring.getByText('This file belongs to another email address.')).toBeVisible()

  await choose(signed)
  const added = bring.getByRole('region', { name: 'Will be added' })
  await expect(added).toContainText('1 review')
  await expect(added.getByRole('listitem').filter({ hasText: 'Gel manicure' })).toContainText('£80 for customers')
  const left = bring.getByRole('region', { name: 'Left out' })
  await expect(left.getByRole('listitem').filter({ hasText: 'Moon makeup' })).toContainText('no such service')
  await expect(left.getByRole('listitem').filter({ hasText: '1 album' })).toContainText('Pictures')
  await cleanInBoth(page)
  await page.reload()
  await openFold()
  await choose(signed)
  await expect(added).toContainText('1 review')
  await bring.getByRole('button', { name: 'Import' }).click()
  await expect(bring.getByText(`Your profile from localhost:${otherSitePort} has been imported.`)).toBeInViewport()
  await clean(page)
  await choose(signed)
  await expect(bring.getByText('There is nothing to import')).toBeVisible()
  await expect(bring.getByRole('button', { name: 'Import' })).toBeHidden()
  site.close()
})
