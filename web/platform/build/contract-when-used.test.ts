import { expect, test } from 'vitest'
import { build, parseAst } from 'vite'
import { contractWhenUsed, whenUsed } from './contract-when-used.ts'

const marked = (code: string) => whenUsed(code, parseAst(code).body)

test('marks what calls make, and nothing else', () => {
  expect(marked('const A = z.object({ b: z.string() }).strict();\nexport const C = new Map([[1, A]]), d = 3')).toBe(
    'const A = /* @__PURE__ */ (() => (z.object({ b: z.string() }).strict()))();\n' +
      'export const C = /* @__PURE__ */ (() => (new Map([[1, A]])))(), d = 3',
  )
  const plain = "const list = ['a']\nexport const of = (n) => f(n)\nfunction f(n) { const m = g(n); return m }\nrun()"
  expect(marked(plain)).toBe(plain)
})

test('a page that takes one function of a file takes none of its schemas along', async () => {
  const from = new URL('../../../contract/bookings/own-bookings.ts', import.meta.url).pathname
  const made = async (...plugins: ReturnType<typeof contractWhenUsed>[]) => {
    const built = await build({
      configFile: false,
      logLevel: 'silent',
      plugins: [
        {
          name: 'page',
          enforce: 'pre',
          resolveId: (id) => (id.endsWith('page') ? 'page' : null),
          load: (id) => (id === 'page' ? `export { isInProgress } from '${from}'` : null),
        },
        ...plugins,
      ],
      build: { write: false, minify: false, lib: { entry: 'page', formats: ['es'] } },
    })
    return [built]
      .flat()
      .flatMap((each) => ('output' in each ? each.output : []))
      .map((each) => ('code' in each ? each.code : ''))
      .join('')
  }
  const whole = await made()
  const used = await made(contractWhenUsed())
  expect(whole).toContain('AppointmentSummary = ')
  expect(used).toContain('isInProgress')
  expect(used.length).toBeLessThan(whole.length / 20)
  expect(used).not.toMatch(/object\(|zod/i)
})
