import type { KeyboardEvent } from 'react'

const focusable = ['a[href]', 'button', 'input', 'select', 'textarea', 'summary', 'iframe', '[tabindex]']
  .map((what) => `${what}:not(:disabled)`)
  .join()

/** Whether Tab stops here: of radio buttons that exclude each other only the one that is chosen, if any is. */
const isStop = (element: HTMLElement, among: readonly HTMLElement[]): boolean =>
  !(element instanceof HTMLInputElement && element.type === 'radio' && !element.checked) ||
  !among.some((other) => other instanceof HTMLInputElement && other.checked && other.name === element.name)

/** Keeps Tab inside the box that hears the key: from its last stop to the first, and back. The browser's own modal lets it out to its bars. */
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
