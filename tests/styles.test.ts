import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const files = readdirSync(join(root, 'web'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
const components = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.|messages\.ts$/.test(file))
const modules = files.filter((file) => file.endsWith('.module.css'))
const document = textOf('docs/decisions/0021-styles.md')

function classesOf(sheet: string): Set<string> {
  const rules = textOf(sheet)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/url\([^)]*\)|"[^"]*"|'[^']*'/g, '')
    .replace(/:global\([^)]*\)/g, '')
  return new Set(
    [...rules.matchAll(/([^{}]*)\{/g)]
      .filter(([, selector = '']) => !selector.trim().startsWith('@'))
      .flatMap(([, selector = '']) =>
        [...selector.matchAll(/\.([A-Za-z_][\w-]*)/g)].map((match) => match[1] as string),
      ),
  )
}

/** Each import of a module with the used names. */
const imports = components.flatMap((file) => {
  const text = textOf(file)
  return [...text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].map(([, name = '', path = '']) => ({
    file,
    module: path.startsWith('#web/') ? path.slice(1) : join(dirname(file), path),
    names: new Set(
      [...text.matchAll(new RegExp(`(?<![/'])\\b${name}\\.(\\w+)`, 'g'))].map((match) => match[1] as string),
    ),
  }))
})

/** Returns the global class names of a component. */
function globalWords(file: string): string[] {
  const text = textOf(file)
  const literals = [
    ...[...text.matchAll(/\b\w*[cC]lassName="([^"]*)"/g)].map((match) => match[1] ?? ''),
    ...[...text.matchAll(/\b(?:joinClasses|getButtonClasses)\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g)].flatMap((match) =>
      [...(match[1] ?? '').replace(/\{[^}]*\}|[=!]== '[^']*'/g, '').matchAll(/'([^']*)'/g)].map(
        (word) => word[1] ?? '',
      ),
    ),
    ...[...text.matchAll(/className=\{[^}]*\? '([^']*)' : '([^']*)'\}/g)].flatMap((match) => [
      match[1] ?? '',
      match[2] ?? '',
    ]),
  ]
  return literals.flatMap((literal) => literal.split(/\s+/)).filter((word) => /^[a-z][a-z0-9-]+$/i.test(word))
}

/** Font sizes that ignore the browser's setting. */
const fixedLetters = (sheet: string): string[] =>
  [...textOf(sheet).matchAll(/font(?:-size)?:[^;{}]*/g)]
    .map(([rule]) => rule)
    // A minimum beside a viewport unit is allowed.
    .filter((rule) => /\d+px/.test(rule.replace(/max\(\d+px, [\d.]+vw\)/g, '')))

const listed = new Set([...document.matchAll(/^- `\.([\w-]+)`/gm)].map((match) => match[1] as string))
const baseSheets = files.filter((file) => /^web\/ui\/base\/.*\.css$|^web\/search\/form\/plain-form\.css$/.test(file))
const defined = new Set(baseSheets.flatMap((sheet) => [...classesOf(sheet)]))

describe('Styles', () => {
  test('the only global sheets are the tokens, the fonts and the documented base', () => {
    const global = files.filter((file) => file.endsWith('.css') && !file.endsWith('.module.css'))
    expect(global.filter((file) => !baseSheets.includes(file)).sort()).toEqual([
      'web/platform/fonts.css',
      'web/platform/tokens.css',
      'web/styles.css',
      // The library's own classes.
      'web/ui/map/map-engine.css',
    ])
  })

  test('every global class is documented, and every documented class exists', () => {
    expect([...defined].filter((name) => !listed.has(name))).toEqual([])
    expect([...listed].filter((name) => !defined.has(name))).toEqual([])
  })

  test('a component uses no global class that the base does not define', () => {
    const said = components.flatMap((file) => globalWords(file).map((word) => [file, word] as const))
    expect(said).not.toEqual([])
    expect(said.filter(([, word]) => !defined.has(word)).map(([file, word]) => `${file}: ${word}`)).toEqual([])
    const words = new Set(said.map(([, word]) => word))
    const inModules = new Set(
      modules.flatMap((file) => [...textOf(file).matchAll(/:global\(\.([\w-]+)\)/g)].map((m) => m[1])),
    )
    expect([...defined].filter((name) => !words.has(name) && !inModules.has(name))).toEqual([])
    expect([...inModules].filter((name) => !defined.has(name ?? ''))).toEqual([])
  })

  test('every class used from a module is defined there, and every defined class is used', () => {
    expect(modules).not.toEqual([])
    const wrong = imports.flatMap(({ file, module, names }) =>
      [...names].filter((name) => !classesOf(module).has(name)).map((name) => `${file}: ${name}`),
    )
    expect(wrong).toEqual([])
    const unused = modules.flatMap((module) => {
      const taken = new Set(imports.filter((one) => one.module === module).flatMap(({ names }) => [...names]))
      return [...classesOf(module)].filter((name) => !taken.has(name)).map((name) => `${module}: ${name}`)
    })
    expect(unused).toEqual([])
  })

  test("only a module's own domain uses its styles; any page can use a shared part's module", () => {
    const domainOf = (file: string) => (file.split('/').length === 2 ? 'web' : file.split('/')[1])
    expect(
      imports
        .filter(({ file, module }) => domainOf(module) !== 'ui' && domainOf(module) !== domainOf(file))
        .map(({ file, module }) => `${file}: ${module}`),
    ).toEqual([])
  })

  test("text scales with the browser's font size setting", () => {
    const sheets = files.filter((file) => file.endsWith('.css'))
    expect(sheets).not.toEqual([])
    expect(sheets.flatMap((sheet) => fixedLetters(sheet).map((rule) => `${sheet}: ${rule}`))).toEqual([])
  })
})
