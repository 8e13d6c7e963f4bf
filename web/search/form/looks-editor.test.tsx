import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { FormSettings } from '#contract/catalog/catalog.ts'
import { LooksEditor } from './looks-editor.tsx'

// The API client needs a page address.
vi.mock('#web/platform/api/browser.ts', () => ({ browserApi: () => ({}) }))

const service = { id: 'makeup', label: 'Makeup', minutes: 45, setupMinutes: 15, trial: false }
const settings = {
  store: { id: '', slug: 'beauty' },
  category: { slug: 'makeup-hair-styling', label: 'Makeup' },
  serviceTypes: [{ id: 'makeup', label: 'Makeup', services: [service] }],
} as unknown as FormSettings
const totalFor = (count: number, minimum: number) =>
  renderToString(
    <LooksEditor
      party={[{ count, services: ['makeup'] }]}
      settings={settings}
      country="GB"
      own={{ currency: 'GBP', lowest: false, services: [{ id: 'makeup', price: 50 }], minimum }}
      onChange={() => {}}
    />,
  )

test('the total of an artist’s own booking page is never below their minimum booking', () => {
  expect(totalFor(1, 120)).toContain('1 person, 1 service: £120, the minimum booking')
  expect(totalFor(3, 120)).toContain('3 people, 3 services: £150 before travel')
  expect(totalFor(1, 0)).toContain('1 person, 1 service: £50 before travel')
})
