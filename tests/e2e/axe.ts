import type { CDPSession, Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from './stage.ts'

/**
 * What axe finds on the page and in its frames, a line for each rule: its name and the elements.
 * It asks for findings alone: a list of all that is well is ten times the work on a long page.
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

/** Puts axe into the page and its frames; by the browser's own line, which reads half a megabyte in a fifth of the time. */
async function bring(page: Page): Promise<void> {
  const line = lines.get(page) ?? page.context().newCDPSession(page)
  lines.set(page, line)
  await (await line).send('Runtime.evaluate', { expression: `window.axe || (() => { ${axe.source} })()` })
  const [, ...inner] = page.frames()
  for (const frame of inner) await frame.evaluate(`window.axe || (() => { ${axe.source} })()`)
}

/** Fails where a screen reader would stumble or the page is wider than its screen. */
export async function clean(page: Page): Promise<void> {
  const path = page.url()
  expect({ path, found: await axeFindings(page) }).toEqual({ path, found: [] })
  expect({ path, over: await widerBy(page) }).toEqual({ path, over: 0 })
}

/** By how many pixels the page is wider than its screen. */
const widerBy = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth))

/** Fails where a screen reader would stumble, the page is wider than its screen, or its colours cannot be told apart in either theme. */
export async function cleanInBoth(page: Page): Promise<void> {
  await clean(page)
  // What a theme changes are colours; they do not fade, since the journeys ask for less motion.
  await page.emulateMedia({ colorScheme: 'dark' })
  const path = page.url()
  expect({ path, dark: await axeFindings(page, { only: colours }) }).toEqual({ path, dark: [] })
  await page.emulateMedia({ colorScheme: 'light' })
}

const colours = ['color-contrast', 'link-in-text-block']
