import { createHash } from 'node:crypto'
import type { Env } from './env.ts'

export const plainHeaders: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(self), geolocation=(self), microphone=(), payment=()',
  'cross-origin-opener-policy': 'same-origin',
}

export const strictTransport = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }

const socialSources = (env: Env): string => (env.SOCIAL_PHOTOS_URL ? ` ${new URL(env.SOCIAL_PHOTOS_URL).origin}` : '')
const mapSources = (env: Env): string => (env.MAP_STYLE_URL ? ` ${new URL(env.MAP_STYLE_URL).origin}` : '')

/** What a page may load: its own files, and scripts written in it only when their nonce or hash is named here. */
export function contentSecurityPolicy(env: Env, scripts: string): string {
  const map = mapSources(env)
  const pay = env.PAYMENTS === 'stripe'
  return [
    "default-src 'self'", `script-src 'self' ${pay ? 'https://js.stripe.com ' : ''}${scripts}`.trim(), ...(pay ? ["frame-src 'self' https://js.stripe.com https://hooks.stripe.com"] : []), "style-src 'self' 'unsafe-inline'", `img-src 'self' data: blob:${map}${socialSources(env)}`,
    `connect-src 'self'${map}${pay ? ' https://api.stripe.com' : ''}`, "font-src 'self'", `worker-src 'self'${map ? ' blob:' : ''}`, "object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'",
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

/** The CSP hashes of the inline scripts of a whole page. */
export function inlineScriptHashes(page: string): string {
  const bodies = [...page.matchAll(/<script(?![^>]*\ssrc=)(?![^>]*type="application\/(?:ld\+)?json")[^>]*>([\s\S]*?)<\/script>/g)].map((m) => m[1] ?? '')
  return [...new Set(bodies)].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ')
}
