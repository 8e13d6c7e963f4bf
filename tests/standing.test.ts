import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const pages = globSync('web/**/*-page.tsx').map((file) => ({ file, text: readFileSync(file, 'utf8') }))

test('a page that follows the day by a link keeps its content when a request fails', () => {
  const following = pages.filter(({ text }) => text.includes('useSheetLive(') && text.includes('useRevalidator('))
  expect(following.length).toBeGreaterThan(1)
  const falling = following.filter(
    ({ text }) => !/\buseStanding\(loaded\)/.test(text) || !text.includes('export const clientLoader = load'),
  )
  expect(falling.map(({ file }) => file)).toEqual([])
})
