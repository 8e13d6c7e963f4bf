import type { Browser, Page } from '@playwright/test'
import { clean } from '#tests/e2e/axe.ts'
import { expect, operatorToken, test } from '#tests/e2e/stage.ts'
import { signedIn } from '#tests/signed-in.ts'

async function asOperator(page: Page, path: string) {
  await page.goto(path)
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('Email').fill('olu@primp.test')
  await page.getByLabel('Password', { exact: true }).fill('primp-sample-1')
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(path.replace(/[?].*/, '')))
}
const confirm = async (page: Page, act: string, why = 'for a journey through the editor') => {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(why)
  await clean(page)
  await dialog.getByRole('button', { name: act, exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}
async function asMade(page: Page, path: string): Promise<void> {
  const headers = signedIn(await operatorToken())
  const { data } = await (await page.context().request.get(`/v1/operator/page?path=${path}`, { headers })).json()
  if (data.draft)
    await page.context().request.delete(`/v1/operator/page/draft?path=${path}&mark=${data.draft.mark}`, { headers })
  if (data.number > 0)
    await page.context().request.post('/v1/operator/page/restore', {
      headers,
      data: { path, number: 0, seen: data.number, reason: 'for a journey through the editor' },
    })
}
/** Reloads as a new visitor until a change is visible, at most ten seconds. */
async function visitorSees(browser: Browser, path: string, said: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ baseURL: test.info().project.use.baseURL })
  const page = await context.newPage()
  await expect(async () => {
    await page.goto(path)
    await said(page)
  }).toPass({ timeout: 10_000, intervals: [500] })
  await context.close()
}

