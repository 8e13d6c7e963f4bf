import { useEffect, useRef } from 'react'

/** Single letters that move through the queue; never while somebody types or a dialog is open. */
export function useQueueKeys(acts: {
  next: () => void
  previous: () => void
  approve: () => void
  sendBack: () => void
}): void {
  const latest = useRef(acts)
  latest.current = acts
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target } = event
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return
      if (
        target instanceof HTMLElement &&
        target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]')
      )
        return
      const act = {
        j: latest.current.next,
        k: latest.current.previous,
        a: latest.current.approve,
        s: latest.current.sendBack,
      }[event.key.toLowerCase()]
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
