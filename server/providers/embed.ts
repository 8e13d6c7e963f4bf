import { Hono } from 'hono'
import { nobody, openContext } from '#server/platform/context.ts'
import { getToday } from '#server/platform/event-day.ts'
import { getEmbedHeaders } from '#server/platform/http/security-headers.ts'
import { AnswerCache } from '#server/platform/pages/answer-cache.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Rig } from '#server/platform/rig.ts'
import { getProfile } from './profile.ts'
import { html, raw } from 'hono/html'
import { timeChoices } from '#contract/constants.ts'
import { markets, formatMoney, formatNightTime } from '#contract/format.ts'
import type { Profile } from '#contract/providers/providers.ts'
import { formatServiceLabel } from '#contract/words.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'

const kept = { freshMs: 60_000, most: 500 }

/**
 * Route for `GET /embed/{slug}`: an artist's form for iframes on other sites. It uses no cookies and only links onward,
 * so clickjacking gains nothing.
 */
export function createEmbedRoute(rig: Rig): Hono {
  const app = new Hono()
  const profiles = new AnswerCache(kept)
  const headers = {
    ...getEmbedHeaders(embedScript),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=300',
    'x-robots-tag': 'noindex',
  }
  app.get('/embed/:slug', async (http) => {
    const slug = http.req.param('slug')
    const look = readLook(new URL(http.req.url).searchParams)
    const ctx = openContext(rig, { viewer: nobody, requestId: 'embed', address: '' }, 'reads')
    const known = /^[a-z0-9-]{1,120}$/.test(slug)
    const profile = known
      ? await profiles
          .getOrCompute(
            slug,
            ctx.now.getTime(),
            () => {},
            () => getProfile(ctx, { profileId: slug }),
          )
          .catch((thrown) => {
            if (thrown instanceof Refusal && thrown.code === 'not_found') return null
            throw thrown
          })
      : null
    return profile
      ? http.body(String(drawEmbed(profile, look, getToday(profile.timeZone, ctx.now))), 200, headers)
      : http.body(String(drawNobody(look)), 404, headers)
  })
  return app
}

type EmbedLook = {
  theme: 'light' | 'dark' | 'auto'
  /** Six hexadecimal digits; null for the default. */
  color: string | null
  opens: 'tab' | 'top'
  around: string | null
}

const MOST_PEOPLE = 12
/** Services of a category that are in view without unfolding the rest. */
const FIRST_SERVICES = 5

export function readLook(query: URLSearchParams): EmbedLook {
  const theme = query.get('theme')
  const color = query.get('color')?.toLowerCase() ?? ''
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
    color: /^[0-9a-f]{6}$/.test(color) ? color : null,
    opens: query.get('open') === 'top' ? 'top' : 'tab',
    around: originOf(query.get('from') ?? ''),
  }
}

function originOf(text: string): string | null {
  try {
    const { origin, protocol } = new URL(text)
    return origin === text && /^https?:$/.test(protocol) ? origin : null
  } catch {
    return null
  }
}

/** Returns black or white, whichever has more contrast by WCAG. */
export function getReadableInk(color: string): '#000000' | '#ffffff' {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  return (light + 0.05) ** 2 > 1.05 * 0.05 ? '#000000' : '#ffffff'
}

const house = { light: '4d1534', dark: 'ffb52e' } as const

const bright = 'color-scheme:light;--ground:#fffdf9;--ink:#23151d;--quiet:#6b5a63;--line:#e4dbdf;'
const dim = 'color-scheme:dark;--ground:#1d1319;--ink:#f7f0f2;--quiet:#b9a8b0;--line:#43333c;'
const accent = (color: string) => `--accent:#${color};--on-accent:${getReadableInk(color)};`

function themeOf({ theme, color }: EmbedLook): string {
  const light = bright + accent(color ?? house.light)
  const dark = dim + accent(color ?? house.dark)
  if (theme !== 'auto') return `:root{${theme === 'dark' ? dark : light}}`
  return `:root{${light}}@media(prefers-color-scheme:dark){:root{${dark}}}`
}

const rest = `*{box-sizing:border-box}body{margin:0;padding:20px;background:var(--ground);color:var(--ink);font:16px/1.45 system-ui,sans-serif}
h1{font-size:22px;line-height:1.2;margin:0 0 4px}p{margin:0 0 16px;color:var(--quiet)}h2,legend,label{font-size:14px;font-weight:600}
h2,legend{margin:0 0 8px;padding:0}fieldset{border:0;margin:0 0 16px;padding:0;min-width:0}
.grid{display:grid;gap:12px;grid-template-columns:repeat(auto-fill,minmax(min(100%,15rem),1fr));margin-bottom:16px}
label{display:grid;gap:4px}select,input{font:400 16px/1.3 system-ui,sans-serif;color:inherit;background:transparent;border:1px solid var(--line);border-radius:10px;min-height:44px;padding:8px 10px;width:100%}
option{background:var(--ground);color:var(--ink)}button{font:inherit;font-weight:700;min-height:48px;padding:10px 22px;border:0;border-radius:12px;background:var(--accent);color:var(--on-accent);cursor:pointer}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}small{display:block;margin-top:8px;color:var(--quiet)}output{font-weight:600;color:var(--ink)}
.service{display:flex;justify-content:space-between;align-items:center;gap:16px;padding:8px 0;border-top:1px solid var(--line)}.service small{margin-top:0;font-weight:400}.service input{flex:none;width:88px}
summary{min-height:44px;display:flex;align-items:center;font-size:14px;font-weight:600;cursor:pointer}summary::after{content:"";width:8px;height:8px;margin:-4px 0 0 12px;border:solid currentColor;border-width:0 2px 2px 0;transform:rotate(45deg)}details[open]>summary::after{margin-top:4px;transform:rotate(225deg)}summary::-webkit-details-marker{display:none}`

