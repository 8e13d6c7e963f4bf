import { AxeBuilder } from '@axe-core/playwright'
import { expect, searched, test } from './stage.ts'

const pages = {
  public: ['/', '/gb/makeup-hair-styling/london', '/au/nails/sydney', '/halloween', '/@/temi-lark', '/search', '/not-found'],
  reading: ['/lessons', '/join', '/content/about', '/content/help', '/content/ranking', '/content/reviews', '/content/gallery'],
  accounts: ['/login', '/register', '/forgot-password', '/reset-password/x', '/login/magic-link/x', '/verify/delete/x', '/verify/email/x'],
  joining: ['/join-lashes', '/signup/profile/register', '/providers/notifications-app'],
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme })

    for (const group of ['public', 'reading', 'accounts', 'joining'] as const) {
      test(`axe finds nothing on the ${group} pages, and none is wider than its screen`, async ({ page }) => {
        for (const path of pages[group]) {
          await page.goto(path)
          await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
          expect({ path, found: (await new AxeBuilder({ page }).analyze()).violations.map(brief) }).toEqual({ path, found: [] })
          expect({ path, over: await page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth)) }).toEqual({ path, over: 0 })
        }
      })
    }

    test('axe finds nothing on quotes, compare, the profile and the details', async ({ page }) => {
      const id = await searched(page)
      for (const path of ['', '?map=open', '/compare?profiles=temi-lark,mia-hollis', '/@/mia-hollis']) {
        await page.goto(`/quotes/${id}${path}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        expect((await new AxeBuilder({ page }).analyze()).violations.map(brief)).toEqual([])
      }
      await page.goto(`/quotes/${id}?ask=mia-hollis`)
      await page.getByRole('button', { name: 'Send request' }).click()
      await expect(page.getByText('Name is required')).toBeVisible()
      expect((await new AxeBuilder({ page }).analyze()).violations.map(brief)).toEqual([])
    })

    test('axe finds nothing while the search is open', async ({ page }) => {
      for (const stage of ['location', 'date', 'services']) {
        await page.goto(`/?stage=${stage}`)
        await expect(page.getByRole('dialog').first()).toBeVisible()
        expect((await new AxeBuilder({ page }).analyze()).violations.map(brief)).toEqual([])
      }
    })
  })
}

const brief = (violation: { id: string; nodes: { target: unknown; failureSummary?: string }[] }) => `${violation.id}: ${violation.nodes.slice(0, 3).map((node) => `${node.target} ${node.failureSummary?.split('\n')[1] ?? ''}`).join(' | ')}`
