import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import { SnackbarProvider } from '#web/ui/overlays/snackbar.tsx'
import { groups } from './parts.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const parts = groups.flatMap((group) => group.parts)

describe('The styleguide', () => {
  test('has every part of web/ui once', () => {
    const files = globSync('web/ui/**/*.{tsx,module.css}', { cwd: root, exclude: ['**/*.test.tsx'] })
    expect(files.length).toBeGreaterThan(40)
    const inUi = new Set(files.map((file) => file.replace('web/ui/', '').replace(/\.module\.css$|\.tsx$/, '')))
    const shown = parts.map(({ file }) => file)
    expect(shown.filter((file) => !file.startsWith('base/')).toSorted()).toEqual([...inUi].toSorted())
    expect(new Set(shown.map((file) => file.slice(file.lastIndexOf('/') + 1))).size).toBe(shown.length)
  })

  test.each(
    parts.flatMap(({ file, states }) => Object.entries(states).map(([said, state]) => ({ file, said, state }))),
  )('shows $file: $said', ({ state: State }) => {
    const html = renderToString(
      <MemoryRouter>
        <SnackbarProvider close="Close">
          <State />
        </SnackbarProvider>
      </MemoryRouter>,
    )
    expect(html.replace(/<div role="status"[^>]*><\/div>$/, '').length).toBeGreaterThan(10)
  })
})
