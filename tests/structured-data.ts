import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'
import Validator from '@adobe/structured-data-validator'
import WebAutoExtractor from '@marbec/web-auto-extractor'

export type StructuredData = { path: string; schema: unknown }

/** Returns every JSON-LD object of a page; throws for an invalid one. */
export const structuredDataOf = (html: string, path: string): StructuredData[] =>
  [...html.matchAll(/<script[^>]*type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g)].map(([, text]) => ({
    path,
    schema: JSON.parse(text ?? '') as unknown,
  }))

/** Returns violations of search engines' rules and of schema.org's vocabulary, one per line. */
export const problemsOf = async (all: readonly StructuredData[]): Promise<string[]> => [
  ...(await engineProblems(all)),
  ...(await vocabularyProblems(all)),
]

const distinct = (all: readonly StructuredData[]): StructuredData[] => [
  ...new Map(all.map((one) => [JSON.stringify(one.schema), one])).values(),
]

/** Violations of search engines' rules: errors only. */
export async function engineProblems(all: readonly StructuredData[]): Promise<string[]> {
  const problems: string[] = []
  for (const { path, schema } of distinct(all)) {
    const found = new WebAutoExtractor({ addLocation: true, embedSource: ['rdfa', 'microdata'] }).parse(
      `<script type="application/ld+json">${JSON.stringify(schema).replaceAll('<', '\\u003c')}</script>`,
    )
    for (const issue of await new Validator().validate(found)) {
      if (issue.severity === 'ERROR')
        problems.push(
          `${path}: ${issue.path.map(({ type, property }) => type ?? property).join(' > ')}: ${issue.issueMessage}`,
        )
    }
  }
  return problems
}

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))

// Search engines use a property for search targets that is not in the vocabulary.
const known = `import type { SearchAction, Thing, WebSite, WithContext } from 'schema-dts'
type Searched = Omit<Extract<WebSite, { '@type': 'WebSite' }>, 'potentialAction'> & { '@context': 'https://schema.org'; potentialAction?: SearchAction & { 'query-input'?: string } }
`

/** Violations of schema.org's vocabulary, found by the compiler in one run for all objects. */
export async function vocabularyProblems(all: readonly StructuredData[]): Promise<string[]> {
  const objects = distinct(all)
  if (objects.length === 0) return []
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, 'node_modules/.cache/structured-data-'))
  try {
    const lines = objects.map(({ schema }, i) => `export const data${i}: ${typeOf(schema)} = ${JSON.stringify(schema)}`)
    writeFileSync(
      join(folder, 'data.ts'),
      `${known}${lines.join('\n')}\nexport type Any = WithContext<Extract<Thing, object>>\n`,
    )
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          strict: true,
          noEmit: true,
          skipLibCheck: true,
          module: 'nodenext',
          moduleResolution: 'nodenext',
          target: 'esnext',
          types: [],
        },
        files: ['data.ts'],
      }),
    )
    const said = await run(join(root, 'node_modules/.bin/tsc'), ['-p', folder, '--pretty', 'false'], {
      maxBuffer: 64 * 1024 * 1024,
    }).then(
      () => '',
      (fault: { stdout?: string; message: string }) => fault.stdout || fault.message,
    )
    const before = known.split('\n').length - 1
    return said
      .split('\n')
      .filter(Boolean)
      .map((line) =>
        line.replace(
          /^.*data\.ts\((\d+),\d+\): /,
          (_, number) => `${objects[Number(number) - before - 1]?.path ?? ''}: `,
        ),
      )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const typeOf = (schema: unknown): string => {
  const type = String((schema as { '@type'?: unknown } | null)?.['@type'])
  if (type === 'WebSite') return 'Searched'
  return /^[A-Z][A-Za-z]+$/.test(type) ? `WithContext<import('schema-dts').${type}>` : 'never'
}
