import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { readMessages } from '#scripts/messages/read-messages.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const sources = new Map(
  globSync('{contract,server,web}/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.{ts,tsx}'] })
    .toSorted()
    .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
)

/** Returns template strings with slots as patterns. */
function templatesIn(text: string): { pattern: RegExp; open: boolean }[] {
  return [...text.matchAll(/`((?:[\w.-]|\$\{(?:[^{}`]|\{[^{}]*\})*\})+)`/g)]
    .map(([, template = '']) => template)
    .filter((template) => template.includes('${') && template.includes('.'))
    .map((template) => ({
      pattern: new RegExp(
        `^${template
          .replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '\0')
          .replaceAll('.', '\\.')
          .replaceAll('\0', '[\\w.:-]+')}$`,
      ),
      open: template.startsWith('$'),
    }))
}

test('every message of the web is used', () => {
  const messages = [...sources].flatMap(([file, text]) =>
    file.startsWith('web/') && text.includes('defineMessages(')
      ? readMessages(file, text).map(({ catalogue, key }) => ({ file, catalogue, key }))
      : [],
  )
  expect(messages).not.toEqual([])
  const all = [...sources.values()].join('\n')
  const said = new Set([...all.matchAll(/(['"`])([\w.-]+\.[\w.-]+)\1(?!:)/g)].map(([, , literal]) => literal))
  const templates = [...sources].flatMap(([file, text]) =>
    templatesIn(text).map((template) => ({ file, text, ...template })),
  )
  const unused = messages.filter(
    ({ key, catalogue }) =>
      key.includes('.') &&
      !said.has(key) &&
      // A template that begins with a slot matches any key, so it counts only for catalogues named in its file.
      !templates.some(({ pattern, open, text }) => pattern.test(key) && (!open || text.includes(catalogue))),
  )
  expect(unused.map(({ file, key }) => `${file} ${key}`)).toEqual([])
})

type Node = { type: string; start: number } & Record<string, unknown>
const isNode = (it: unknown): it is Node => typeof it === 'object' && it !== null && 'type' in it
const nameOf = (it: unknown): string => (isNode(it) ? String(isNode(it['name']) ? it['name']['name'] : it['name']) : '')

/** Whether a text reads as words: a capitalised word, or two words in a row. */
const reads = (text: string) => /^\s*\p{Lu}\p{Ll}|\p{L}{2},? \p{L}/u.test(text)
/** Attributes and properties without visible text. */
const silent =
  /class|^(d|type|viewBox|style|sizes|allow|sandbox|href|to|src|rel|target|points|transform|content|accept)$/i
/** The brand name, and drawn letters. */
const named = /^(Primp|Pr|mp)$|^@layer /

/** Returns the text in a component: text nodes, attributes and children in braces. */
function saidIn(file: string, text: string): string[] {
  const said: string[] = []
  const visit = (it: unknown, at: 'code' | 'element' | 'attribute'): void => {
    if (Array.isArray(it)) for (const one of it) visit(one, at)
    if (!isNode(it)) return
    const { type } = it
    if (type === 'JSXText' && /\p{L}{2}/u.test(String(it['value']))) said.push(String(it['value']).trim())
    if (type === 'Literal' && typeof it['value'] === 'string' && at !== 'code' && reads(it['value']))
      said.push(it['value'])
    if (
      type === 'TemplateElement' &&
      at !== 'code' &&
      (reads((it['value'] as { raw: string }).raw) ||
        (at === 'element' && /(^|\s)\p{L}{3,}(?!\p{L}*\.)/u.test((it['value'] as { raw: string }).raw)))
    )
      said.push((it['value'] as { raw: string }).raw)
    if ((type === 'JSXAttribute' || type === 'Property') && silent.test(nameOf(it['name'] ?? it['key']))) return
    // Arguments and comparisons are not visible text.
    if (type === 'CallExpression' || type === 'BinaryExpression') at = 'code'
    const next =
      type === 'JSXAttribute' ? 'attribute' : type === 'JSXElement' ? 'element' : /Function/.test(type) ? 'code' : at
    for (const [part, child] of Object.entries(it)) if (part !== 'type') visit(child, next)
  }
  visit(parseSync(file, text).program, 'code')
  return said.filter((one) => !named.test(one))
}

test('no component contains text that is not in a messages file', () => {
  // The styleguide is for engineers and in no build.
  const components = [...sources].filter(([file]) => /^web\/(?!styleguide\/).*\.tsx$/.test(file))
  expect(components).not.toEqual([])
  expect(components.flatMap(([file, text]) => saidIn(file, text).map((said) => `${file}: ${said}`))).toEqual([])
})

test('the check finds a sentence as text, in an attribute, in braces and with slots, and ignores other strings', () => {
  const said = (jsx: string) => saidIn('page.tsx', `const Page = () => ${jsx}`)
  expect(said('<p>Show more</p>')).toEqual(['Show more'])
  expect(said('<Card label="Price and plan" />')).toEqual(['Price and plan'])
  expect(said("<p>{open ? 'Show less' : t('word.more')}</p>")).toEqual(['Show less'])
  expect(said("<Card words={{ close: 'Close gallery' }} />")).toEqual(['Close gallery'])
  expect(said(['<p>{`Ready by $', '{time}`}</p>'].join(''))).toEqual(['Ready by '])
  expect(said('<a className="card pad-24" href="/join" onClick={() => go(\'two words\')}>{t(\'a.b\')}</a>')).toEqual([])
})

test('only one module formats clock times', () => {
  const writing = [...sources].filter(([, text]) => /[`'"]\s?(AM|PM)[`'"]|hour12|timeStyle/.test(text))
  expect(writing.map(([file]) => file)).toEqual(['contract/format.ts'])
})
