import { html, raw } from 'hono/html'
import { type Endpoint, pathFields } from '#contract/endpoint.ts'
import { refusals } from '#contract/refusals.ts'

const style = `body{font:16px/1.5 Figtree,system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#26161f;background:#fcfaf7}
h2{margin-top:3rem}article{border-top:1px solid #8b7f85;padding:1rem 0}code{font-size:.95em}h3 code{background:#fcefd4;padding:.1em .4em;border-radius:6px}
dt{font-weight:600;margin-top:.5rem}dd{margin:0 0 .25rem}@media(prefers-color-scheme:dark){body{color:#f3efea;background:#140b10}h3 code{background:#3b2a12}a{color:#fdcc6e}}`

/** The API's own page: every call with its fields and refusals, readable without scripts. */
export function docsPage(endpoints: readonly { domain: string; name: string; endpoint: Endpoint }[]) {
  const domains = Map.groupBy(endpoints, (e) => e.domain)
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Primp API</title><style>${raw(style)}</style></head>
<body><main><h1>Primp API</h1><p>Every call of the site. The same as a document for machines: <a href="/v1/openapi.json">openapi.json</a>.</p>
<nav aria-label="Domains"><ul>${[...domains.keys()].map((d) => html`<li><a href="#${d}">${d}</a></li>`)}</ul></nav>
${[...domains].map(([domain, all]) => html`<section><h2 id="${domain}">${domain}</h2>${all.map(article)}</section>`)}</main></body></html>`
}

const article = ({
  endpoint,
  name,
  domain,
}: {
  domain: string
  name: string
  endpoint: Endpoint
}) => html`<article id="${domain}.${name}">
<h3><code>${endpoint.method} ${endpoint.path}</code></h3><p>${endpoint.summary}</p><dl>
<dt>Who may call</dt><dd>${endpoint.access}${endpoint.limit ? `, ${endpoint.limit} times a minute` : ''}</dd>
<dt>Takes</dt><dd>${fields(endpoint)}</dd>
<dt>Refuses</dt><dd>${['invalid_input' as const, ...endpoint.refuses].map((code) => html`<code>${refusals[code][0]} ${code}</code> `)}</dd></dl></article>`

function fields(endpoint: Endpoint) {
  const inPath = pathFields(endpoint.path)
  const all = Object.keys(endpoint.input.shape).map((key) => (inPath.includes(key) ? `{${key}}` : key))
  return all.length ? all.map((key) => html`<code>${key}</code> `) : 'nothing'
}
