import type { LoaderFunctionArgs } from 'react-router'
import { visitContext } from '#web/platform/context.ts'

const closed = [
  '/v1/',
  '/quotes/',
  '/quote/',
  '/search/',
  '/book/',
  '/review/',
  '/post-review/',
  '/dashboard',
  '/customer-dashboard',
  '/operator',
  '/login-as/',
  '/reset-password/',
]

/** Returns robots.txt: allows all public pages. */
export function loader({ context }: LoaderFunctionArgs) {
  const { publicUrl } = context.get(visitContext)
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    'Allow: /',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}
