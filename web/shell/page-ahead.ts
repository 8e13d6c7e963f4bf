import { useContext, useEffect, useState } from 'react'
import { UNSAFE_DataRouterContext, useLocation } from 'react-router'
import { leadingTo } from './routing/waiting-router.ts'

/** How long a pointer rests on a link before its page is asked for: who only passes over it asks for nothing. */
const RESTS_MS = 80

/** Pages that are the same for everyone: to ask for one ahead changes nothing, and it comes from memory. */
const sharedPaths = ['/', '/@/*', '/au/*', '/ca/*', '/gb/*', '/us/*', '/content/*', '/join*'] as const

const shared = new RegExp(
  `^(?:${sharedPaths.map((path) => path.replaceAll('/', '\\/').replace('*', '.*')).join('|')})$`,
)

/** Whether a page of this path may be asked for before somebody has decided to open it. */
export const mayComeAhead = (pathname: string): boolean => shared.test(pathname)

/** Where no script runs the browser itself asks for the page of a link that a pointer rests on, by these rules. */
export const aheadRules = () =>
  JSON.stringify({ prefetch: [{ where: { href_matches: sharedPaths }, eagerness: 'moderate' }] })

type Line = { saveData?: boolean; effectiveType?: string }

/** A visitor who counts their bytes, or whose line has none to spare, gets what they ask for and nothing ahead of it. */
const isSparing = ({ saveData, effectiveType = '' }: Line = {}): boolean =>
  Boolean(saveData) || effectiveType.endsWith('2g')

/** The address that a pointer, a finger or the focus is on its way to, for its parts and data to be there when it is opened. */
export function usePageAhead(): string | null {
  const [ahead, setAhead] = useState<string | null>(null)
  const { pathname, search } = useLocation()
  const at = pathname + search
  const router = useContext(UNSAFE_DataRouterContext)?.router
  useEffect(() => {
    if (!router || isSparing((navigator as { connection?: Line }).connection)) return
    let waiting = 0
    let aiming = new AbortController()
    const leave = () => {
      clearTimeout(waiting)
      aiming.abort()
    }
    const ask = async (path: string, { signal } = aiming) => {
      await leadingTo(router, path, signal)
      if (!signal.aborted) setAhead(path)
    }
    const aim = ({ target, type }: Event) => {
      leave()
      const link = (target as Element | null)?.closest?.('a[data-site]')
      if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return
      if (!mayComeAhead(link.pathname) || link.pathname === location.pathname) return
      const rests = type === 'pointerover' ? RESTS_MS : 0
      aiming = new AbortController()
      waiting = window.setTimeout(() => void ask(link.pathname + link.search).catch(() => {}), rests)
    }
    const events = ['pointerover', 'touchstart', 'focusin'] as const
    for (const event of events) addEventListener(event, aim, { passive: true })
    addEventListener('pointerout', leave, { passive: true })
    return () => {
      leave()
      for (const event of events) removeEventListener(event, aim)
      removeEventListener('pointerout', leave)
    }
  }, [router])
  return ahead === at ? null : ahead
}
