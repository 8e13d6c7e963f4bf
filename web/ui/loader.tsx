import { useEffect, useState } from 'react'
import { Dabs } from '#web/ui/pictures/dabs.tsx'
import styles from './loader.module.css'

/** The full-page loader: three dots and a message, and after 8 seconds a second one. */
export function Loader({ message, slow }: { message: string; slow: string }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 8_000)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={styles.loader} role="status">
      <Dabs className={styles.dabs} />
      <p className="title">{message}</p>
      {late && <p className="small muted">{slow}</p>}
    </div>
  )
}
