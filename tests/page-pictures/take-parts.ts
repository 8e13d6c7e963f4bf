import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Page, test } from '@playwright/test'
import { settled, watch } from './settled.ts'

const directory = process.env['PICTURES_DIR'] ?? ''

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('cookieConsent', 'necessary'))
})

test('pictures of every part in light and dark', async ({ page }, { project }) => {
  const quiet = await open(page)
  for (const part of await page.locator('[data-part]').all()) {
    const name = await part.getAttribute('id')
    const place = await part.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return { x: x + scrollX, y: y + scrollY, width, height }
    })
    writeFileSync(join(directory, `part-${name}-${project.name}.png`), await settled(page, quiet, place))
  }
})

test('pictures of overlays in light and dark', async ({ page }, { project }) => {
  const quiet = await open(page)
  for (const theme of ['light', 'dark']) {
    for (const button of await page
      .locator(`[data-part] [data-theme=${theme}] button[aria-haspopup=dialog]:visible`)
      .all()) {
      const name = (await button.innerText()).toLowerCase().replaceAll(' ', '-')
      await button.click()
      const { width = 0, height = 0 } = page.viewportSize() ?? {}
      const y = await page.evaluate(() => scrollY)
      const screen = await settled(page, quiet, { x: 0, y, width, height })
      writeFileSync(join(directory, `part-${name}-${project.name}-${theme}.png`), screen)
      await page.keyboard.press('Escape')
      await page.locator('dialog[open]').waitFor({ state: 'detached' })
    }
  }
})

/** Opens the styleguide after Vite's late dependency optimisation. */
async function open(page: Page): Promise<() => Promise<void>> {
  const quiet = watch(page)
  await page.goto('/styleguide')
  await page.locator('html[data-theme=light]').waitFor()
  await quiet()
  return quiet
}
