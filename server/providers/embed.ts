import { readFileSync } from 'node:fs'
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

const bright =
  'color-scheme:light;--ground:#fffdf9;--ink:#23151d;--quiet:#6b5a63;--line:#e4dbdf;--edge:#8b7f85;--focus:#591c3e;'
const dim =
  'color-scheme:dark;--ground:#1d1319;--ink:#f7f0f2;--quiet:#b9a8b0;--line:#43333c;--edge:#7e7077;--focus:#fdcc6e;'
const accent = (color: string) => `--accent:#${color};--on-accent:${getReadableInk(color)};`

function themeOf({ theme, color }: EmbedLook): string {
  const light = bright + accent(color ?? house.light)
  const dark = dim + accent(color ?? house.dark)
  if (theme !== 'auto') return `:root{${theme === 'dark' ? dark : light}}`
  return `:root{${light}}@media(prefers-color-scheme:dark){:root{${dark}}}`
}

const rest = `*{box-sizing:border-box}[hidden]{display:none!important}body{margin:0;padding:20px;background:var(--ground);color:var(--ink);font:16px/1.45 system-ui,sans-serif}
h1{font-size:24px;line-height:1.2;margin:0 0 4px}p{margin:0 0 16px;color:var(--quiet)}legend{font-size:16px;font-weight:700;margin:0 0 8px;padding:0}fieldset{border:0;margin:0 0 20px;padding:0;min-width:0}legend small{font-weight:400}
.grid{display:grid;gap:12px;grid-template-columns:repeat(auto-fit,minmax(min(100%,17rem),1fr));align-items:start;margin-bottom:20px}
.field{display:grid;gap:6px;min-width:0}.field>label{font-size:14px;font-weight:600}
select,input,.picker{font:400 16px/1.3 system-ui,sans-serif;color:inherit;background:transparent;border:1px solid var(--line);border-radius:10px;min-height:48px;padding:8px 14px;width:100%}
option{background:var(--ground);color:var(--ink)}button{font:inherit;color:inherit;background:transparent;border:0;border-radius:10px;cursor:pointer;min-width:44px;min-height:44px}button:disabled{opacity:.4;cursor:default}
.see{font-weight:700;min-height:48px;padding:10px 22px;border-radius:12px;background:var(--accent);color:var(--on-accent)}
@media(max-width:480px){.see{width:100%}}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}small{display:block;color:var(--quiet)}.see+small{margin-top:8px}output{font-weight:600;color:var(--ink)}
.service{display:flex;justify-content:space-between;align-items:center;gap:16px;padding:10px 0;border-top:1px solid var(--line)}.service label{font-size:15px;font-weight:600}.service small{font-weight:400}.service input{flex:none;width:88px}
.add{flex:none;padding:0 18px;font-size:15px;font-weight:600;border:1px solid var(--edge);border-radius:22px}.stepper{flex:none;display:flex;align-items:center;border:1px solid var(--edge);border-radius:22px}.stepper button{font-size:20px;border-radius:22px}.stepper b{min-width:24px;text-align:center;font-variant-numeric:tabular-nums}
.picker{display:flex;align-items:center;justify-content:space-between;text-align:start;border-color:var(--edge)}
summary{min-height:44px;display:flex;align-items:center;font-size:14px;font-weight:600;cursor:pointer}summary::after,.picker::after{content:"";flex:none;width:8px;height:8px;margin:-4px 4px 0 12px;border:solid currentColor;border-width:0 2px 2px 0;transform:rotate(45deg)}details[open]>summary::after,.picker[aria-expanded=true]::after{margin-top:4px;transform:rotate(225deg)}summary::-webkit-details-marker{display:none}
.panel{padding:8px;border:1px solid var(--line);border-radius:10px}.month{display:flex;align-items:center;justify-content:space-between}.turn{font-size:24px;line-height:1}
.days{display:grid;grid-template-columns:repeat(7,minmax(0,1fr));text-align:center}.days button{min-width:0}.days span{font-size:13px;color:var(--quiet)}.days button[aria-pressed=true]{background:var(--accent);color:var(--on-accent);font-weight:700}
.times{display:grid;grid-template-columns:repeat(auto-fill,minmax(6.5rem,1fr));gap:8px;max-height:236px;overflow:auto;padding:4px}.times label{position:relative}.times input{position:absolute;inset:0;min-height:0;opacity:0;cursor:pointer}.times span{display:grid;place-items:center;min-height:44px;border:1px solid var(--line);border-radius:10px;font-size:15px}.times :checked+span{background:var(--accent);color:var(--on-accent);border-color:var(--accent)}.times :focus-visible+span{outline:3px solid var(--focus);outline-offset:2px}`

