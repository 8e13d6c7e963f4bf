import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { endAll, filledDirectory, startPrimp } from './primp-process.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
afterAll(endAll)

test('the build contains no code of the styleguide, and a built site does not serve it', async () => {
  const files = globSync('build/{client/assets,server}/**/*.{js,css,map}', { cwd: root })
  const texts = files.map((file) => ({ file, text: readFileSync(`${root}${file}`, 'utf8') }))
  expect(texts.filter(({ text }) => text.includes('web/search/form/wizard.tsx')).length).toBeGreaterThan(0)
  expect(texts.filter(({ text }) => /styleguide/i.test(text)).map(({ file }) => file)).toEqual([])

  const primp = await startPrimp(await filledDirectory())
  expect((await fetch(`${primp.url}/styleguide`)).status).toBe(404)
})