/**
 * Script of the iframe: adds up the chosen services, omits empty fields and posts its height to the parent only. Constant text, so that one CSP hash
 * allows it.
 */
export const embedScript = `(()=>{const d=document,f=d.querySelector('form');if(f)f.addEventListener('submit',()=>{const off=[...f.elements].filter(e=>e.name&&(e.value===''||e.value==='0'));for(const e of off)e.disabled=true;setTimeout(()=>{for(const e of off)e.disabled=false})});const o=d.querySelector('output');if(f&&o)f.addEventListener('input',()=>{let n=0,sum=0;for(const e of f.querySelectorAll('[data-price]')){const k=Math.max(0,Math.floor(+e.value)||0);n+=k;sum+=k*e.dataset.price}const least=+o.dataset.least;o.textContent=n?(sum<least?o.dataset.topped:o.dataset.sum).replace('#n',n).replace('#sum',()=>new Intl.NumberFormat(d.documentElement.lang,{style:'currency',currency:o.dataset.currency,trailingZeroDisplay:'stripIfInteger'}).format(Math.max(sum,least))):''});const to=d.documentElement.dataset.around;if(!to||parent===window)return;let last=0;const say=()=>{const height=Math.ceil(d.documentElement.getBoundingClientRect().height);if(height!==last){last=height;parent.postMessage({primp:1,height},to)}};new ResizeObserver(say).observe(d.documentElement);say()})()`

type Embedded = Pick<Profile, 'slug' | 'name' | 'services' | 'minimumJob' | 'countryCode' | 'state'>

function drawEmbed(profile: Embedded, look: EmbedLook, today: string) {
  const t = createTranslator(embedTexts, profile.countryCode)
  return page(
    look,
    markets[profile.countryCode].locale,
    t('embed.title', { name: profile.name }),
    profile.state === 'paused'
      ? html`<p>${t('embed.gone', { name: profile.name })}</p>`
      : html`<p>${t('embed.text')}</p>
<form action="/@/${profile.slug}/book" target="${look.opens === 'top' ? '_top' : '_blank'}" rel="noopener">
${kindsOf(profile).map(([kind, services]) => {
  const rows = services.map((service) => drawService(service, t))
  const more = rows.length - FIRST_SERVICES
  return html`<fieldset><legend>${kind}: ${t('embed.services').toLowerCase()}</legend>
${rows.slice(0, FIRST_SERVICES)}${more > 0 ? html`<details><summary>${t('embed.more', { n: more })}</summary>${rows.slice(FIRST_SERVICES)}</details>` : ''}</fieldset>`
})}
<p><output data-sum="${t('embed.sum', { n: '#n', sum: '#sum' })}" data-topped="${t('embed.sum.least', { n: '#n', sum: '#sum' })}" data-least="${profile.minimumJob}" data-currency="${profile.services[0]?.currency ?? ''}"></output></p>
<div class="grid"><label>${t('embed.date')}<input type="date" name="date" min="${today}"></label>
<label>${t('embed.time')}<select name="time"><option value="">${t('embed.time.unsure')}</option>
${timeChoices.map((hhmm) => html`<option value="${hhmm}">${formatNightTime(hhmm)}</option>`)}</select></label></div>
<button>${t('embed.see')}</button><small>${t('embed.leads')}</small></form>`,
  )
}

const drawService = ({ id, label, title, price, currency }: Profile['services'][number], t: EmbedTranslator) =>
  html`<label class="service"><span>${formatServiceLabel(title, label)}<small>${t('embed.price', { price: formatMoney(price, currency) })}</small></span>
<input type="number" name="n.${id}" min="0" max="${MOST_PEOPLE}" value="0" inputmode="numeric" data-price="${price}"></label>`

type EmbedTranslator = ReturnType<typeof createTranslator<typeof embedTexts>>

const drawNobody = (look: EmbedLook) =>
  page(look, 'en-GB', 'Primp', html`<p>${createTranslator(embedTexts)('embed.none')}</p>`)

const page = (look: EmbedLook, lang: string, title: string, body: unknown) => html`<!DOCTYPE html>
<html lang="${lang}" ${look.around ? html`data-around="${look.around}"` : ''}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><style>${raw(themeOf(look) + rest)}</style></head>
<body><main aria-labelledby="title"><h1 id="title">${title}</h1>${body}</main><script>${raw(embedScript)}</script></body></html>`

const kindsOf = ({ services }: Pick<Profile, 'services'>): [string, Profile['services']][] => [
  ...Map.groupBy(services, ({ category }) => category.label),
]

const embedTexts = defineMessages({
  'embed.title': 'Book {name}',
  'embed.text': 'See the full price and the plan before you pay.',
  'embed.services': 'For how many people',
  'embed.price': '{price} per person',
  'embed.more': 'More services ({n})',
  'embed.sum': 'Services: {n}. Together {sum} before travel.',
  'embed.sum.least': 'Services: {n}. {sum}, the minimum booking.',
  'embed.date': 'Date',
  'embed.time': 'Ready by',
  'embed.time.unsure': 'Not sure yet',
  'embed.see': 'See the price and plan',
  'embed.leads': 'Opens on Primp.',
  'embed.gone': '{name} is not taking bookings at the moment.',
  'embed.none': 'This artist is no longer on Primp.',
})
