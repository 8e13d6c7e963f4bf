import { formatDay, marketTime } from '#tests/e2e/market.ts'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import { sentIn } from './sent-in.ts'
import { answer, at, logIn, picture, save } from './signing-up.ts'
import { clean, cleanInBoth } from '#tests/e2e/axe.ts'
import { expect, mailTo, test, wedding } from '#tests/e2e/stage.ts'

const portrait = fileURLToPath(new URL('../../pictures/portrait.heic', import.meta.url))
// Few artists work that far north, so a new one is easy to find.
const town = 'Lerwick'

async function somebodyElse(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 1000 } })
  await context.clock.install({ time: marketTime })
  await context.addInitScript(() => window === top && localStorage.setItem('cookieConsent', 'necessary'))
  return context.newPage()
}

/** The artist's email address, and the customer price shown for a Makeup. */
type Joined = { email: string; price: string }

/** Completes all twelve steps from the recruitment page to the queue. */
async function join(page: Page, name: string): Promise<Joined> {
  const email = `${crypto.randomUUID().slice(0, 13)}@journeys.example`
  await page.goto('/join')
  await page.getByRole('main').getByRole('link', { name: 'Join Primp' }).first().click()
  await at(page, 'Your details')
  await answer.details(page, { name, email, mobile: '07700 900654' })
  await save(page)
  await at(page, 'Location')
  await answer.base(page, town)
  await save(page)
  await at(page, 'Add a Service')
  await answer.service(page, 'Makeup')
  await save(page)

  await at(page, 'Pricing')
  await answer.price(page, 'Makeup', '46')
  await expect(page.getByText('Customer pays £55')).toBeVisible()
  await save(page)
  await at(page, 'Travel')
  const shown = page.getByRole('complementary').locator('article .number')
  await expect(shown).toHaveText('£55')
  const price = (await shown.textContent()) ?? ''
  await answer.travel(page, 'Mobile', '12', '1.50')
  await save(page)
  await at(page, 'Minimum job size')
  await save(page)
  await at(page, 'Instagram')
  await page.getByRole('button', { name: 'Skip' }).click()
  await at(page, 'Kit')
  await answer.kit(page)
  await save(page)
  await at(page, 'Bio')
  await answer.bio(page)
  await save(page)

  await at(page, 'Profile photo')
  await answer.photo(page, { name: 'huge.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(41 * 1024 * 1024, 1) })
  await expect(page.getByText('file size is too big.')).toBeVisible()
  await answer.photo(page, portrait)
  await expect(page.getByRole('group', { name: 'Move and scale' })).toBeVisible()
  await save(page)
  await at(page, 'Verify your identity')
  await answer.identity(page)
  await page.getByRole('checkbox').check()
  await save(page)

  await at(page, 'Submit')
  const { path } = await mailTo(email, /^Confirm your email address/)
  const other = await page.context().newPage()
  await other.goto(path)
  await expect(other.getByText('Address verified')).toBeVisible()
  await other.close()
  await answer.work(page, 0)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await at(page, 'In review')
  return { email, price }
}

/** The same through the API; the customer price is the one that the pages show for that cost. */
async function joinByCalls(page: Page, name: string): Promise<Joined> {
  const { email, password } = await sentIn(page.request, {
    name,
    base: { coordinates: [-1.1449, 60.1545], placeName: town },
    bio: 'I paint faces for weddings and for quiet mornings, all over the north of the islands.',
  })
  await page.goto('/login?redirect=/signup')
  await logIn(page, email, password)
  await at(page, 'In review')
  return { email, price: '£55' }
}

/** Opens an artist's case by keyboard. */
async function openCase(page: Page, name: string) {
  const case_ = page.getByRole('region', { name })
  const chosen = page.locator('[aria-current=true]')
  const row = page.getByRole('row', { name })
  await expect(row).toBeVisible()
  // One at a time, because a case may load slowly.
  while ((await row.locator(chosen).count()) === 0) {
    const before = await page.getByRole('row').filter({ has: chosen }).allInnerTexts()
    await page.keyboard.press('j')
    await expect.poll(() => page.getByRole('row').filter({ has: chosen }).allInnerTexts()).not.toEqual(before)
  }
  await expect(case_).toBeVisible()
  for (const kind of ['Photo', 'Selfie', 'Document']) {
    const shown = case_.getByRole('img', { name: kind })
    await expect
      .poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth || `${img.currentSrc} is not drawn`))
      .toEqual(expect.any(Number))
  }
  return case_
}

