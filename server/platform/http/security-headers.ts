import { createHash } from 'node:crypto'
import type { Env } from '#server/platform/env.ts'

/** Headers of every response: no MIME sniffing, no framing, same-origin resources, and HSTS with https. */
export const getBaseHeaders = ({
  production,
  PAYMENTS,
}: Pick<Env, 'production' | 'PAYMENTS'>): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  // Wallets open a popup and send it messages.
  'cross-origin-opener-policy': PAYMENTS === 'stripe' ? 'same-origin-allow-popups' : 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  ...(production ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
})

// Wallets run in iframes of Stripe and Google.
const wallets = 'self "https://js.stripe.com" "https://*.js.stripe.com" "https://pay.google.com"'

export const getPageHeaders = (env: Pick<Env, 'PAYMENTS'> = { PAYMENTS: undefined }): Record<string, string> => ({
  'x-frame-options': 'DENY',
  'permissions-policy': `camera=(self), geolocation=(self), microphone=(), payment=(${env.PAYMENTS === 'stripe' ? wallets : ''})`,
  'reporting-endpoints': 'site="/v1/browser-reports"',
})

const socialSources = (env: Env): string => (env.SOCIAL_PHOTOS_URL ? ` ${new URL(env.SOCIAL_PHOTOS_URL).origin}` : '')

/** Allows own files, and inline scripts by nonce or hash. */
export function buildContentSecurityPolicy(env: Env, scripts: string): string {
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
    `img-src 'self' data: blob:${socialSources(env)}`,
    `connect-src 'self'${pay ? ' https://api.stripe.com' : ''}`,
    "font-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    'report-to site',
    'report-uri /v1/browser-reports',
  ].join('; ')
}

export const framedHere = '/operator/pages/preview'

export function allowOwnFrame(headers: Headers): void {
  headers.set('x-frame-options', 'SAMEORIGIN')
  const policy = headers.get('content-security-policy')
  if (policy) headers.set('content-security-policy', policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"))
}

/** Any site may frame the embeddable form. The form may only run its own script and submit to this site. */
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

export const loadedAnywhere = '/widget.js'

export const hashScript = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/**
 * Returns the CSP hashes of a page's inline scripts with this nonce. Cached pages use hashes, because a shared nonce
 * protects nothing. User text cannot contain the nonce, which is random per rendering.
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
