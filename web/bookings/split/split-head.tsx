import type { ReactNode } from 'react'
import type { Picture } from '#contract/values.ts'
import { Avatar } from '#web/ui/pictures/picture.tsx'
import { Pans } from './pans.tsx'
import styles from './split-head.module.css'

interface SplitHeadProps {
  title: string
  text: string
  picture: Picture
  paid: readonly boolean[]
  names?: readonly string[]
  children?: ReactNode
}

/** The head of a shared bill: the artist's face, how it stands, and a pan for each of the party. */
export function SplitHead({ title, text, picture, paid, names, children }: SplitHeadProps) {
  return (
    <header className={styles.splitHead}>
      <div className="page-width">
        <Avatar size={72} src={picture.src} alt="" />
        <div className="stack gap-8">
          <h1 className="heading-1">{title}</h1>
          <p className="lead">{text}</p>
          {children}
        </div>
        <Pans paid={paid} {...(names ? { of: names } : {})} />
      </div>
    </header>
  )
}
