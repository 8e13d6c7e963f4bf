import type { CDPSession, Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from './stage.ts'

/**
 * Returns axe findings of the page and its frames: rule and elements. Requests violations only, because passes are ten
 * times the work on a long page.
 */
export async function axeFindings(
  page: Page,
  { without = [], only }: { without?: readonly string[]; only?: readonly string[] } = {},
): Promise<string[]> {
  await bring(page)
  return page.evaluate(
    async ({ without, only }) => {
      const { axe: runner } = window as unknown as { axe: typeof axe }
      const { violations } = await runner.run(document, {
        resultTypes: ['violations'],
        ...(only ? { runOnly: only } : {}),
        rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
      })
      return violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .slice(0, 3)
            .map(({ target, html, failureSummary }) => `${target} ${html.slice(0, 160)} ${failureSummary ?? ''}`)
            .join(' | ')}`,
      )
    },
    { without: [...without], only: only && [...only] },
  )
}

const lines = new WeakMap<Page, Promise<CDPSession>>()

/** Injects axe through the DevTools protocol, which is five times as fast. */
async function bring(page: Page): Promise<void> {
  const line = lines.get(page) ?? page.context().newCDPSession(page)
  lines.set(page, line)
  await (await line).send('Runtime.evaluate', { expression: `window.axe || (() => { ${axe.source} })()` })
  const [, ...inner] = page.frames()
  for (const frame of inner) await frame.evaluate(`window.axe || (() => { ${axe.source} })()`)
}

/** Fails on axe findings, if the page is wider than its screen, or if an amount in the display face is too small. */
export async function clean(page: Page): Promise<void> {
  const path = page.url()
  expect({ path, found: await axeFindings(page) }).toEqual({ path, found: [] })
  expect({ path, over: await widerBy(page) }).toEqual({ path, over: 0 })
  expect({ path, small: await listSmallAmounts(page) }).toEqual({ path, small: [] })
}

/** Returns the amounts in the display face that are smaller than the 22 px from which it is used. */
const listSmallAmounts = (page: Page): Promise<string[]> =>
  page
    .locator('.number')
    .filter({ visible: true })
    .evaluateAll((amounts) =>
      amounts
        .filter((amount) => Number.parseFloat(getComputedStyle(amount).fontSize) < 22)
        .map((amount) => amount.textContent),
    )

const widerBy = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth))

/** Fails on axe findings in either theme, or if the page is wider than its screen. */
export async function cleanInBoth(page: Page): Promise<void> {
  await clean(page)
  // A theme changes only colours, without transitions because the journeys reduce motion.
  await page.emulateMedia({ colorScheme: 'dark' })
  const path = page.url()
  expect({ path, dark: await axeFindings(page, { only: colours }) }).toEqual({ path, dark: [] })
  await page.emulateMedia({ colorScheme: 'light' })
}

const colours = ['color-contrast', 'link-in-text-block']
