import type { EntryContext } from 'react-router'
import { lateScriptId } from './late-script.ts'
import type { PageFrame } from './page-frame.ts'

/** When a page's script starts: with a touch, once the page is painted, or at once. */
export type Start = 'touch' | 'painted' | 'once'

/** A page to be read waits for a touch; one that shows nothing before it runs waits for nothing. */
export function startOf({ staticHandlerContext, routeModules }: EntryContext): Start {
  const routes = staticHandlerContext.matches.map(({ route }) => route)
  if (routes.some(({ id }) => routeModules[id]?.HydrateFallback)) return 'once'
  return routes.some(({ handle }) => (handle as PageFrame | undefined)?.late) ? 'touch' : 'painted'
}

/**
 * What would load the site's script is kept as text, with the names of its parts, for the page's own few lines to run when it is wanted:
 * styles, letters and pictures are not to share a slow line with what runs once they are there.
 */
export function withScriptInTime(page: string, start: Start): string {
  if (start === 'once') return page
  const parts: string[] = []
  const end = Math.max(0, page.indexOf('</head>'))
  const head = page
    .slice(0, end)
    .replaceAll(/<link rel="modulepreload"[^>]* href="([^"]*)"[^>]*>/g, (_, part: string) => {
      parts.push(part)
      return ''
    })
  const body = page
    .slice(end)
    .replace(
      /<script((?: nonce="[^"]*")?) type="module" async=""((?: nonce="[^"]*")?)>/,
      `<script$1$2 type="text/plain" id="${lateScriptId}" data-parts="${parts.join(' ')}"${start === 'painted' ? ' data-soon=""' : ''}>`,
    )
  return head + body
}
