import sharp from 'sharp'
import { cleanInBoth } from './axe.ts'
import { become, expect, logIn, running, searched, test } from './stage.ts'

const aPicture = () =>
  sharp({ create: { width: 800, height: 1000, channels: 3, background: '#b37f59' } })
    .png()
    .toBuffer()

test('a customer chooses a look by keyboard; cards then start with similar work, and the list can be limited to proven hair', async ({
  page,
}) => {
  const id = await searched(page)
  await page.goto(`/quotes/${id}`)
  await page.getByRole('link', { name: 'Your look' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your look' })).toBeVisible()
  const coily = page.getByRole('group', { name: 'Hair pattern' }).getByRole('checkbox', { name: 'Coily hair' })
  await coily.focus()
  await page.keyboard.press('Space')
  await expect(coily).toBeChecked()
  await page.getByRole('group', { name: 'Products must not contain' }).getByText('Latex').click()
  await cleanInBoth(page)
  await page.getByRole('button', { name: 'Save and see quotes' }).click()

  await expect(page).toHaveURL(new RegExp(`/quotes/${id}$`))
  const like = page.getByRole('article').filter({ hasText: /Done \d+ looks? like this/ })
  await expect(like.first()).toContainText('Hair like yours:')
  const alt = await like.first().getByRole('img').first().getAttribute('alt')
  expect(alt).toMatch(/coil|afro|puff/i)
  await like.first().getByRole('button', { name: /^Why / }).click()
  await expect(
    page.getByRole('dialog', { name: /^Why / }).getByText('It shares these tags with your look: coily hair.'),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await cleanInBoth(page)

  await page.getByRole('link', { name: 'Your look' }).click()
  await expect(coily).toBeChecked()
  await page.getByRole('link', { name: 'Show artists with experience of hair like mine' }).click()
  await expect(page).toHaveURL(/filterBy=hair/)
  const cards = page.getByRole('article')
  await expect(cards.first()).toBeVisible()
  await expect(cards.filter({ hasNotText: 'Hair like yours:' })).toHaveCount(0)
  await page.getByRole('button', { name: '1 filter' }).click()
  await expect(page.getByRole('checkbox', { name: 'Experience with hair like mine' })).toBeChecked()
})

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('a look is chosen and removed again', { tag: '@proof' }, async ({ page }) => {
    const id = await searched(page)
    await page.goto(`/quotes/${id}/look`)
    await page.getByText('Deep skin', { exact: true }).click()
    await page.getByRole('button', { name: 'Save and see quotes' }).click()
    await expect(
      page
        .getByRole('article')
        .filter({ hasText: /Done \d+ looks? like this/ })
        .first(),
    ).toBeVisible()
    await page.goto(`/quotes/${id}/look`)
    await expect(page.getByRole('checkbox', { name: 'Deep skin', exact: true })).toBeChecked()
    await page.getByRole('button', { name: 'Clear all' }).click()
    await expect(page.getByText(/Done \d+ looks? like this/)).toHaveCount(0)
  })
})

test("the look of another customer's search returns a not-found page", async ({ page, browser }) => {
  const other = await (await browser.newContext()).newPage()
  const id = await searched(other)
  expect((await page.goto(`/quotes/${id}/look`))?.status()).toBe(404)
})

test("an artist tags several pictures at once, with suggestions from the album's name and other tags", {
  tag: '@proof',
}, async ({ page }) => {
  await become(page, await logIn('mia@primp.test', 'primp-sample-1'))
  await page.goto('/dashboard/albums')
  await page.getByRole('button', { name: 'Tag several pictures' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tag several pictures' })
  await dialog.getByRole('button', { name: 'Add tags' }).click()
  await expect(dialog.getByText('Choose at least one picture.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Select all' }).click()
  await dialog.getByText('All tags').click()
  const veil = dialog.getByRole('checkbox', { name: 'Veil' })
  await veil.focus()
  await page.keyboard.press('Space')
  await expect(dialog.getByText('Chosen: Veil.')).toBeVisible()
  await cleanInBoth(page)
  await dialog.getByRole('button', { name: /^Add tags to \d+ pictures?$/ }).click()
  await expect(dialog).toBeHidden()

  await page
    .getByRole('button', { name: /^Change .*position 1 of / })
    .first()
    .click()
  const one = page.getByRole('dialog')
  await expect(one.getByText(/Chosen: .*veil/i)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Tag several pictures' }).click()
  await dialog.getByRole('button', { name: 'Select all' }).click()
  await dialog.getByText('All tags').click()
  await dialog.getByText('Veil', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Remove these tags' }).click()
  await expect(dialog).toBeHidden()
})

test('an artist sees the effect of a look on their card in ‘How you appear’', { tag: '@proof' }, async ({ page }) => {
  await become(page, await logIn('mia@primp.test', 'primp-sample-1'))
  await page.goto('/dashboard/appearance')
  await expect(page.getByText(/of your \d+ pictures have tags/)).toBeVisible()
  await page.getByText("A customer's look").click()
  await page.getByText('Hair up', { exact: true }).click()
  await page.getByRole('button', { name: 'See it' }).or(page.locator('form button[type=submit]')).first().click()
  await expect(
    page
      .getByText(/Done \d+ looks? like this/)
      .or(page.getByText('None of your pictures has matching tags'))
      .first(),
  ).toBeVisible()
  await cleanInBoth(page)
})

test('a gallery picture leads to nearby artists with similar work: its tags and the picture are in the search', {
  tag: '@proof',
}, async ({ page }) => {
  await page.goto('/content/gallery?texture=coils')
  await page
    .getByRole('button', { name: /^Open picture/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Find artists near you who do this' }).click()
  await expect(page).toHaveURL(/\/search\?look=\d+$/)
  const work = page.getByRole('region', { name: 'Find artists near you who do this' })
  await expect(work.getByText('Coily hair').or(work.getByText('Curly hair')).first()).toBeVisible()
  await cleanInBoth(page)
  const look = new URL(page.url()).searchParams.get('look')
  const { tags } = (await (await page.request.get(`/v1/looks/works/${look}`)).json()).data
  const id = await searched(page, { look: { tags, work: Number(look) } })
  await page.goto(`/quotes/${id}/look`)
  await expect(page.getByRole('region', { name: 'Pictures' }).getByRole('listitem')).toHaveCount(1)
})

test('a signed-in customer adds their own pictures to a look and removes them', {
  tag: '@proof',
}, async ({ page, customer }) => {
  const id = await searched(page)
  await page.goto(`/quotes/${id}/look`)
  await running(page)
  const part = page.getByRole('region', { name: 'Pictures' })
  const file = { name: 'me.png', mimeType: 'image/png', buffer: await aPicture() }
  await part.locator('input[type=file]').setInputFiles(file)
  await expect(part.getByRole('link', { name: 'Log in' })).toBeVisible()

  await become(page, await customer.logIn())
  const own = await searched(page)
  await page.goto(`/quotes/${own}/look`)
  await running(page)
  await part.locator('input[type=file]').setInputFiles(file)
  await expect(part.getByRole('listitem')).toHaveCount(1)
  await cleanInBoth(page)
  await part.getByRole('button', { name: 'Remove picture 1' }).click()
  await expect(part.getByRole('listitem')).toHaveCount(0)
})
