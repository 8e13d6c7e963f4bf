import { type RefObject, useEffect, useRef } from 'react'

const LONGEST_WAIT_MS = 120_000

/** The last press or submission on this page, until the next input. */
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

/** Returns whether an element is fully in the window and not covered at its centre, such as by a bottom bar. */
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

/** Reveals an element after the next render. */
export const revealAfterRender = (find: () => HTMLElement | null | undefined): void =>
  void requestAnimationFrame(() => revealElement(find()))

/** Reveals a message that responds to a press, unless it is visible or an invalid field has the focus. */
export function useRevealedAnswer(message: RefObject<HTMLElement | null>, isAnswer: boolean): void {
  const shown = useRef<string | null>(null)
  useEffect(() => {
    const text = message.current?.textContent ?? ''
    if (shown.current === text) return
    shown.current = text
    if (!isAnswer || !followsPress()) return
    // Not cancelled by a re-render: this text is revealed only once.
    requestAnimationFrame(() => {
      const element = message.current
      if (!element || document.activeElement?.getAttribute('aria-invalid') === 'true' || isSeen(element)) return
      revealElement(element)
    })
  })
}
