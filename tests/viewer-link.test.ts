import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrastOf } from '#art/palette.ts'

const read = (path: string) => readFileSync(new URL(`../web/${path}`, import.meta.url), 'utf8')
const hexOf = (role: string) =>
  new RegExp(`--p-${role}: [^;]+; /\\* (#[0-9a-f]{6}) \\*/`).exec(read('platform/tokens.css'))?.[1] ?? ''

test('the artist link in the gallery viewer has enough contrast in either theme', () => {
  const css = read('ui/overlays/gallery-viewer.module.css')
  const rule = (selector: string) => new RegExp(`\\n  \\${selector} \\{([^}]+)\\}`).exec(css)?.[1] ?? ''
  expect(rule('.viewer')).toMatch(/background: var\(--p-fig-deep\);\s+color: var\(--p-bone\);/)
  expect(rule('.foot a')).toContain('color: inherit;')
  for (const role of ['fig-deep', 'bone'])
    expect(read('platform/tokens.css').split(`--p-${role}:`).length - 1, role).toBe(1)
  expect(contrastOf(hexOf('bone'), hexOf('fig-deep'))).toBeGreaterThanOrEqual(4.5)
})
