export type Kind = 'success' | 'error' | 'warning' | 'info'

export interface Toast {
  id: number
  kind: Kind
  message: string
  action?: { label: string; run: () => void }
  /** Path of the page on which its timer starts. */
  on?: string
}

/** Default duration of a toast in milliseconds. Hover and focus pause the timer. */
export const toastTime = 5_000

// A constant, so that hydration does not re-render.
const none: readonly Toast[] = []
let toasts = none
let next = 1
const listeners = new Set<() => void>()

function publish(changed: readonly Toast[]) {
  toasts = changed
  for (const listener of listeners) listener()
}

/** Shows a toast on this page, or on the pending page `on`. Returns its id. Browser only. */
export function showToast(kind: Kind, message: string, action?: Toast['action'], on?: string): number {
  const shown = { id: next++, kind, message, action, on }
  publish([...toasts.filter((one) => one.message !== message), shown].slice(-3))
  return shown.id
}

/** Returns whether a message belongs to a page that has not rendered yet. */
export const isAhead = ({ on }: Toast, at: string | undefined): boolean => on !== undefined && on !== at

export const dismissToast = (id: number): void => publish(toasts.filter((one) => one.id !== id))

export const subscribeToToasts = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** For useSyncExternalStore. */
export const getToasts = (): readonly Toast[] => toasts

export const getServerToasts = (): readonly Toast[] => none
