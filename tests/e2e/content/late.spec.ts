import { expect, test } from '#tests/e2e/stage.ts'

test.describe('a page to be read', () => {
  const scriptsOf = (page: import('@playwright/test').Page) => {
    const scripts: string[] = []
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
    return scripts
  }

  test('loads no script until a control is pressed, and then does what was asked', async ({ page }) => {
    const scripts = scriptsOf(page)
    await page.goto('/content/help', { waitUntil: 'networkidle' })
    expect(scripts).toEqual([])
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(scripts.length).toBeGreaterThan(0)
  })

  test('runs for who comes by keyboard', { tag: '@proof' }, async ({ page }) => {
    await page.goto('/content/privacy-policy')
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Open menu' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
  })

  test('keeps what is typed into it while it starts', { tag: '@proof' }, async ({ page }) => {
    await page.goto('/content/help')
    const box = page.getByRole('main').getByRole('searchbox').or(page.getByRole('main').getByRole('textbox')).first()
    await box.fill('cancel')
    await expect(page.getByRole('main').getByText(/topic/).first()).toBeVisible()
    await expect(box).toHaveValue('cancel')
  })

  test('knows who is signed in without being touched', async ({ page }) => {
    const token = `h.${Buffer.from(JSON.stringify({ exp: 4_000_000_000 })).toString('base64url')}.s`
    await page.addInitScript((kept) => {
      localStorage.setItem('primpSession', JSON.stringify({ token: kept, pathRequested: null }))
      localStorage.setItem(
        'primpUser',
        JSON.stringify({ id: 'a', profileId: null, name: 'Ana', mobile: null, email: 'ana@primp.test' }),
      )
    }, token)
    await page.goto('/content/about')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log In' })).toHaveCount(0)
  })
})

test('plain links of the site lead on without a load', { tag: '@proof' }, async ({ page }) => {
  await page.goto('/gb/makeup-hair-styling/london', { waitUntil: 'networkidle' })
  await page.evaluate(() => {
    ;(window as { stays?: boolean }).stays = true
  })
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL(/\/content\/about$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.evaluate(() => (window as { stays?: boolean }).stays)).toBe(true)
})
