import { createHash } from 'node:crypto'
import type { Env } from '#server/platform/env.ts'

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
    "default-src 'self'",
    `script-src 'self' ${pay ? 'https://js.stripe.com ' : ''}${scripts}`.trim(),
    ...(pay ? ["frame-src 'self' https://js.stripe.com https://hooks.stripe.com"] : []),
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${map}${socialSources(env)}`,
    `connect-src 'self'${map}${pay ? ' https://api.stripe.com' : ''}`,
    "font-src 'self'",
    `worker-src 'self'${map ? ' blob:' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
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
  return [...new Set([...inlineScripts(page)].map(hashOf))].map((hash) => `'sha256-${hash}'`).join(' ')
}

const data = /type="application\/(?:ld\+)?json"/

function* inlineScripts(page: string): Generator<string> {
  for (let at = page.indexOf('<script'); at >= 0; at = page.indexOf('<script', at)) {
    const inside = page.indexOf('>', at) + 1
    const end = page.indexOf('</script>', inside)
    if (inside === 0 || end < 0) return
    const tag = page.slice(at, inside)
    if (!/\ssrc=/.test(tag) && !data.test(tag)) yield page.slice(inside, end)
    at = end
  }
}

// Most scripts of a page are the same on every page.
const hashes = new Map<string, string>()

function hashOf(script: string): string {
  const known = hashes.get(script)
  if (known) return known
  const hash = createHash('sha256').update(script).digest('base64')
  if (script.length < 1_000 && hashes.size < 500) hashes.set(script, hash)
  return hash
}
