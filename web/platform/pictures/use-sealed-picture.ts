import { useEffect, useState } from 'react'
import { getCurrentToken } from '#web/platform/session.ts'
import { localStore } from '#web/platform/storage.ts'

/** The bytes of a private picture, asked for at that path, as an address of this tab only; null while it comes, 'gone' where it cannot be had. */
export function useSealedPicture(path: string | null): string | 'gone' | null {
  const [shown, setShown] = useState<{ path: string; src: string | 'gone' } | null>(null)
  useEffect(() => {
    if (!path) return
    const control = new AbortController()
    let src: string | null = null
    fetch(path, { headers: { authorization: `Bearer ${getCurrentToken(localStore) ?? ''}` }, signal: control.signal })
      .then(async (response) => {
        if (!response.ok) return setShown({ path, src: 'gone' })
        src = URL.createObjectURL(await response.blob())
        setShown({ path, src })
      })
      .catch(() => control.signal.aborted || setShown({ path, src: 'gone' }))
    return () => {
      control.abort()
      if (src) URL.revokeObjectURL(src)
    }
  }, [path])
  return shown?.path === path ? shown.src : null
}