test('an operator edits the text of a place, previews, publishes and undoes it, and visitors see each change', {
  tag: '@proof',
}, async ({ page, browser }) => {
  test.setTimeout(120_000)
  const path = '/gb/nails/manchester'
  await asMade(page, path)
  await asOperator(page, '/operator/pages')
  await page.getByRole('searchbox', { name: /Search by place, title or address/ }).fill('Manchester')
  const found = page.getByRole('region', { name: 'Matching place pages' })
  await found.locator(`a[href$="${path}"]`).click()
  await expect(page.getByRole('main').getByText(`${path}. `)).toBeVisible()
  const made = await page.getByText(/^Default: .*Manchester.*Primp$/).textContent()

  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Manchester, lamp in hand')
  await page.getByRole('textbox', { name: 'Banner title' }).fill('Ten nails. One table.')
  // By keyboard: a moved row keeps its focus, and a new question gets it.
  const first = page.locator('li[data-row]').first()
  const asked = (await first.locator('summary').textContent()) ?? ''
  await first.getByRole('button', { name: /^Move down/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('li[data-row]').nth(1).locator('summary')).toHaveText(asked)
  await expect(page.getByRole('button', { name: `Move down: ${asked}` })).toBeFocused()
  await page.getByRole('button', { name: 'Default questions' }).click()
  await page.getByRole('button', { name: 'Add a question' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Question', exact: true }).last()).toBeFocused()
  await page.keyboard.type('Do I need a lamp at home?')
  await expect(page.getByText('Not saved. We keep it in this tab.')).toBeVisible()
  // Unsaved input survives a reload, and the preview shows it.
  await page.reload()
  await expect(page.getByText('We restored what you typed here.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Manchester, lamp in hand')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Enter the answer.').first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Answer' }).last()).toBeFocused()
  await page.getByRole('textbox', { name: 'Answer' }).last().fill('No. Your artist brings one.')
  const preview = page.frameLocator('iframe[title="Preview"]')
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Ten nails. One table.')
  await expect(preview.getByText('Do I need a lamp at home?')).toBeVisible()
  await page.getByRole('button', { name: 'Desktop' }).click()
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Ten nails. One table.')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText(/^Draft by /)).toBeVisible()
  await clean(page)
  await visitorSees(browser, path, async (visitor) => expect(await visitor.title()).toContain('Manchester'))

  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await confirm(page, 'Publish')
  await expect(page.getByText(/Version \d+ has been published/)).toBeVisible()
  await visitorSees(browser, path, async (visitor) => {
    await expect(visitor).toHaveTitle('Manchester, lamp in hand', { timeout: 500 })
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Ten nails. One table.', { timeout: 500 })
    await expect(visitor.getByText('Do I need a lamp at home?')).toBeVisible({ timeout: 500 })
    expect(await visitor.locator('script[type="application/ld+json"]').allTextContents()).toEqual(
      expect.arrayContaining([expect.stringContaining('Do I need a lamp at home?')]),
    )
  })
  await page.getByRole('button', { name: 'Undo last publication' }).click()
  await expect(page.getByText('Undone. The previous version is published again.')).toBeVisible()
  await visitorSees(browser, path, async (visitor) => {
    await expect(visitor).toHaveTitle((made ?? '').replace('Default: ', ''), { timeout: 500 })
    await expect(visitor.getByText('Do I need a lamp at home?')).toHaveCount(0, { timeout: 500 })
  })
})

test('a text with HTML is refused with its line, corrected and published, and an older version is restored', {
  tag: '@proof',
}, async ({ page, browser }) => {
  test.setTimeout(120_000)
  const path = '/content/credits'
  await asMade(page, path)
  await asOperator(page, '/operator/pages')
  await page.getByRole('link', { name: 'Credits', exact: true }).click()
  await page.getByRole('button', { name: 'Start from the default text' }).click()
  const text = page.getByRole('textbox', { name: 'Text, in Markdown' })
  await expect(text).toHaveValue(/^# Credits/)
  await text.fill('# Credits\n\nWith <b>thanks</b> to everyone.')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Line 3: HTML is not allowed on a page.').first()).toBeVisible()
  await expect(text).toBeFocused()
  await expect(text).toHaveValue(/<b>thanks/)
  await clean(page)
  await text.fill('# Credits\n\nWith **thanks** to everyone, and [help](/content/help).')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await confirm(page, 'Publish')
  await visitorSees(browser, path, async (visitor) => {
    await expect(visitor.locator('strong', { hasText: 'thanks' })).toBeVisible({ timeout: 500 })
    await expect(visitor.getByRole('main').getByRole('link', { name: 'help', exact: true })).toHaveAttribute(
      'href',
      '/content/help',
    )
  })
  await text.fill('# Credits\n\nShorter.')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await confirm(page, 'Publish')
  await visitorSees(browser, path, async (visitor) =>
    expect(visitor.getByText('Shorter.')).toBeVisible({ timeout: 500 }),
  )
  const versions = page.getByRole('region', { name: 'Versions' })
  await expect(versions.getByText('Changed: text').first()).toBeVisible()
  await versions.getByRole('button', { name: 'Publish again' }).first().click()
  await confirm(page, 'Publish again')
  await visitorSees(browser, path, async (visitor) =>
    expect(visitor.locator('strong', { hasText: 'thanks' })).toBeVisible({ timeout: 500 }),
  )
  await asMade(page, path)
  await visitorSees(browser, path, async (visitor) =>
    expect(visitor.getByRole('cell', { name: 'Places', exact: true })).toBeVisible({ timeout: 500 }),
  )
})

test('if two operators edit one page, nothing is lost: the later one sees the earlier text and can keep both', {
  tag: '@proof',
}, async ({ page }) => {
  const path = '/content/about'
  await asMade(page, path)
  await asOperator(page, `/operator/pages/words?path=${path}`)
  await expect(page.getByRole('main').getByText(`${path}. `)).toBeVisible()
  const other = await page.context().newPage()
  await other.goto(`/operator/pages/words?path=${path}`)
  await other.getByRole('textbox', { name: 'Title', exact: true }).fill('Theirs')
  await other.getByRole('button', { name: 'Save draft' }).click()
  await expect(other.getByText(/^Draft by /)).toBeVisible()
  await other.close()
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await title.fill('Mine')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText(/saved a newer draft on .* Yours is still here\.$/)).toBeVisible()
  await clean(page)
  await page.getByRole('button', { name: 'See theirs' }).click()
  await expect(title).toHaveValue('Theirs')
  await page.getByRole('button', { name: 'Back to mine' }).click()
  await expect(title).toHaveValue('Mine')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Draft saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(title).toHaveValue('')
})

test('help can be searched in the page, and an answer can be marked as helpful', { tag: '@proof' }, async ({
  page,
}) => {
  await page.goto('/content/help')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Searching',
    'Booking',
    'Paying',
    'Changing plans',
    'After the day',
    'Artists',
    'Your account',
    'Still need help?',
  ])
  await page.getByRole('searchbox', { name: 'How can we help?' }).click()
  await page.getByRole('searchbox', { name: 'How can we help?' }).pressSequentially('deposit')
  await expect(page.getByRole('search').getByRole('status')).toHaveText(/^\d topics$/)
  await expect(page.getByText('What does the deposit cover?')).toBeVisible()
  await expect(page.getByText('How do I search for a group?')).toBeHidden()
  const answer = page.getByRole('group', { name: /What does the deposit cover/ })
  await answer.getByRole('button', { name: 'Yes' }).click()
  await expect(answer.getByText('Thank you.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'How can we help?' }).fill('zebra')
  await expect(page.getByText("No topic matches 'zebra'. Try one word, or contact us.")).toBeVisible()
  await page.getByRole('searchbox', { name: 'How can we help?' }).fill('')
  await expect(page.getByText('How do I search for a group?')).toBeVisible()
  await clean(page)
})
