import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect } from '#tests/e2e/stage.ts'

/** A plain jpeg of this size in a random colour, because identical pictures of two artists are reviewed. */
export const picture = async (width = 1600, height = 1200) => ({
  name: 'me.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width, height, channels: 3, background: anyColour() } })
    .jpeg()
    .toBuffer(),
})

const anyColour = () => `#${crypto.randomUUID().slice(0, 6)}`

export const save = (page: Page) => page.getByRole('button', { name: 'Save and continue' }).click()
export const at = (page: Page, title: string) =>
  expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()

export async function logIn(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
}

/** Fills in the steps of sign-up without saving them. */
export const answer = {
  async details(
    page: Page,
    {
      name,
      email,
      mobile = '07700 900321',
      password = 'three plain words',
    }: { name: string; email: string; mobile?: string; password?: string },
  ) {
    await page.getByLabel('Which name should customers see?').fill(name)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Country code').selectOption('GB')
    await page.getByLabel('Mobile').fill(mobile)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('checkbox', { name: 'I am 18 or over.' }).check()
    await page.getByRole('checkbox', { name: /artist terms/ }).check()
  },
  async base(page: Page, place: string) {
    await page.getByRole('combobox', { name: 'Where are you based?' }).fill(place)
    await page
      .getByRole('option', { name: new RegExp(`^${place}`) })
      .first()
      .click()
  },
  async service(page: Page, service: string) {
    await page.getByLabel('Find a service').fill(service)
    await page.getByRole('button', { name: `Add a Service, ${service}`, exact: true }).click()
    await page.getByLabel('Find a service').fill('')
  },
  price: (page: Page, service: string, cost: string) => page.getByLabel(`Cost of ${service}`).fill(cost),
  async travel(page: Page, mode: string, miles: string, perMile: string) {
    await page.getByRole('radio', { name: mode }).check()
    await page.getByLabel('How far do you travel?').fill(miles)
    await page.getByLabel('Then, for each mile').fill(perMile)
  },
  async kit(page: Page) {
    for (const shade of [1, 2, 3])
      await page.getByRole('button', { name: `Shade ${shade} of ten (1 is the darkest)` }).click()
    await expect(page.getByText('3 shades of 10')).toBeVisible()
    await page.getByRole('button', { name: 'Deep skin tones' }).click()
  },
  bio: (
    page: Page,
    bio = 'I learned behind the counter, then at weddings. Ask me about deep skin and quiet mornings.',
  ) => page.getByLabel('Bio').fill(bio),
  photo: (page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) =>
    page.locator('input[name=photo]').setInputFiles(file),
  async work(page: Page, from: number) {
    const work = page.getByRole('region', { name: 'Three pictures of your work' })
    await work.getByRole('checkbox').check()
    for (let n = from; n < 3; n++) {
      await work.locator('input[name=work]').setInputFiles(await picture(900, 900))
      if (n < 2) await expect(work.getByText(`${n + 1} of 3 added`)).toBeVisible()
      else await expect(work).toBeHidden()
    }
  },
  async identity(page: Page) {
    await page.locator('input[name=selfie]').setInputFiles(await picture(900, 1200))
    await page.locator('input[name=document]').setInputFiles(await picture())
    await page.getByText('Licence', { exact: true }).click()
    await expect(page.getByRole('radio', { name: 'Licence' })).toBeChecked()
    await expect(page.getByText('Looks good', { exact: true })).toHaveCount(2)
  },
}
