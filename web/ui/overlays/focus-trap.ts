import type { KeyboardEvent } from 'react'

const focusable = ['a[href]', 'button', 'input', 'select', 'textarea', 'summary', 'iframe', '[tabindex]']
  .map((what) => `${what}:not(:disabled)`)
  .join()

/** Returns whether Tab stops here: in a radio group only at the selected button, if any. */
const isStop = (element: HTMLElement, among: readonly HTMLElement[]): boolean =>
  !(element instanceof HTMLInputElement && element.type === 'radio' && !element.checked) ||
  !among.some((other) => other instanceof HTMLInputElement && other.checked && other.name === element.name)

/** Keeps Tab within the element that handles the key. The native modal would let it out to the browser's toolbar. */
export function trapFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab' || event.defaultPrevented) return
  const shown = [...event.currentTarget.querySelectorAll<HTMLElement>(focusable)].filter(
    (element) => element.tabIndex >= 0 && element.getClientRects().length > 0,
  )
  const stops = shown.filter((element) => isStop(element, shown))
  const [first, last] = [stops[0], stops.at(-1)]
  const at = document.activeElement
  const to = event.shiftKey ? (at === first || at === event.currentTarget) && last : at === last && first
  if (!to) return
  event.preventDefault()
  to.focus()
}
