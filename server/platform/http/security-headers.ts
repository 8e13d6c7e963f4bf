import { createHash } from 'node:crypto'
import type { Env } from '#server/platform/env.ts'

/** What every answer says, whatever it is of: no guessing of types, nothing of it inside other sites or beside them, and https alone where the site has it. */
export const getBaseHeaders = ({
  production,
  PAYMENTS,
}: Pick<Env, 'production' | 'PAYMENTS'>): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  // A wallet may open a window of its own and has to be heard of again.
  'cross-origin-opener-policy': PAYMENTS === 'stripe' ? 'same-origin-allow-popups' : 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  ...(production ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
})

// Wallets are asked in the frames of the payment service, and Google Pay in one of Google's.
const wallets = 'self "https://js.stripe.com" "https://*.js.stripe.com" "https://pay.google.com"'

/** What pages say beyond that, and where browsers tell of what a page was kept from doing. */
export const getPageHeaders = (env: Pick<Env, 'PAYMENTS'> = { PAYMENTS: undefined }): Record<string, string> => ({
  'x-frame-options': 'DENY',
  'permissions-policy': `camera=(self), geolocation=(self), microphone=(), payment=(${env.PAYMENTS === 'stripe' ? wallets : ''})`,
  'reporting-endpoints': 'site="/v1/browser-reports"',
})

const socialSources = (env: Env): string => (env.SOCIAL_PHOTOS_URL ? ` ${new URL(env.SOCIAL_PHOTOS_URL).origin}` : '')
const mapSources = (env: Env): string => (env.MAP_STYLE_URL ? ` ${new URL(env.MAP_STYLE_URL).origin}` : '')

/** What a page may load: its own files, and scripts written in it only when their nonce or hash is named here. */
export function buildContentSecurityPolicy(env: Env, scripts: string): string {
  const map = mapSources(env)
  const pay = env.PAYMENTS === 'stripe'
  return [
    "default-src 'self'",
    `script-src 'self' ${pay ? 'https://js.stripe.com https://*.js.stripe.com ' : ''}${scripts}`.trim(),
    ...(pay
      ? [
          "frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com https://pay.google.com",
        ]
      : []),
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${map}${socialSources(env)}`,
    `connect-src 'self'${map}${pay ? ' https://api.stripe.com' : ''}`,
    "font-src 'self'",
    `worker-src 'self'${map ? ' blob:' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    'report-to site',
    'report-uri /v1/browser-reports',
  ].join('; ')
}

/** A page that the site itself may show inside another of its own; every other stands alone. */
export const framedHere = '/operator/pages/preview'

/** Lets the site, and nobody else, show a page inside one of its own. */
export function allowOwnFrame(headers: Headers): void {
  headers.set('x-frame-options', 'SAMEORIGIN')
  const policy = headers.get('content-security-policy')
  if (policy) headers.set('content-security-policy', policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"))
}

/** What a page says that any other site may show in a frame: it may load and do nothing but run that one script of its own and send its form to the site. */
export const getEmbedHeaders = (script: string): Record<string, string> => ({
  'content-security-policy': [
    "default-src 'none'",
    `script-src ${hashScript(script)}`,
    "style-src 'unsafe-inline'",
    "form-action 'self'",
    "base-uri 'none'",
    'frame-ancestors *',
  ].join('; '),
  'cross-origin-resource-policy': 'cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
})

/** A script that other sites load by its address; every other file is the site's alone. */
export const loadedAnywhere = '/widget.js'

/** The CSP hash of a script that is written into pages as it is. */
export const hashScript = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/**
 * Returns the CSP hashes of the inline scripts of a page that bear this nonce. A cached page is sent under its hashes: a nonce that
 * many visitors receive would protect nothing. Text that users have written cannot bear the nonce, which is new for each rendering.
 */
export function hashScripts(page: string, nonce: string): string {
  const attribute = ` nonce="${nonce}"`
  const hashes = new Set<string>()
  for (let at = page.indexOf(attribute); at >= 0; at = page.indexOf(attribute, at + 1)) {
    const start = page.lastIndexOf('<', at)
    const inside = page.indexOf('>', at) + 1
    if (!page.startsWith('<script', start) || inside === 0 || /\ssrc=/.test(page.slice(start, inside))) continue
    const end = page.indexOf('</script>', inside)
    if (end >= 0) hashes.add(hashScript(page.slice(inside, end)))
  }
  return [...hashes].join(' ')
}
