import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useSealedPicture } from './use-sealed-picture.ts'
import styles from './sealed-pictures.module.css'

interface Words {
  show: string
  of: (n: number, m: number) => string
  gone: string
}

/** Private pictures, fetched once somebody asks to see them: each look may leave a trace. */
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
