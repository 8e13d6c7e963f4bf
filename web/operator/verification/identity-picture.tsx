import { useEffect, useState } from 'react'
import { currentToken } from '#web/platform/session.ts'

/** The bytes of an identity picture as an address of this tab only; null while it comes, 'gone' where it cannot be had. */
export function useIdentityPicture(id: string | null): string | 'gone' | null {
  const [shown, setShown] = useState<{ id: string; src: string | 'gone' } | null>(null)
  useEffect(() => {
    if (!id) return
    const control = new AbortController()
    let src: string | null = null
    fetch(`/v1/operator/verification/pictures/${id}`, {
      headers: { authorization: `Bearer ${currentToken(localStorage) ?? ''}` },
      signal: control.signal,
    })
      .then(async (response) => {
        if (!response.ok) return setShown({ id, src: 'gone' })
        src = URL.createObjectURL(await response.blob())
        setShown({ id, src })
      })
      .catch(() => control.signal.aborted || setShown({ id, src: 'gone' }))
    return () => {
      control.abort()
      if (src) URL.revokeObjectURL(src)
    }
  }, [id])
  return shown?.id === id ? shown.src : null
}
