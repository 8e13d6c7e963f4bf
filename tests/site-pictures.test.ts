import { expect, test } from 'vitest'
import { siteDrawings } from '#server/pictures/site-drawings.ts'
import { heroPalette, getSitePicture, type SitePictureName } from '#web/content/site-pictures.ts'
import { readFileSync } from 'node:fs'

test('the server draws every site picture that a page requests by name', () => {
  const source = readFileSync(new URL('../web/content/site-pictures.ts', import.meta.url), 'utf8')
  const named = [...source.matchAll(/^ {2}'([a-z]+-\d+)':/gm)].map(([, name]) => name as SitePictureName)
  expect(named).not.toEqual([])
  for (const form of ['photo-form', 'work-pictures']) {
    const asked = readFileSync(new URL(`../web/signup/forms/${form}.tsx`, import.meta.url), 'utf8')
    named.push(
      ...[...asked.matchAll(/(?:getSiteDrawingUrl\(|example: )'([a-z]+-\d+)'/g)].map(
        ([, name]) => name as SitePictureName,
      ),
    )
  }
  expect(named).toContain('photo-1')
  for (const name of named) expect(siteDrawings, name).toHaveProperty([name])
  expect(heroPalette.map(({ src }) => src)).toContain(getSitePicture('hero-1').src)
})
