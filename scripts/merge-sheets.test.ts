import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mergeSheets } from './merge-sheets.ts'

test('a route has one sheet of all that its page links, the same file where that is the same', () => {
  const build = mkdtempSync(join(tmpdir(), 'sheets-'))
  try {
    mkdirSync(join(build, 'client', 'assets'), { recursive: true })
    const put = (name: string, text: string) => writeFileSync(join(build, 'client', 'assets', name), text)
    put('styles-a.css', 'body{}\n')
    put('frame-b.css', '.frame{}')
    put('page-c.css', '.page{}')
    const routes = {
      root: { id: 'root', css: ['/assets/frame-b.css#'] },
      page: { id: 'page', parentId: 'root', css: ['/assets/page-c.css', '/assets/frame-b.css#'] },
      same: { id: 'same', parentId: 'root', css: ['/assets/page-c.css'] },
    }
    put('manifest-d.js', `window.__reactRouterManifest=${JSON.stringify({ routes, url: 'x' })};`)
    const { root, page, same } = mergeSheets(build)
    expect(page?.of).toEqual(['/assets/styles-a.css', '/assets/frame-b.css', '/assets/page-c.css'])
    expect(readFileSync(join(build, 'client', page?.href ?? ''), 'utf8')).toBe('body{}\n.frame{}\n.page{}')
    expect(same?.href).toBe(page?.href)
    expect(root?.href).not.toBe(page?.href)
    expect(JSON.parse(readFileSync(join(build, 'sheets.json'), 'utf8'))).toEqual({ root, page, same })
  } finally {
    rmSync(build, { recursive: true })
  }
})
