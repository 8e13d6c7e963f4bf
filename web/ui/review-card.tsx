import { type ReactNode, useState } from 'react'
import { Avatar, Pan } from '#web/ui/pictures/picture.tsx'
import { Stars } from './stars.tsx'
import { joinClasses } from './class-names.ts'
import styles from './review-card.module.css'

export interface ReviewView {
  name: string
  date: ReactNode
  rating: number
  comments: string
  avatar?: { src: string; alt: string } | null
  media?: readonly { src: string; alt: string }[]
  reply?: { name: string; date: string; comments: string } | null
}

/** A review with pictures and reply; a long one is collapsed to six lines. */
export function ReviewCard({
  review,
  words,
  menu,
  action,
  subject,
}: {
  review: ReviewView
  words: { more: string; less: string }
  menu?: ReactNode
  action?: ReactNode
  /** The subject of the review, shown above it. */
  subject?: ReactNode
}) {
  const [open, setOpen] = useState(false)
  const long = review.comments.length > 420
  return (
    <article className={styles.review}>
      {subject}
      <div className="row wrapping">
        {review.avatar && <Avatar size={40} src={review.avatar.src} alt="" />}
        <div className="grow">
          <b className="bold">{review.name}</b>
          <div className="small hint">{review.date}</div>
        </div>
        <Stars score={review.rating} />
        {menu}
      </div>
      {review.comments && (
        <p className={long && !open ? joinClasses(styles.comments, styles.shortened) : styles.comments}>
          {review.comments}
        </p>
      )}
      {long && (
        <button type="button" className="link tap-target" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? words.less : words.more}
        </button>
      )}
      {review.media && review.media.length > 0 && (
        <div className={styles.media}>
          {review.media.map((picture) => (
            <Pan className={styles.frame} key={picture.src} src={picture.src} alt={picture.alt} />
          ))}
        </div>
      )}
      {review.reply && (
        <div className={styles.reply}>
          <b className="bold">{review.reply.name}</b>, {review.reply.date}
          <p>{review.reply.comments}</p>
        </div>
      )}
      {action}
    </article>
  )
}

export function CustomerQuote({
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
    <figure className={styles.words}>
      <Pan className={styles.frame} src={picture.src} alt={picture.alt} />
      <div className={styles.text}>
        <Stars score={score} />
        <blockquote>{comment}</blockquote>
        <div className={styles.writer}>{children}</div>
      </div>
    </figure>
  )
}
