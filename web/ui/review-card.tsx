import { type ReactNode, useState } from 'react'
import { Avatar, Pan } from '#web/ui/pictures/picture.tsx'
import { Stars } from './stars.tsx'

export interface ShownReview {
  name: string
  date: string
  rating: number
  comments: string
  avatar?: { src: string; alt: string } | null
  media?: readonly { src: string; alt: string }[]
  reply?: { name: string; date: string; comments: string } | null
}

/** A review with its pictures and the provider's reply; a long one shows six lines until it is opened. */
export function ReviewCard({
  review,
  words,
  action,
}: {
  review: ShownReview
  words: { more: string; less: string }
  action?: ReactNode
}) {
  const [open, setOpen] = useState(false)
  const long = review.comments.length > 420
  return (
    <article className="rev">
      <div className="row">
        {review.avatar && <Avatar size={40} src={review.avatar.src} alt="" />}
        <div className="grow">
          <b className="b">{review.name}</b>
          <div className="small hint">{review.date}</div>
        </div>
        <Stars score={review.rating} />
      </div>
      <p className={long && !open ? 'rev-text cut' : 'rev-text'}>{review.comments}</p>
      {long && (
        <button type="button" className="link tap" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? words.less : words.more}
        </button>
      )}
      {review.media && review.media.length > 0 && (
        <div className="med">
          {review.media.map((picture) => (
            <Pan key={picture.src} src={picture.src} alt={picture.alt} />
          ))}
        </div>
      )}
      {review.reply && (
        <div className="reply">
          <b className="b">{review.reply.name}</b>, {review.reply.date}
          <p>{review.reply.comments}</p>
        </div>
      )}
      {action}
    </article>
  )
}

/** A customer's words on a landing page: art, stars, comment, name. */
export function CustomerWords({
  picture,
  score,
  comment,
  children,
}: {
  picture: { src: string; alt: string }
  score: number
  comment: string
  children: ReactNode
}) {
  return (
    <figure className="tq">
      <Pan src={picture.src} alt={picture.alt} />
      <div className="tx">
        <Stars score={score} />
        <blockquote>{comment}</blockquote>
        <figcaption>{children}</figcaption>
      </div>
    </figure>
  )
}
