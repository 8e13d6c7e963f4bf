import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** Returns the path of the first of these programs that is installed, or of the browser of `npx playwright install`. */
function findBrowser(...names: string[]): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const programs = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  const found = [...programs, chromium.executablePath()].find(existsSync)
  if (!found)
    throw new Error('No Chromium found: run npx playwright install chromium, or set CHROMIUM and CHROMIUM_WHOLE.')
  return found
}

/** Path of the whole browser, which system notifications need. */
export const wholeBrowser = process.env['CHROMIUM_WHOLE'] ?? findBrowser('chromium', 'google-chrome')
/** Path of the headless browser, which does half the work. */
export const headlessBrowser =
  process.env['CHROMIUM'] ?? findBrowser('chromium-headless-shell', 'chromium', 'google-chrome')
