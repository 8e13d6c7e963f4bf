import type { Page } from '@playwright/test'
import { checkoutFor, kept, onward, openCheckout } from '#tests/e2e/bookings/booking-steps.ts'
import { become, expect, loaded, logIn, running, searched, test } from './stage.ts'

const narrow = { width: 320, height: 512 }
const screens = process.env['PROVE'] ? [narrow, { width: 360, height: 740 }] : [narrow]
const mostTabs = 120

/** Returns what of the focused element can be seen, or null at the end of the page. */
const describeFocus = (page: Page): Promise<{ name: string; at: number; seen: boolean } | null> =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return null
    const name = `${focused.tagName} ${focused.getAttribute('aria-label') ?? focused.textContent?.trim().slice(0, 40)}`
    // A visually hidden checkbox shows as its label.
    const small = focused.getBoundingClientRect().width <= 1
    const shown = (small && focused.closest('label')) || focused
    const at = [...document.querySelectorAll('*')].indexOf(focused)
    // An element can be larger than the screen, such as a table.
    const seen = [...shown.getClientRects()].some((box) => {
      const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)]
      const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)]
      if (left >= right || top >= bottom) return false
      return [0.1, 0.5, 0.9].some((x) =>
        [0.1, 0.5, 0.9].some((y) => {
          const hit = document.elementFromPoint(left + x * (right - left), top + y * (bottom - top))
          return hit !== null && (shown.contains(hit) || hit.contains(shown))
        }),
      )
    })
    return { name, at, seen }
  })

/** Tabs through a page and returns the elements that were focused and could not be seen. */
async function findObscured(page: Page): Promise<string[]> {
  const obscured: string[] = []
  const met = new Set<number>()
  await page.evaluate(() => {
    scrollTo(0, 0)
    // Tab starts at the beginning of the page.
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
  })
  for (let tabs = 0; tabs < mostTabs; tabs++) {
    await page.keyboard.press('Tab')
    const focus = await describeFocus(page)
    if (!focus || met.has(focus.at)) break
    met.add(focus.at)
    if (!focus.seen) obscured.push(focus.name)
  }
  expect(met.size).toBeGreaterThan(2)
  return obscured
}

async function expectFocusVisible(page: Page, about: string): Promise<void> {
  for (const screen of screens) {
    await page.setViewportSize(screen)
    expect([about, screen.width, await findObscured(page)]).toEqual([about, screen.width, []])
  }
}

const open = async (page: Page, path: string) => {
  await page.goto(path)
  await loaded(page)
  await running(page, 'body *')
}

test.describe('Focus is not obscured', () => {
  test.setTimeout(180_000)

  test('on the pages of a customer', async ({ page }) => {
    const id = await searched(page)
    for (const path of [
      '/',
      '/gb/makeup-hair-styling/hackney',
      '/@/mia-hollis',
      `/quotes/${id}`,
      `/quotes/${id}/@/mia-hollis`,
      '/join',
    ]) {
      await open(page, path)
      await expectFocusVisible(page, path)
    }
  })

  test('in checkout, also while the time is kept', async ({ page }) => {
    const { path } = await checkoutFor(page)
    await open(page, path)
    await expect(onward(page)).toBeVisible()
    await expectFocusVisible(page, 'details')
    await openCheckout(page, path)
    await expectFocusVisible(page, 'the day')
  })

  test('on the pages of an artist', { tag: '@proof' }, async ({ page, artist }) => {
    await become(page, await artist.logIn())
    for (const path of [
      '/dashboard',
      '/dashboard/clients',
      '/dashboard/calendar',
      '/dashboard/appointments',
      '/dashboard/requests',
      '/dashboard/account',
    ]) {
      await open(page, path)
      await expectFocusVisible(page, path)
    }
  })

  test('on the pages of an account, of joining and of an operator', { tag: '@proof' }, async ({ page, customer }) => {
    await become(page, await customer.logIn())
    for (const path of ['/customer-dashboard', '/customer-dashboard/messages', '/customer-dashboard/account']) {
      await open(page, path)
      await expectFocusVisible(page, path)
    }
    await become(page, await logIn('olu@primp.test', 'primp-sample-1'))
    for (const path of ['/operator', '/operator/bookings', '/operator/pages']) {
      await open(page, path)
      await expectFocusVisible(page, path)
    }
  })
})

