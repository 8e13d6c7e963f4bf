import { html, raw } from 'hono/html'
import { listPathFields } from '#contract/endpoint.ts'
import { refusals } from '#contract/refusals.ts'
import { type Audience, filterCalls, type ListedEndpoint } from './document.ts'
import { tags } from './texts.ts'

const style = `body{font:16px/1.5 Figtree,system-ui,sans-serif;margin:0;color:#26161f;background:#fcfaf7}
main{max-width:90rem;margin:2rem auto;padding:0 1rem}.plain h2{margin-top:3rem}.plain article{border-top:1px solid #8b7f85;padding:1rem 0}.plain code{font-size:.95em}.plain h3 code{background:#fcefd4;padding:.1em .4em;border-radius:6px}
.plain dt{font-weight:600;margin-top:.5rem}.plain dd{margin:0 0 .25rem}.swagger-ui .info{margin:1rem 0}@media(prefers-color-scheme:dark){body{color:#f3efea;background:#140b10}.plain h3 code{background:#3b2a12}a{color:#fdcc6e}}`

export const documents: Readonly<Record<Audience, { page: string; document: string; title: string }>> = {
  everyone: { page: '/v1/docs', document: '/v1/openapi.json', title: 'Primp API' },
  operators: { page: '/v1/docs/operators', document: '/v1/openapi-operators.json', title: 'Primp API for operators' },
}

/** Has a plain list of calls as a fallback without scripts. */
export function renderDocsPage(audience: Audience, calls: readonly ListedEndpoint[]) {
  const domains = [...Map.groupBy(filterCalls(audience, calls), ({ domain }) => domain)]
  const { title, document } = documents[audience]
  const other = documents[audience === 'everyone' ? 'operators' : 'everyone']
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<link rel="stylesheet" href="/v1/docs/ui.css"><style>${raw(style)}</style></head>
<body><main><h1>${title}</h1><p>OpenAPI document: <a href="${document}">${document}</a>. See also: <a href="${other.page}">${other.title}</a>.</p>
<div id="ui" data-document="${document}"></div>
<div class="plain" id="plain"><nav aria-label="Domains"><ul>${domains.map(([d]) => html`<li><a href="#${d}">${tags[d][0]}</a></li>`)}</ul></nav>
${domains.map(([domain, all]) => html`<section><h2 id="${domain}">${tags[domain][0]}</h2>${all.map(article)}</section>`)}</div></main>
<script src="/v1/docs/ui.js" defer></script><script src="/v1/docs/start.js" defer></script></body></html>`
}

/** Replaces the plain list with the explorer once the document is loaded. */
export const startScript = `const place = document.getElementById('ui')
if (matchMedia('(prefers-color-scheme: dark)').matches) document.documentElement.classList.add('dark-mode')
SwaggerUIBundle({
  url: place.dataset.document,
  domNode: place,
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  validatorUrl: null,
  onComplete: () => document.getElementById('plain').remove(),
})
`

export const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"

const article = ({ endpoint, name, domain }: ListedEndpoint) => html`<article id="${domain}.${name}">
<h3><code>${endpoint.method} ${endpoint.path}</code></h3><p>${endpoint.summary}</p><dl>
<dt>Access</dt><dd>${endpoint.access}${endpoint.limit ? `, ${endpoint.limit} times a minute` : ''}</dd>
<dt>Input</dt><dd>${fields(endpoint)}</dd>
<dt>Errors</dt><dd>${['invalid_input' as const, ...endpoint.refuses].map((code) => html`<code>${refusals[code][0]} ${code}</code> `)}</dd></dl></article>`

function fields(endpoint: ListedEndpoint['endpoint']) {
  const inPath = listPathFields(endpoint.path)
  const all = Object.keys(endpoint.input.shape).map((key) => (inPath.includes(key) ? `{${key}}` : key))
  return all.length ? all.map((key) => html`<code>${key}</code> `) : 'none'
}
