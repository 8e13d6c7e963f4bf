import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = new URL('../', import.meta.url).pathname
const sources = new Map(
  globSync('{contract,server,web}/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.{ts,tsx}'] })
    .toSorted()
    .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
)

/** What a catalogue file of the web says, by the names of its catalogues. */
function phrasesIn(text: string): { catalogue: string; key: string }[] {
  const found: { catalogue: string; key: string }[] = []
  let catalogue = ''
  for (const line of text.split('\n')) {
    const opened = /^(?:export )?const (\w+)\b.* = \{/.exec(line)
    if (opened) catalogue = opened[1] ?? ''
    if (line.startsWith('}')) catalogue = ''
    const key = /^ {2}'([\w.-]+\.[\w.-]+)': /.exec(line)?.[1]
    if (catalogue && key) found.push({ catalogue, key })
  }
  return found
}

/** The texts between backticks that have slots, each as the pattern of what it may become. */
function templatesIn(text: string): { pattern: RegExp; open: boolean }[] {
  return [...text.matchAll(/`((?:[\w.-]|\$\{(?:[^{}`]|\{[^{}]*\})*\})+)`/g)]
    .map(([, template = '']) => template)
    .filter((template) => template.includes('${') && template.includes('.'))
    .map((template) => ({
      pattern: new RegExp(
        `^${template
          .replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '\0')
          .replaceAll('.', '\\.')
          .replaceAll('\0', '[\\w.-]+')}$`,
      ),
      open: template.startsWith('$'),
    }))
}

test('every phrase of the web is said somewhere', () => {
  const phrases = [...sources].flatMap(([file, text]) =>
    /^web\/.*words\.ts$/.test(file) ? phrasesIn(text).map((phrase) => ({ file, ...phrase })) : [],
  )
  expect(phrases.length).toBeGreaterThan(1_000)
  const all = [...sources.values()].join('\n')
  const said = new Set([...all.matchAll(/(['"`])([\w.-]+\.[\w.-]+)\1(?!:)/g)].map(([, , literal]) => literal))
  const templates = [...sources].flatMap(([file, text]) =>
    templatesIn(text).map((template) => ({ file, text, ...template })),
  )
  const unsaid = phrases.filter(
    ({ key, catalogue }) =>
      !said.has(key) &&
      // One that begins with a slot could be any phrase: it counts for the catalogues that its file names.
      !templates.some(({ pattern, open, text }) => pattern.test(key) && (!open || text.includes(catalogue))),
  )
  expect(unsaid.map(({ file, key }) => `${file} ${key}`)).toEqual([])
})