test('forced colours show what is selected', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const id = await searched(page)
  await open(page, `/quotes/${id}`)
  const differs = (chosen: string, other: string) =>
    page.evaluate(
      ([a = '', b = '']) => {
        const colour = (selector: string) => {
          const found = document.querySelector(selector)
          return found && getComputedStyle(found).backgroundColor
        }
        return [colour(a), colour(b)]
      },
      [chosen, other],
    )
  const [chosenTab, otherTab] = await differs('[role=tab][aria-selected=true]', '[role=tab][aria-selected=false]')
  expect(chosenTab).toBeTruthy()
  expect(chosenTab).not.toBe(otherTab)
  const save = page.locator('#quotes-panel article').first().getByRole('checkbox')
  await save.check({ force: true })
  const [ticked, unticked] = await differs('label:has(input:checked)', '#quotes-panel label:has(input:not(:checked))')
  expect(ticked).toBeTruthy()
  expect(ticked).not.toBe(unticked)
})

// WCAG 1.4.12.
const textSpacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }`

test('wider text spacing cuts no name, and the page is not wider than the screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const id = await searched(page)
  for (const path of ['/', '/gb/makeup-hair-styling/hackney', '/@/mia-hollis', `/quotes/${id}`]) {
    await open(page, path)
    await page.addStyleTag({ content: textSpacing })
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('h1, h2, h3, h3 a, [class*=name] a')]
        .filter((part) => {
          const { overflowX, textOverflow } = getComputedStyle(part)
          return overflowX !== 'visible' && textOverflow === 'ellipsis' && part.scrollWidth > part.clientWidth + 1
        })
        .map((part) => part.textContent),
    )
    expect([path, cut]).toEqual([path, []])
    expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 360])
  }
})

test('targets are at least 24 pixels high and wide, or apart from others', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const id = await searched(page)
  for (const path of ['/', '/@/mia-hollis', `/quotes/${id}`, '/content/reviews', '/content/help']) {
    await open(page, path)
    const small = await page.evaluate(() => {
      // Links within a sentence are exempt (WCAG 2.5.8), and so is a small target whose 24 pixel circle meets no other.
      const targets = [...document.querySelectorAll<HTMLElement>('a[href], button, summary, select, input, textarea')]
        .map((target) => ({ target, box: (target.closest('label') ?? target).getBoundingClientRect() }))
        .filter(({ target, box }) => box.width > 1 && box.height > 1 && target.checkVisibility())
        .filter(({ target }) => !(target.tagName === 'A' && getComputedStyle(target).display === 'inline'))
      const centre = ({ box }: (typeof targets)[number]) =>
        [box.left + box.width / 2, box.top + box.height / 2] as const
      return targets
        .filter(({ box }) => Math.min(box.width, box.height) < 24)
        .filter((one) => {
          const [x, y] = centre(one)
          return targets.some((other) => {
            if (other === one || other.target.contains(one.target) || one.target.contains(other.target)) return false
            const nearX = Math.max(other.box.left, Math.min(x, other.box.right))
            const nearY = Math.max(other.box.top, Math.min(y, other.box.bottom))
            return Math.hypot(nearX - x, nearY - y) < 12
          })
        })
        .map(({ target, box }) => `${target.textContent?.trim().slice(0, 30)} ${box.width} x ${box.height}`)
    })
    expect([path, small]).toEqual([path, []])
  }
})

test('sorting, filtering, comparing and saving are announced', async ({ page, customer }) => {
  await become(page, await customer.logIn())
  const id = await searched(page)
  await open(page, `/quotes/${id}`)
  await page.getByLabel('Sort').first().selectOption('price')
  await expect(page.getByText(/artists? match(es)?\. Sorted by Price, lowest first/)).toBeAttached()
  const announced = page.locator('#announcements')
  const card = page.locator('#quotes-panel article').first()
  await card.getByRole('checkbox').check({ force: true })
  await expect(announced).toHaveText('Add one more artist to compare.')
  const name = await card.getByRole('heading').innerText()
  await card.getByRole('button', { name: `Save ${name}` }).click()
  await expect(announced).toHaveText(`${name} is saved.`)
})

test('a customer is asked before the time runs out, and keeps it for longer', async ({ page }) => {
  const { path } = await checkoutFor(page)
  await openCheckout(page, path)
  await kept(page)
  await page.clock.runFor(12 * 60_000)
  await expect(page.getByRole('status').filter({ hasText: 'Do you need more time?' })).toBeAttached()
  await page.getByRole('button', { name: 'Hold it for 15 more minutes' }).click()
  await expect(page.getByText(/We are holding this time for you for (29|30):/).first()).toBeVisible()
})
