import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { iconAt } from './icon.ts'
import { iconSheet } from './icon-sheet.ts'

type Hook = (id: string) => Promise<string | null>

test('each icon that the site names is a reference into the one sheet, and what it does not name is not in it', async () => {
  const { load } = iconSheet() as unknown as { load: Hook }
  const code = (await load('\0primp:icons')) ?? ''
  expect(code).toMatch(/export const Car = .*icon\('car'\)/)
  expect(code).toMatch(/'\/assets\/icons-[\w-]{8}\.svg#'/)
  expect(code).not.toContain("icon('cable-car')")
  expect(await load('elsewhere')).toBeNull()
})

test('an icon is read out only where it has a label', () => {
  const Car = iconAt('/assets/icons.svg#car')
  expect(renderToString(<Car className="icon" />)).toBe(
    '<svg aria-hidden="true" class="icon"><use href="/assets/icons.svg#car"></use></svg>',
  )
  expect(renderToString(<Car aria-label="By car" />)).not.toContain('aria-hidden')
})
