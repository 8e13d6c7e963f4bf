import { useState } from 'react'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { toApiError } from '#web/platform/api/api.ts'

/** A page of a list, and the cursor of the next. */
export interface Page<R> {
  rows: readonly R[]
  nextCursor: string | null
}

/** A list as loaded so far; `of` is its first page. */
export interface Rows<R> extends Page<R> {
  of: Page<R>
  loading: boolean
  error: string | null
}

export const createRows = <R>(of: Page<R>): Rows<R> => ({ ...of, of, loading: false, error: null })
export const startLoading = <R>(list: Rows<R>): Rows<R> => ({ ...list, loading: true, error: null })
/** Appends rows, unless the list was replaced since. */
export const appendRows = <R>(list: Rows<R>, of: Page<R>, more: Page<R>): Rows<R> =>
  list.of !== of ? list : { ...list, ...more, rows: [...list.rows, ...more.rows], loading: false }
export const failRows = <R>(list: Rows<R>, of: Page<R>, error: string | null): Rows<R> =>
  list.of !== of ? list : { ...list, loading: false, error }

/** Returns a paginated list that loads more on request and resets when its first page changes. */
export function useRows<R>(
  first: Page<R>,
  load: (cursor: string) => Promise<Page<R>>,
  { toasts = false }: { toasts?: boolean } = {},
) {
  const [kept, setKept] = useState(() => createRows(first))
  const list = kept.of === first ? kept : createRows(first)
  const more = async () => {
    const { of, nextCursor, loading } = list
    if (!nextCursor || loading) return
    setKept(startLoading(list))
    try {
      const page = await load(nextCursor)
      setKept((now) => appendRows(now, of, page))
    } catch (fault) {
      const { message } = toApiError(fault)
      if (toasts) showToast('error', message)
      setKept((now) => failRows(now, of, toasts ? null : message))
    }
  }
  const { rows, nextCursor, loading, error } = list
  return { rows, nextCursor, loading, error, more }
}