/**
 * Script of the iframe: steppers, the sum, the pickers of day and time, and the height for the parent. Constant text, so
 * that one CSP hash allows it. The form works without it.
 */
export const embedScript = readFileSync(new URL('embed-form.js', import.meta.url), 'utf8').trim()

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
<form action="/@/${profile.slug}/book" target="${look.opens === 'top' ? '_top' : '_blank'}" rel="noopener"
data-add="${t('embed.add')}" data-fewer="${t('embed.fewer')}" data-more="${t('embed.one.more')}" data-date="${t('embed.date.choose')}"
data-earlier="${t('embed.earlier')}" data-later="${t('embed.later')}" data-week-start="${markets[profile.countryCode].weekStart}">
${kindsOf(profile).map(([kind, services]) => {
  const rows = services.map((service) => drawService(service, t))
  const more = rows.length - FIRST_SERVICES
  return html`<fieldset><legend>${kind}<small>${t('embed.services')}</small></legend>
${rows.slice(0, FIRST_SERVICES)}${more > 0 ? html`<details><summary>${t('embed.more', { n: more })}</summary>${rows.slice(FIRST_SERVICES)}</details>` : ''}</fieldset>`
})}
<p><output data-sum="${t('embed.sum', { n: '#n', sum: '#sum' })}" data-topped="${t('embed.sum.least', { n: '#n', sum: '#sum' })}" data-least="${profile.minimumJob}" data-currency="${profile.services[0]?.currency ?? ''}"></output></p>
<div class="grid"><div class="field"><label for="date">${t('embed.date')}</label><input type="date" id="date" name="date" min="${today}"></div>
<div class="field"><label for="time">${t('embed.time')}</label><select id="time" name="time"><option value="">${t('embed.time.unsure')}</option>
${timeChoices.map((hhmm) => html`<option value="${hhmm}">${formatNightTime(hhmm)}</option>`)}</select></div></div>
<button class="see">${t('embed.see')}</button><small>${t('embed.leads')}</small></form>`,
  )
}

const drawService = ({ id, label, title, price, currency }: Profile['services'][number], t: EmbedTranslator) =>
  html`<div class="service"><label for="n.${id}">${formatServiceLabel(title, label)}<small>${t('embed.price', { price: formatMoney(price, currency) })}</small></label>
<input type="number" id="n.${id}" name="n.${id}" min="0" max="${MOST_PEOPLE}" value="0" inputmode="numeric" data-price="${price}" data-name="${formatServiceLabel(title, label)}"></div>`

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
  'embed.add': 'Add',
  'embed.fewer': 'One person less',
  'embed.one.more': 'One person more',
  'embed.price': '{price} per person',
  'embed.more': 'More services ({n})',
  'embed.sum': 'Services: {n}. Together {sum} before travel.',
  'embed.sum.least': 'Services: {n}. {sum}, the minimum booking.',
  'embed.date': 'Date',
  'embed.date.choose': 'Choose a date',
  'embed.earlier': 'Previous month',
  'embed.later': 'Next month',
  'embed.time': 'Ready by',
  'embed.time.unsure': 'Not sure yet',
  'embed.see': 'See the price and plan',
  'embed.leads': 'Opens on Primp.',
  'embed.gone': '{name} is not taking bookings at the moment.',
  'embed.none': 'This artist is no longer on Primp.',
})
