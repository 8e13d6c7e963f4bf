import { marketTime, dayAfter } from './market.ts'
import { setTimeout } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { cleanInBoth } from '#tests/e2e/axe.ts'
import { signedIn } from '#tests/signed-in.ts'
import { sameOrigin } from './ruth.ts'
import { become, expect, logIn, operatorToken, running, searched, test } from './stage.ts'

// Both tests edit one page, and one of them turns on review of service texts.
test.describe.configure({ mode: 'default' })

/** Sets whether operators review service texts before publication. */
async function lookFirst(page: Page, first: boolean): Promise<void> {
  const answer = await page.context().request.put('/v1/operator/own-words/markets/GB', {
    headers: { ...sameOrigin(), ...signedIn(await operatorToken()) },
    data: { lookFirst: first, reason: 'A journey says so.' },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  // A process caches market settings for a second.
  await setTimeout(1_100)
}

async function asOperator(browser: Browser, path: string): Promise<Page> {
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  await page.clock.install({ time: marketTime })
  await page.addInitScript(() => window === top && localStorage.setItem('cookieConsent', 'necessary'))
  await become(page, await logIn('olu@primp.test', 'primp-sample-1'))
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: 'Profile text' })).toBeVisible()
  return page
}

test('an artist renames a service; customers see the name after it is approved, or the artist sees the reason', {
  tag: '@proof',
}, async ({ page, browser, artist }) => {
  await become(page, await artist.logIn())
  await lookFirst(page, false)
  await page.goto('/dashboard/services#own-words')
  const makeup = page.getByRole('group', { name: 'Makeup', exact: true })
  const title = makeup.getByLabel('Your name for it')
  await title.fill('Glam, 07700 900123')
  const save = page.getByRole('button', { name: 'Save Your own names for services' })
  await save.click()
  await expect(title).toBeFocused()
  await expect(makeup.getByText('Leave out phone numbers, addresses and links.')).toBeVisible()
  await expect(title).toHaveValue('Glam, 07700 900123')
  await title.fill('Soft glam')
  await makeup.getByLabel('What they get').fill('Dewy skin and lashes for the camera.')
  await expect(makeup.getByText('Customers see “Soft glam (makeup)”.')).toBeVisible()
  await cleanInBoth(page)
  await save.click()
  await expect(page.getByText('Saved. Customers can see it now.')).toBeVisible()
  await expect(makeup.getByText('Published')).toBeVisible()

  await page.goto(`/@/${artist.slug}`)
  await expect(page.getByText('Soft glam (makeup)', { exact: true })).toBeVisible()
  await expect(page.getByText('Dewy skin and lashes for the camera.')).toBeVisible()

  await lookFirst(page, true)
  await page.goto('/dashboard/services#own-words')
  await title.fill('Full glam')
  await save.click()
  await expect(makeup.getByText('In review')).toBeVisible()
  const desk = await asOperator(browser, '/operator/own-words')
  await cleanInBoth(desk)
  await desk.getByRole('button', { name: 'Send back “Full glam”' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send back' }).click()
  await expect(dialog.getByText('Give a reason.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Say how it differs from your soft glam.')
  await dialog.getByRole('button', { name: 'Send back' }).click()
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(makeup.getByText('Note from our team: Say how it differs from your soft glam.')).toBeVisible()
  await title.fill('Full glam for the stage')
  await save.click()
  await expect(makeup.getByText('In review')).toBeVisible()
  await desk.reload()
  await desk.getByRole('button', { name: 'Approve “Full glam for the stage”' }).click()
  await expect(desk.getByText('Approved. Customers can see it.')).toBeVisible()
  await desk.context().close()
  await expect
    .poll(async () => {
      await page.goto(`/@/${artist.slug}`)
      return page.getByText('Full glam for the stage (makeup)', { exact: true }).count()
    })
    .toBe(1)

  await lookFirst(page, false)
  await page.goto('/dashboard/services#own-words')
  await title.fill('')
  await makeup.getByLabel('What they get').fill('')
  await save.click()
  await expect(makeup.getByText('Published')).toBeHidden()
})

test('an artist creates a package, previews the price of a party, and deletes it', async ({ page, artist }) => {
  await become(page, await artist.logIn())
  await lookFirst(page, false)
  await page.goto('/dashboard/services#packages')
  const save = page.getByRole('button', { name: 'Save Packages' })
  await page.getByRole('button', { name: 'Add a package' }).click()
  await save.click()
  await expect(page.getByText('Enter a name.')).toBeVisible()
  await expect(page.getByText('Add 2 to 40 services of one type.')).toBeVisible()
  await page.getByLabel('Package name').fill('The sisters')
  const made = page.getByRole('group', { name: 'The sisters' })
  await made.getByLabel('Makeup', { exact: true }).selectOption('3')
  await made.getByLabel('What you earn for it').fill('9000')
  await expect(made.getByText(/Customers get the package only if it costs less/)).toBeVisible()
  await made.getByLabel('What you earn for it').fill('60')
  await expect(made.getByText(/^Separately .*, together .*\. You earn £60\.00\./)).toBeVisible()
  await cleanInBoth(page)
  await save.click()
  await expect(page.getByText('Saved. Open quotes keep their price.')).toBeVisible()
  await page.goto(`/@/${artist.slug}`)
  await expect(page.getByText('The sisters', { exact: true })).toBeVisible()
  await page.goto('/dashboard/services#packages')
  await page.getByRole('button', { name: 'Remove The sisters' }).click()
  await save.click()
  await expect(page.getByText('Saved. Open quotes keep their price.')).toBeVisible()
  await expect(page.getByText('No packages yet.')).toBeVisible()
})

test('an artist offers strip lashes with makeup; a customer adds them for one of two people, with and without JavaScript, and sees one price', {
  tag: '@proof',
}, async ({ page, browser, artist }) => {
  await become(page, await artist.logIn())
  await lookFirst(page, false)
  await page.goto('/dashboard/services#add-ons')
  const save = page.getByRole('button', { name: 'Save Add-ons' })
  await page.getByRole('button', { name: 'Add an add-on' }).click()
  await save.click()
  await expect(page.getByText('Enter a name.')).toBeVisible()
  await page.getByLabel('Add-on name').fill('Strip lashes')
  const made = page.getByRole('group', { name: 'Strip lashes' })
  await made.getByLabel('Added to').selectOption({ label: 'Makeup' })
  await made.getByLabel('How much longer it takes').selectOption({ label: '10 min' })
  await made.getByLabel('What you earn for it').fill('12')
  await expect(
    made.getByText(/^Customers pay £\d+ more, and it takes 10 min longer\. You earn £12\.00\./),
  ).toBeVisible()
  await cleanInBoth(page)
  await save.click()
  await expect(page.getByText('Saved. Open quotes keep their price.')).toBeVisible()

  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const theirs = await context.newPage()
  await theirs.clock.install({ time: marketTime })
  await theirs.addInitScript(() => window === top && localStorage.setItem('cookieConsent', 'necessary'))
  const people = [{ count: 2, services: ['makeup'] }]
  const wish = { eventDate: dayAfter(242), location: artist.location, services: ['makeup', 'makeup'], people }
  const id = await searched(theirs, wish)
  const at = `/quotes/${id}/@/${artist.slug}?type=mobile`
  await theirs.goto(at)
  await running(theirs)
  const total = theirs.locator('.number').filter({ hasText: '£' }).first()
  const before = await total.textContent()
  const choice = theirs.getByRole('group', { name: 'Strip lashes' })
  await choice.getByLabel('Person 2').check()
  await cleanInBoth(theirs)
  const update = theirs.getByRole('button', { name: 'Update price and plan' })
  await update.click()
  await expect(theirs.getByText('Included in the price: strip lashes with makeup.')).toBeVisible()
  await expect(update).toBeFocused()
  await expect(choice.getByLabel('Person 2')).toBeChecked()
  await expect(choice.getByLabel('Person 1')).not.toBeChecked()
  await expect(total).not.toHaveText(before ?? '')
  await expect(theirs.getByText('Strip lashes with makeup').first()).toBeVisible()
  await expect(theirs.getByText('Makeup with strip lashes').first()).toBeVisible()

  // The same page without JavaScript, where the server keeps the selection.
  const plain = await browser.newContext({ javaScriptEnabled: false, storageState: await context.storageState() })
  const still = await plain.newPage()
  await still.goto(at)
  const ticks = still.getByRole('group', { name: 'Strip lashes' })
  await expect(ticks.getByLabel('Person 2')).toBeChecked()
  await ticks.getByLabel('Person 1').check()
  await still.getByRole('button', { name: 'Update price and plan' }).click()
  await expect(still.getByText('Included in the price: strip lashes with makeup.')).toBeVisible()
  await expect(still.getByText('2 x Strip lashes with makeup')).toBeVisible()
  await plain.close()

  await theirs.reload()
  await running(theirs)
  await page.getByRole('button', { name: 'Remove Strip lashes' }).click()
  await save.click()
  await expect(page.getByText('No add-ons yet.')).toBeVisible()
  await choice.getByLabel('Person 1').uncheck()
  await update.click()
  await expect(theirs.getByText('One of the add-ons is no longer available. Check the list again.')).toBeVisible()
  await context.close()
})

test('an operator bans a word, an artist sees the error at the field with the typed text, and the ban is lifted', {
  tag: '@proof',
}, async ({ page, browser, artist }) => {
  await become(page, await artist.logIn())
  await lookFirst(page, false)
  const desk = await asOperator(browser, '/operator/own-words')
  const part = desk.getByRole('region', { name: 'Banned words' })
  await part.getByLabel('Market').selectOption({ label: 'United Kingdom' })
  const word = part.getByLabel('Word or phrase')
  const add = part.getByRole('button', { name: 'Ban word' })
  await word.fill('!')
  await add.click()
  await expect(part.getByText('Write at least 2 letters.')).toBeVisible()
  await word.fill('Zeppelín')
  await add.click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('A journey says so.')
  await dialog.getByRole('button', { name: 'Ban word' }).click()
  await expect(part.getByRole('list', { name: 'Words in United Kingdom' }).getByText('Zeppelín')).toBeVisible()
  await expect(word).toHaveValue('')
  await cleanInBoth(desk)

  await page.goto('/dashboard/services#own-words')
  const updo = page.getByRole('group', { name: 'Updo', exact: true })
  const title = updo.getByLabel('Your name for it')
  await title.fill('The zeppelin')
  await page.getByRole('button', { name: 'Save Your own names for services' }).click()
  await expect(updo.getByText('Remove “Zeppelín”. It is not allowed here.')).toBeVisible()
  await expect(title).toHaveValue('The zeppelin')
  await expect(title).toBeFocused()

  await part.getByRole('button', { name: 'Allow again: “Zeppelín”' }).click()
  await dialog.getByLabel('Reason').fill('The journey is over.')
  await dialog.getByRole('button', { name: 'Allow again' }).click()
  await expect(part.getByText('Zeppelín')).toBeHidden()
  await desk.context().close()
})