test("an artist joins and corrects two rejected steps, and visitors find them at the preview's price", {
  tag: '@proof',
}, async ({ page, browser }) => {
  test.setTimeout(240_000)
  const name = `Una ${crypto.randomUUID().slice(0, 8)}`
  const operator = await somebodyElse(browser)

  // `signup.spec.ts` covers the pages of the twelve steps; only a proof uses them here too.
  const { email, price } = await test.step('the artist completes twelve steps', () =>
    process.env['PROVE'] ? join(page, name) : joinByCalls(page, name))

  await test.step('the team sends two of them back', async () => {
    await operator.goto('/operator/verification')
    await logIn(operator, 'olu@primp.test', 'primp-sample-1')
    await expect(operator.getByRole('heading', { level: 1, name: 'Verification' })).toBeVisible()
    const case_ = await openCase(operator, name)
    await expect(case_.getByText(/^Requested gesture: .*\d{4}/)).toBeVisible()
    const [n = 1, waiting = 1] = ((await case_.getByText(/^\d+ of \d+$/).textContent()) ?? '').split(' of ').map(Number)
    if (waiting > 1) {
      await operator.keyboard.press(n > 1 ? 'k' : 'j')
      await expect(case_).toBeHidden()
      await operator.keyboard.press(n > 1 ? 'j' : 'k')
    }
    await expect(case_).toBeVisible()
    await cleanInBoth(operator)
    await operator.keyboard.press('s')
    await expect(case_.getByText('Choose at least one step to send back.')).toBeVisible()
    await case_.getByLabel('Steps to send back').selectOption('Bio')
    const bio = case_.getByRole('group', { name: 'Bio' })
    await bio.getByLabel('Note to the artist').fill('Please say where you learned.')
    // No reason is preselected.
    await expect(bio.getByLabel('Reason')).toHaveValue('')
    await case_.getByRole('heading', { name }).click()
    await operator.keyboard.press('s')
    await expect(bio.getByText('Choose a reason.')).toBeVisible()
    await clean(operator)
    await bio.getByLabel('Reason').selectOption('Something needs another look.')
    await case_.getByLabel('Steps to send back').selectOption('Verify your identity')
    const identity = case_.getByRole('group', { name: 'Verify your identity' })
    await identity.getByLabel('Reason').selectOption('We could not read all of the document.')
    await identity.getByLabel('Note to the artist').fill('The lower edge is cut off.')
    await clean(operator)
    await case_.getByRole('heading', { name }).click()
    await operator.keyboard.press('s')
    await expect(operator.getByRole('dialog')).toContainText('2 steps to fix')
    await cleanInBoth(operator)
    await operator.getByRole('dialog').getByRole('button', { name: 'Send back', exact: true }).click()
    await expect(operator.getByText(`Sent back to ${name}.`)).toBeVisible()
    await expect(operator.getByRole('row', { name })).toHaveCount(0)
  })

  await test.step('the artist corrects only those', async () => {
    const mail = await mailTo(email, /^2 things to fix/)
    expect(mail.body).toContain('Please say where you learned.')
    await page.goto(mail.path)
    await expect(page).toHaveURL(/\/resubmission$/)
    await at(page, '2 things to fix')
    await expect(page.getByText('The lower edge is cut off.')).toBeVisible()
    await expect(page.getByRole('link', { name: /^Fix / })).toHaveCount(2)
    await cleanInBoth(page)
    await page.getByRole('link', { name: 'Fix Bio' }).click()
    await answer.bio(
      page,
      'I learned behind a counter in Lerwick, then at weddings. Ask me about deep skin and quiet mornings.',
    )
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Fixed', { exact: true })).toHaveCount(1)
    await page.getByRole('link', { name: 'Fix Verify your identity' }).click()
    await page.locator('input[name=document]').setInputFiles(await picture())
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Fixed', { exact: true })).toHaveCount(2)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByText('Sent. We check resubmitted profiles first.')).toBeVisible()
  })

  const visitor = await somebodyElse(browser)
  await test.step('a visitor does not find the artist yet', async () => {
    await visitor.goto('/')
    const bar = visitor.getByRole('search', { name: 'Search for artists' })
    await bar.getByRole('button', { name: /^Location/ }).click()
    await visitor.getByRole('combobox', { name: 'Location' }).fill(town)
    await visitor
      .getByRole('option', { name: new RegExp(`^${town}`) })
      .first()
      .click()
    const when = visitor.getByRole('dialog', { name: /Date/ })
    for (let month = 0; month < 7; month++) await when.getByRole('button', { name: 'Next month' }).click()
    await when.getByRole('button', { name: formatDay(wedding.eventDate, true) }).click()
    await when.getByText('1:30 PM', { exact: true }).click()
    const who = visitor.getByRole('dialog', { name: 'Who needs what' })
    await who.getByRole('button', { name: 'Makeup', exact: true }).click()
    await who.getByRole('button', { name: 'Done' }).click()
    await bar.getByRole('button', { name: 'Search' }).click()
    await expect(visitor).toHaveURL(/\/quotes\/[\w-]{10,24}$/)
    await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(visitor.getByRole('article').filter({ hasText: name })).toHaveCount(0)
  })

  await test.step('the team approves the artist', async () => {
    await operator.goto('/operator/verification')
    const case_ = await openCase(operator, name)
    await expect(case_.getByText('Sent back before. Only Bio, Verify your identity changed.')).toBeVisible()
    await operator.keyboard.press('a')
    await expect(case_.getByText('Select all five checks, or send the profile back.')).toBeVisible()
    for (const check of await case_.getByRole('list').first().getByRole('checkbox').all()) await check.check()
    await operator.keyboard.press('a')
    await expect(operator.getByRole('dialog')).toContainText('They will appear in searches immediately.')
    await cleanInBoth(operator)
    await operator.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
    await expect(operator.getByText(`${name} is verified.`)).toBeVisible()
  })

  await test.step("within a second a visitor finds the artist, at the preview's price", async () => {
    const card = visitor.getByRole('article').filter({ hasText: name })
    await expect(async () => {
      await visitor.reload({ waitUntil: 'commit' })
      await expect(card).toBeVisible({ timeout: 1_000 })
    }).toPass({ timeout: 3_000 })
    await expect(card.locator('.number')).toHaveText(price)
    await cleanInBoth(visitor)
  })
  await Promise.all([operator.context().close(), visitor.context().close()])
})
