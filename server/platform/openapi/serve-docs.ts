import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Hono } from 'hono'
import { renderDocsPage, docsPolicy, documents, startScript } from './docs-page.ts'
import { type Audience, createDocuments, type ListedEndpoint } from './document.ts'

const textOf = (address: string): string => readFileSync(fileURLToPath(address), 'utf8')
const aDay = { 'Cache-Control': 'public, max-age=86400' }

/** Serves the OpenAPI documents and pages, each created lazily on the first request. */
export function serveDocs(calls: readonly ListedEndpoint[], publicUrl: string): Hono {
  const app = new Hono()
  const documentsOf = memoize(() => createDocuments(calls, publicUrl))
  for (const audience of ['everyone', 'operators'] as const satisfies readonly Audience[]) {
    const { page, document } = documents[audience]
    const text = memoize(() => JSON.stringify(documentsOf()[audience]))
    app.get(document, (http) =>
      http.body(text(), 200, { 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=300' }),
    )
    app.get(page, (http) => {
      http.header('Content-Security-Policy', docsPolicy)
      return http.html(renderDocsPage(audience, calls))
    })
  }
  const files = {
    'ui.js': [
      'text/javascript; charset=utf-8',
      memoize(() => textOf(import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js'))),
    ],
    'ui.css': ['text/css; charset=utf-8', memoize(() => textOf(import.meta.resolve('swagger-ui-dist/swagger-ui.css')))],
    'start.js': ['text/javascript; charset=utf-8', () => startScript],
  } as const
  for (const [name, [type, text]] of Object.entries(files))
    app.get(`/v1/docs/${name}`, (http) => http.body(text(), 200, { 'Content-Type': type, ...aDay }))
  return app
}

function memoize<T>(make: () => T): () => T {
  let made: { it: T } | undefined
  return () => {
    made ??= { it: make() }
    return made.it
  }
}
