import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { EditableProfile } from '#contract/providers/provider-profile.ts'
import { WorkPictures } from './work-pictures.tsx'

// The API client needs a page address.
vi.mock('#web/platform/api/browser.ts', () => ({}))

const shown = (pictures: number) =>
  renderToString(<WorkPictures profile={{ countryCode: 'GB', name: 'Ada Reed', pictures } as EditableProfile} />)

test('an artist without pictures is asked for three, with an example of each, the reason, and that it can wait', () => {
  const html = shown(0)
  for (const said of [
    'Three pictures of your work',
    'A close-up',
    'A whole look',
    'A look from a real event',
    '0 of 3 added',
  ])
    expect(html).toContain(said)
  expect(html).toContain('They appear on your card next to your photo.')
  expect(html).toContain('You can do this later, before you submit')
  expect(new Set(html.match(/\/pictures\/site\/[a-z0-9-]+\.svg/g)).size).toBe(3)
})

test('only missing subjects have examples; with three pictures more can be added', () => {
  const two = shown(2)
  expect(two).toContain('2 of 3 added')
  expect(two).toContain('A look from a real event')
  expect(two).not.toContain('A close-up')
  const three = shown(3)
  expect(three).toContain('That is enough for your card. You can add more.')
  expect(three).not.toContain('/pictures/site/')
})

test('several pictures can be chosen at once, or taken with the camera of a phone', () => {
  const html = shown(0)
  expect(html).toMatch(/<input[^>]* multiple=""[^>]* name="work"/)
  expect(html).toMatch(/<input[^>]*capture="environment"/)
})
