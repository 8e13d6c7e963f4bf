import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))
const pages = globSync('web/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.{ts,tsx}', 'web/platform/**'] })
  .toSorted()
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

const saying = (pattern: RegExp) => pages.filter(({ text }) => pattern.test(text)).map(({ file }) => file)

test('pages use the form hook', () => {
  expect(saying(/\buseForm\(/)).not.toEqual([])
})

test('one module has the message for a call without a response', () => {
  expect(saying(/new ApiError\(\s*0/)).toEqual([])
  expect(saying(/instanceof ApiError \? \w+(\.message)? :/)).toEqual([])
})

test('no page has its own pending state', () => {
  const names = 'busy|sending|working|writing|waiting|loading|pending|submitting|mailing|resending|answering'
  expect(saying(new RegExp(`const \\[(${names}), set\\w+\\] = useState`))).toEqual([])
})

test('an idempotency key belongs to the action and is not created again for each retry', () => {
  // Exceptions: a preview changes nothing, a plain form has no state, and a message keeps the key of its bubble.
  expect(saying(/key: (String\(.*\|\| )?crypto\.randomUUID\(\)/)).toEqual([
    'web/messaging/use-conversation.ts',
    'web/offers/offer-form.tsx',
    'web/search/asking/request-notes.tsx',
    'web/search/team-up/teams-page.tsx',
  ])
})

type Node = { type: string } & Record<string, unknown>
const isNode = (it: unknown): it is Node => typeof it === 'object' && it !== null && 'type' in it
// Ignores property names after a dot.
const childrenOf = (node: Node): Node[] =>
  Object.entries(node)
    .flatMap(([part, it]) => (part === 'property' && !node['computed'] ? [] : it))
    .filter(isNode)
const within = (node: Node): Node[] => [node, ...childrenOf(node).flatMap(within)]
const nameOf = (node: unknown): string => (isNode(node) && node.type === 'Identifier' ? String(node['name']) : '')
const isCallOf = (node: Node, name: RegExp): boolean =>
  node.type === 'CallExpression' && name.test(nameOf(node['callee']))

/** Returns whether an effect calls the server, directly or through a local function or client. */
function callsInEffect(file: string, text: string): boolean {
  const nodes = within(parseSync(file, text).program as unknown as Node)
  const named = nodes
    .filter(({ type }) => type === 'VariableDeclarator' || type === 'FunctionDeclaration')
    .map((node) => ({ name: nameOf(node['id']), does: node['init'] ?? node['body'] }))
    // Components and hooks are checked by their own effects.
    .filter(({ name }) => /^(?!use[A-Z])[a-z]/.test(name))
    .filter(({ does }) => isNode(does) && !isCallOf(does, /^use(?!Callback|Memo)[A-Z]/))
  const calling = new Set<string>()
  const calls = (it: unknown): boolean =>
    isNode(it) && within(it).some((node) => isCallOf(node, /^browserApi$/) || calling.has(nameOf(node)))
  for (let before = -1; before < calling.size; ) {
    before = calling.size
    for (const { name, does } of named) if (calls(does)) calling.add(name)
  }
  return nodes.some((node) => isCallOf(node, /^use(Layout)?Effect$/) && calls((node['arguments'] as unknown[])[0]))
}

test('an effect that calls the server has a comment that says why no loader can', () => {
  const effects = pages.filter(({ text }) => /\buse(Layout)?Effect\(/.test(text) && text.includes('browserApi()'))
  expect(effects).not.toEqual([])
  expect(effects.filter(({ file, text }) => callsInEffect(file, text)).map(({ file }) => file)).toEqual([
    'web/accounts/factors/proof-form.tsx',
    'web/accounts/links/verify-page.tsx',
    'web/accounts/sessions/login-page.tsx',
    'web/checkout/paid-page.tsx',
    'web/checkout/requester-fields.tsx',
    'web/checkout/use-hold.ts',
    'web/content/home/landing-parts.tsx',
    'web/dashboard/appointments/way-card.tsx',
    'web/dashboard/clients/import-page.tsx',
    'web/messaging/use-conversation.ts',
    'web/messaging/use-unread.ts',
    'web/offers/openings.tsx',
    'web/party/use-day-outbox.ts',
    'web/preparation/before-step.tsx',
    'web/search/form/place-field.tsx',
    'web/search/quotes/use-own-search.ts',
    'web/signup/forms/identity-form.tsx',
    'web/signup/forms/travel-map.tsx',
    'web/signup/forms/work-pictures.tsx',
  ])
})

test('effects that call through a local function or a client are found', () => {
  const page = (effect: string, beside: string) => `function Page() { ${beside}; useEffect(() => { ${effect} }, []) }`
  expect(callsInEffect('page.tsx', page('void load()', 'const load = () => browserApi().account.show({})'))).toBe(true)
  expect(callsInEffect('page.tsx', page('api.show({})', 'const api = browserApi().account'))).toBe(true)
  expect(callsInEffect('page.tsx', page('focus()', 'const load = () => browserApi().account.show({})'))).toBe(false)
})
