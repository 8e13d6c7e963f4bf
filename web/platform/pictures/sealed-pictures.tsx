import { useEffect, useState } from 'react'
import { getCurrentToken } from '#web/platform/session.ts'
import { localStore } from '#web/platform/storage.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './sealed-pictures.module.css'

interface Words {
  show: string
  of: (n: number, m: number) => string
  gone: string
}

/** Private pictures, fetched only on demand, because each view may be logged. */
export function SealedPictures({ paths, words }: { paths: readonly string[]; words: Words }) {
  const [shown, setShown] = useState(false)
  if (paths.length === 0) return null
  if (!shown)
    return (
      <div>
        <Button kind="secondary" size="small" onClick={() => setShown(true)}>
          {words.show}
        </Button>
      </div>
    )
  return (
    <ul className={styles.pictures}>
      {paths.map((path, i) => (
        <li key={path}>
          <SealedPicture path={path} alt={words.of(i + 1, paths.length)} gone={words.gone} />
        </li>
      ))}
    </ul>
  )
}

function SealedPicture({ path, alt, gone }: { path: string; alt: string; gone: string }) {
  const src = useSealedPicture(path)
  if (src === 'gone') return <p className="small muted">{gone}</p>
  if (src === null)
    return (
      <div aria-busy="true">
        <Skeleton height={120} />
      </div>
    )
  return (
    <a href={src} target="_blank" rel="noreferrer">
      <img src={src} alt={alt} />
    </a>
  )
}

/** Returns an object URL of a private picture; null while loading, 'gone' if it failed. */
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
