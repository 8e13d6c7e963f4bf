import { expect, test } from './stage.ts'

test('a customer searches and opens an artist with the keyboard only', async ({ page }) => {
  await page.goto('/')
  const press = (key: string, times = 1) =>
    Array.from({ length: times }).reduce<Promise<void>>(
      (done) => done.then(() => page.keyboard.press(key)),
      Promise.resolve(),
    )
  const tabTo = async (name: RegExp) => {
    for (let i = 0; i < 60; i++) {
      await press('Tab')
      const text = await page.evaluate(() =>
        `${document.activeElement?.getAttribute('aria-label') ?? ''} ${document.activeElement?.textContent ?? ''}`.trim(),
      )
      if (name.test(text)) return
    }
    throw new Error(`Tab never reached ${name}`)
  }
  await press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await tabTo(/^Location/)
  await press('Enter')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('Hackney')
  await expect(page.getByRole('option', { name: /Hackney/ }).first()).toBeVisible()
  await press('ArrowDown', 2)
  await press('Enter')

  const when = page.getByRole('dialog', { name: /Date/ })
  await expect(when).toBeVisible()
  await expect(when.locator('button[data-day]:focus')).toHaveCount(1)
  await press('PageDown', 6)
  await press('ArrowRight', 3)
  await press('Enter')
  const onTime = () => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.type === 'radio')
  for (let i = 0; i < 40 && !(await onTime()); i++) await press('Tab')
  const time = (name: RegExp) => when.getByRole('radio', { name })
  await press('ArrowDown')
  await press('ArrowDown')
  await expect(time(/^5:30 AM/)).toBeChecked()
  await expect(time(/^5:30 AM/)).toBeFocused()
  await press('ArrowUp')
  await press('ArrowUp')
  await expect(time(/^Not sure yet/)).toBeChecked()
  await expect(when).toBeVisible()
  await press('Enter')

  const who = page.getByRole('dialog', { name: 'Who needs what' })
  await expect(who).toBeVisible()
  await tabTo(/^Makeup\d/)
  await press('Enter')
  await tabTo(/^Done$/)
  await press('Enter')
  await expect(who).toBeHidden()
  await tabTo(/^Search$/)
  await press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /artists are free on/ })).toBeVisible()
  await expect(page.getByText('Add a time to see the plan').first()).toBeVisible()

  await page.locator('#quotes-panel article h3 a').first().focus()
  await press('Enter')
  await expect(page).toHaveURL(/\/@\//)
})
