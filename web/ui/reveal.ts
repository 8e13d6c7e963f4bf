import { type RefObject, useEffect, useRef } from 'react'

const LONGEST_WAIT_MS = 120_000

/** The last press or submission on this page, until something else is typed. */
let pressed: { at: number; path: string } | null = null

if (typeof document !== 'undefined') {
  const press = () => {
    pressed = { at: Date.now(), path: location.pathname }
  }
  document.addEventListener('submit', press, { capture: true })
  document.addEventListener(
    'click',
    ({ target }) => {
      if (target instanceof Element && target.closest('button')) press()
    },
    { capture: true },
  )
  document.addEventListener(
    'input',
    () => {
      pressed = null
    },
    { capture: true },
  )
}

const followsPress = () =>
  pressed !== null && pressed.path === location.pathname && Date.now() - pressed.at < LONGEST_WAIT_MS

/** Whether all of an element is on the screen with nothing over its middle, such as a bar at the foot of a phone. */
function isSeen(element: Element): boolean {
  const { top, bottom, left, width, height } = element.getBoundingClientRect()
  if (top < 0 || bottom > innerHeight) return false
  const seen = document.elementFromPoint(left + width / 2, top + height / 2)
  return seen !== null && (element.contains(seen) || seen.contains(element))
}

/** Scrolls an element to the middle of the screen and focuses it. */
export function revealElement(element: HTMLElement | null | undefined): void {
  if (!element) return
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.tabIndex = -1
  element.focus({ preventScroll: true })
  element.scrollIntoView({ block: 'center' })
}

/** Reveals an element once the page has been rendered with it. */
export const revealAfterRender = (find: () => HTMLElement | null | undefined): void =>
  void requestAnimationFrame(() => revealElement(find()))

/** Reveals a message that appears as the answer to a press, unless it is on the screen or a field with an error has the focus. */
export function useRevealedAnswer(message: RefObject<HTMLElement | null>, isAnswer: boolean): void {
  const shown = useRef<string | null>(null)
  useEffect(() => {
    const text = message.current?.textContent ?? ''
    if (shown.current === text) return
    shown.current = text
    if (!isAnswer || !followsPress()) return
    // Not cancelled by another render before the frame: this text is revealed once only.
    requestAnimationFrame(() => {
      const element = message.current
      if (!element || document.activeElement?.getAttribute('aria-invalid') === 'true' || isSeen(element)) return
      revealElement(element)
    })
  })
}
