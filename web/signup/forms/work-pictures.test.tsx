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

test('a missing picture is requested by its subject; with three pictures nothing is requested', () => {
  expect(shown(2)).toContain('Add a picture: a look from a real event')
  expect(shown(2)).toContain('2 of 3 added')
  expect(shown(3)).toContain('That is enough for your card.')
  expect(shown(3)).not.toContain('type="file"')
})
