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
  await expect(page.getByRole('heading', { level: 1, name: 'Words of artists' })).toBeVisible()
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
  await expect(makeup.getByText('Customers read “Soft glam (makeup)”.')).toBeVisible()
  await cleanInBoth(page)
  await save.click()
  await expect(page.getByText('Saved. Customers read it now.')).toBeVisible()
  await expect(makeup.getByText('On your page')).toBeVisible()

  await page.goto(`/@/${artist.slug}`)
  await expect(page.getByText('Soft glam (makeup)', { exact: true })).toBeVisible()
  await expect(page.getByText('Dewy skin and lashes for the camera.')).toBeVisible()

  await lookFirst(page, true)
  await page.goto('/dashboard/services#own-words')
  await title.fill('Full glam')
  await save.click()
  await expect(makeup.getByText('Waits for a look')).toBeVisible()
  const desk = await asOperator(browser, '/operator/own-words')
  await cleanInBoth(desk)
  await desk.getByRole('button', { name: 'Send back “Full glam”' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send back' }).click()
  await expect(dialog.getByText('Say why in a sentence.')).toBeVisible()
  await dialog.getByLabel('Why').fill('Say how it differs from your soft glam.')
  await dialog.getByRole('button', { name: 'Send back' }).click()
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(makeup.getByText('Our note: Say how it differs from your soft glam.')).toBeVisible()
  await title.fill('Full glam for the stage')
  await save.click()
  await expect(makeup.getByText('Waits for a look')).toBeVisible()
  await desk.reload()
  await desk.getByRole('button', { name: 'Show it: “Full glam for the stage”' }).click()
  await expect(desk.getByText('Customers read it now.')).toBeVisible()
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
  await expect(makeup.getByText('On your page')).toBeHidden()
})

test('an artist creates a package, previews the price of a party, and deletes it', async ({ page, artist }) => {
  await become(page, await artist.logIn())
  await lookFirst(page, false)
  await page.goto('/dashboard/services#packages')
  const save = page.getByRole('button', { name: 'Save Packages' })
  await page.getByRole('button', { name: 'Add a package' }).click()
  await save.click()
  await expect(page.getByText('Give it a name.')).toBeVisible()
  await expect(page.getByText('Put two to forty services of one kind into it.')).toBeVisible()
  await page.getByLabel('What it is called').fill('The sisters')
  const made = page.getByRole('group', { name: 'The sisters' })
  await made.getByLabel('Makeup', { exact: true }).selectOption('3')
  await made.getByLabel('What you earn for it').fill('9000')
  await expect(made.getByText(/nobody gets it until it is less/)).toBeVisible()
  await made.getByLabel('What you earn for it').fill('60')
  await expect(made.getByText(/^One by one .*, together .*; you earn £60\.00\./)).toBeVisible()
  await cleanInBoth(page)
  await save.click()
  await expect(page.getByText('Saved. Open quotes keep the price they were given.')).toBeVisible()
  await page.goto(`/@/${artist.slug}`)
  await expect(page.getByText('The sisters', { exact: true })).toBeVisible()
  await page.goto('/dashboard/services#packages')
  await page.getByRole('button', { name: 'Remove The sisters' }).click()
  await save.click()
  await expect(page.getByText('Saved. Open quotes keep the price they were given.')).toBeVisible()
  await expect(page.getByText('No packages.')).toBeVisible()
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
  await expect(page.getByText('Give it a name.')).toBeVisible()
  await page.getByLabel('What it is called').fill('Strip lashes')
  const made = page.getByRole('group', { name: 'Strip lashes' })
  await made.getByLabel('Added to').selectOption({ label: 'Makeup' })
  await made.getByLabel('How much longer it takes').selectOption({ label: '10 min' })
  await made.getByLabel('What you earn for it').fill('12')
  await expect(made.getByText(/^A client pays £\d+ more for 10 min more; you earn £12\.00\./)).toBeVisible()
  await cleanInBoth(page)
  await save.click()
  await expect(page.getByText('Saved. Open quotes keep the price they were given.')).toBeVisible()

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
  await expect(theirs.getByText('In the price: strip lashes with makeup.')).toBeVisible()
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
  await expect(still.getByText('In the price: strip lashes with makeup.')).toBeVisible()
  await expect(still.getByText('2 x Strip lashes with makeup')).toBeVisible()
  await plain.close()

  await theirs.reload()
  await running(theirs)
  await page.getByRole('button', { name: 'Remove Strip lashes' }).click()
  await save.click()
  await expect(page.getByText('No add-ons.')).toBeVisible()
  await choice.getByLabel('Person 1').uncheck()
  await update.click()
  await expect(theirs.getByText('One of the add-ons is no longer offered. Check the list again.')).toBeVisible()
  await context.close()
})

test('an operator bans a word, an artist sees the error at the field with the typed text, and the ban is lifted', {
  tag: '@proof',
}, async ({ page, browser, artist }) => {
  await become(page, await artist.logIn())
  await lookFirst(page, false)
  const desk = await asOperator(browser, '/operator/own-words')
  const part = desk.getByRole('region', { name: 'Words that artists must not use' })
  await part.getByLabel('Market').selectOption({ label: 'United Kingdom' })
  const word = part.getByLabel('Word, or words that follow each other')
  const add = part.getByRole('button', { name: 'Add the word' })
  await word.fill('!')
  await add.click()
  await expect(part.getByText('Write at least 2 letters.')).toBeVisible()
  await word.fill('Zeppelín')
  await add.click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('Why').fill('A journey says so.')
  await dialog.getByRole('button', { name: 'Add the word' }).click()
  await expect(part.getByRole('list', { name: 'Words in United Kingdom' }).getByText('Zeppelín')).toBeVisible()
  await expect(word).toHaveValue('')
  await cleanInBoth(desk)

  await page.goto('/dashboard/services#own-words')
  const updo = page.getByRole('group', { name: 'Updo', exact: true })
  const title = updo.getByLabel('Your name for it')
  await title.fill('The zeppelin')
  await page.getByRole('button', { name: 'Save Your own names for services' }).click()
  await expect(updo.getByText('Leave out “Zeppelín”: it must not stand on pages here.')).toBeVisible()
  await expect(title).toHaveValue('The zeppelin')
  await expect(title).toBeFocused()

  await part.getByRole('button', { name: 'Allow again: “Zeppelín”' }).click()
  await dialog.getByLabel('Why').fill('The journey is over.')
  await dialog.getByRole('button', { name: 'Allow again' }).click()
  await expect(part.getByText('Zeppelín')).toBeHidden()
  await desk.context().close()
})
