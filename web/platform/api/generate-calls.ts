import { writeFileSync } from 'node:fs'
import { contract } from '#contract/contract.ts'
import { type Endpoint, getRolesFor } from '#contract/endpoint.ts'

/**
 * Returns the sources of two tables with method and path of every endpoint: `calls` for everyone, `memberCalls` for
 * sessions. The browser uses them, because importing the contract would load all schemas.
 */
export const generateCallTables = (): Readonly<Record<string, string>> => ({
  'calls.generated.ts': tableOf('calls', ({ access }) => getRolesFor(access).length === 0),
  'member-calls.generated.ts': tableOf('memberCalls', ({ access }) => getRolesFor(access).length > 0),
})

function tableOf(name: string, isListed: (endpoint: Endpoint) => boolean): string {
  const domains = Object.entries(contract).flatMap(([domain, endpoints]) => {
    const listed = Object.entries(endpoints as Record<string, Endpoint>).filter(([, endpoint]) => isListed(endpoint))
    const lines = listed.map(([call, { method, path }]) => `    ${call}: '${method} ${path}',\n`)
    return lines.length ? [`  ${domain}: {\n${lines.join('')}  },\n`] : []
  })
  return `// Generated from the contract by \`npm run types\`.\nexport const ${name} = {\n${domains.join('')}}\n`
}

if (import.meta.main)
  for (const [file, source] of Object.entries(generateCallTables()))
    writeFileSync(new URL(file, import.meta.url), source)
