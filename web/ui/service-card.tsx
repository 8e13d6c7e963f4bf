import type { ReactNode } from 'react'

/** One service: its pan, name, duration and from-price, and what can be done with it. */
export function ServiceCard({ picture, name, duration, price, action }: { picture?: ReactNode; name: string; duration: string; price: string; action?: ReactNode }) {
  return (
    <article className="service">
      {picture}
      <div className="grow">
        <h3 className="b">{name}</h3>
        <p className="small mut">{duration}</p>
      </div>
      <span className="b tnum">{price}</span>
      {action}
    </article>
  )
}
